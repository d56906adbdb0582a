import { describe, expect, it } from 'vitest'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { makePlan } from '../../../src/engine/make-plan.js'
import { NANOSECONDS } from '../../../src/plan/costs.js'
import { predict } from '../../../src/plan/predict.js'
import { SMALL_INPUT } from '../../../src/plan/worker-choice.js'
import { makeStatistics } from './planned.js'

const plan = makePlan({ threshold: 0.8, recall: 0.95 })
const statistics = {
  ...makeStatistics(),
  documents: 1_000_000,
  meanSetSize: 200,
  histogram: [
    { from: 0, to: 0.01, mean: 0.001, pairs: 5e11, sampledPairs: 20_000 },
    { from: 0.8836, to: 0.9025, mean: 0.89, pairs: 50_000, sampledPairs: 25 },
  ],
}

describe('predict', () => {
  it('expects candidates by the S-curve, and limits by what was seen', () => {
    const { candidates, candidatesLow, candidatesHigh, pairs } = predict(plan, statistics, { workers: 2 })
    const expected = 50_000 * candidateProbability(0.89, { bands: 13, rows: 7 })
    expect(candidates).toBeCloseTo(expected, -1)
    expect(pairs).toBeCloseTo(expected, -1)
    expect(candidatesLow).toBeCloseTo(expected / Math.exp(1.96 / 5), -2)
    expect(candidatesHigh).toBeGreaterThan(expected * Math.exp(1.96 / 5))
  })

  it('is certain about what it saw completely', () => {
    const all = { ...statistics, sampled: statistics.documents }
    const { candidates, candidatesLow, candidatesHigh } = predict(plan, all, { workers: 2 })
    expect([candidatesLow, candidatesHigh]).toEqual([candidates, candidates])
  })

  it('adds up memory and disk from documents, keys, sets and candidates', () => {
    const { memoryBytes, diskBytes, pairs } = predict(plan, statistics, { workers: 2 })
    const documents = 1e6 * (160 + 8 * 13)
    const compared = 1e6 * (1 - Math.exp(-0.1)) * 800
    expect(diskBytes / (documents + compared + 50_000 * 24)).toBeCloseTo(1, 2)
    expect(memoryBytes - diskBytes).toBeCloseTo(130e6 + 2 * 30e6 + 80 * pairs, -3)
  })

  it('expects no workers, and a small process, if a run ends before it would spawn them', () => {
    const two = { ...statistics, documents: 2, sampled: 2, histogram: [] }
    const { memoryBytes, diskBytes } = predict(plan, two, { workers: 2 })
    expect(memoryBytes - diskBytes).toBeGreaterThan(68e6)
    expect(memoryBytes).toBeLessThan(70e6)
    const spawned = predict(plan, two, { workers: 2, startsInline: false })
    expect(spawned.memoryBytes - spawned.diskBytes).toBe(190e6)
    const larger = predict(plan, { ...two, documents: 3000, sampled: 3000 }, { workers: 2 })
    expect(larger.memoryBytes - larger.diskBytes).toBeLessThanOrEqual(130e6)
  })

  it('expects of two documents in large buckets the pairs that reach the threshold, whatever the bands', () => {
    const { bands, rows } = plan as Extract<typeof plan, { method: 'bands' }>
    const bin = { from: 0.3, to: 0.31, mean: 0.305, pairs: 4e8, sampledPairs: 5000 }
    const near = { from: 0.85, to: 0.87, mean: 0.86, pairs: 1e6, sampledPairs: 5000 }
    const largeBuckets = [{ bands, rows, documents: 30_000, pairs: 1e6 }]
    const formulaic = {
      ...statistics,
      histogram: [
        { ...bin, inLargeBuckets: [4e8] },
        { ...near, inLargeBuckets: [1e6] },
      ],
      largeBuckets,
    }
    expect(predict(plan, formulaic, { workers: 2 })).toMatchObject({ candidates: 1e6, pairs: 1e6 })
    const byBands = { ...formulaic, histogram: [bin, near] }
    expect(predict(plan, byBands, { workers: 2 }).candidates).toBeGreaterThan(1.1e6)
  })

  it('counts oversized documents by what connects them, and only where the engine looks for them', () => {
    const { bands, rows } = plan as Extract<typeof plan, { method: 'bands' }>
    const histogram = [
      {
        from: 0.9025,
        to: 0.9216,
        mean: 0.91,
        pairs: 4.5e10,
        sampledPairs: 5000,
        inLargeBuckets: [4.5e10],
        inAnyLargeBucket: 4.5e10,
      },
    ]
    const groups = [{ size: 60_000, documents: 300_000, pairs: 9e9 }]
    const oversized = {
      ...{ threshold: 0.8, maxGroup: 2000, documents: 300_000, pairs: 9e9, otherPairs: 1e6, groups },
    }
    const largeBuckets = [{ bands, rows, documents: 300_000, pairs: 1e11 }]
    const skewed = { ...statistics, histogram, largeBuckets, oversized }
    const expected = 4.5e10 * (1e6 / (9e9 + 1e6)) + 300_000
    const { candidates, pairs } = predict(plan, skewed, { workers: 2 })
    expect(candidates / expected).toBeCloseTo(1, 6)
    expect(pairs / expected).toBeCloseTo(1, 6)
    const twice = {
      ...skewed,
      oversized: { ...oversized, documents: 600_000, groups: [{ ...groups[0]!, documents: 600_000 }] },
    }
    expect(predict(plan, twice, { workers: 1 }).seconds).toBeGreaterThan(
      predict(plan, skewed, { workers: 1 }).seconds + 0.5,
    )
    const few = { ...skewed, largeBuckets: [{ bands, rows, documents: 300_000, pairs: 1e6 }] }
    expect(predict(plan, few, { workers: 2 }).candidates).toBeCloseTo(4.5e10, -3)
    const prefixes = {
      threshold: 0.8,
      meanLength: 50,
      postingPairs: 1e12,
      candidates: 4.5e10,
      pairs: 50_000,
      sampledPairs: 100,
      documents: 60_000,
    }
    const exact = predict(makePlan({ recall: 1 }), { ...skewed, prefixes }, { workers: 2 })
    expect(exact.candidates / expected).toBeCloseTo(1, 6)
  })

  it('predicts from the similarity from which pairs are kept', () => {
    const kept = makePlan({ threshold: 0.9, recall: 0.95, keepPairsFrom: 0.8 })
    const exactFrom = { ...makePlan({ threshold: 0.9, recall: 1 }), keepPairsFrom: 0.8 }
    const prefixes = {
      threshold: 0.8,
      meanLength: 50,
      postingPairs: 1e6,
      candidates: 70_000,
      pairs: 50_000,
      sampledPairs: 100,
      documents: 60_000,
    }
    expect(predict(exactFrom, { ...statistics, prefixes }, { workers: 2 }).candidates).toBe(70_000)
    expect(predict(kept, statistics, { workers: 2 }).candidates).toBe(
      predict(plan, statistics, { workers: 2 }).candidates,
    )
  })

  it('takes the pairs from the prefixes if similarities are not known', () => {
    const prefixes = {
      threshold: 0.8,
      meanLength: 50,
      postingPairs: 400,
      candidates: 70,
      pairs: 60,
      sampledPairs: 100,
      documents: 60_000,
    }
    const known = { ...statistics, documents: 400, histogram: [], prefixes }
    expect(predict(makePlan({ recall: 1 }), known, { workers: 1 })).toMatchObject({
      candidates: 70,
      pairs: 60,
    })
    const other = { ...known, prefixes: { ...prefixes, threshold: 0.7 } }
    expect(predict(makePlan({ recall: 1 }), other, { workers: 1 }).pairs).toBe(0)
  })

  it('takes less time with more workers, and for an exact search as much more as its prefixes meet', () => {
    const exact = makePlan({ recall: 1 })
    const seconds = [1, 2, 8].map((workers) => predict(plan, statistics, { workers }).seconds)
    expect(seconds).toEqual([...seconds].sort((x, y) => y - x))
    expect(predict(exact, statistics, { workers: 2 }).pairs).toBe(50_000)
    const prefixes = {
      threshold: 0.8,
      meanLength: 50,
      postingPairs: 1e6,
      candidates: 70_000,
      pairs: 50_000,
      sampledPairs: 100,
      documents: 60_000,
    }
    const few = predict(exact, { ...statistics, prefixes }, { workers: 2 })
    expect(few).toMatchObject({ candidates: 70_000, pairs: 50_000 })
    expect(few.candidatesLow).toBeLessThan(70_000)
    expect(few.candidatesHigh).toBeGreaterThan(70_000)
    const many = { ...prefixes, postingPairs: 1e10, candidates: 1e9 }
    expect(predict(exact, { ...statistics, prefixes: many }, { workers: 2 }).seconds).toBeGreaterThan(
      10 * few.seconds,
    )
  })

  it('of nothing predicts nothing but a start', () => {
    const none = { ...statistics, documents: 0, sampled: 0, histogram: [] }
    expect(predict(plan, none, { workers: 1 })).toMatchObject({
      candidates: 0,
      candidatesLow: 0,
      candidatesHigh: 0,
      pairs: 0,
      diskBytes: 0,
    })
  })
})

it('what is turned into JSON Lines first takes its time', () => {
  const [own, converted] = [0, 3e9].map(
    (convertedBytes) => predict(plan, statistics, { workers: 2, convertedBytes }).seconds,
  )
  expect(converted! - own!).toBeCloseTo(30, 0)
})

it('a small collection takes no longer than starting does, and many files take their time', () => {
  const small = { ...statistics, documents: 60, sampled: 60, histogram: [], empty: 0, identical: 0 }
  const { seconds } = predict(plan, small, { workers: 2 })
  expect(seconds).toBeGreaterThan(0.3)
  expect(seconds).toBeLessThan(0.5)
  expect(predict(plan, small, { workers: 2, files: 100_000 }).seconds - seconds).toBeGreaterThan(10)
})

it('the start of workers is part of the time, except for a small input, which needs none', () => {
  const secondsAt = (bytes: number, workers: number) => {
    const documents = Math.floor(bytes / statistics.meanBytes)
    const few = { ...statistics, documents, sampled: 1000, histogram: [], empty: 0, identical: 0 }
    return predict(plan, few, { workers }).seconds
  }
  expect(secondsAt(SMALL_INPUT, 2)).toBe(secondsAt(SMALL_INPUT, 1))
  const [alone, together] = [1, 2].map((workers) => secondsAt(1.1 * SMALL_INPUT, workers))
  const halfOfTheWork = (alone! - secondsAt(0, 1)) / 2
  expect(together! - alone!).toBeGreaterThan(NANOSECONDS.spawn / 1e9 - halfOfTheWork - 0.01)
})

it('documents of very many shingles that have candidates take longer: they are hashed once more', () => {
  const secondsAt = (meanSetSize: number) => {
    const long = { ...statistics, documents: 1000, meanBytes: 1e5, meanSetSize, empty: 0, identical: 0 }
    return predict(plan, long, { workers: 1 }).seconds
  }
  const [before, at] = [secondsAt(2 ** 14 - 1), secondsAt(2 ** 14)]
  expect(at - before).toBeGreaterThan(1)
})
