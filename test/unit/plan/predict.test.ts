import { describe, expect, it } from 'vitest'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { makePlan } from '../../../src/engine/find-options.js'
import { predict } from '../../../src/plan/predict.js'
import { makeStatistics } from './planned.js'

const plan = makePlan({ threshold: 0.8, recall: 0.95 })
const statistics = {
  ...makeStatistics(),
  documents: 1_000_000,
  meanSetSize: 200,
  histogram: [
    { from: 0, to: 0.01, mean: 0.001, pairs: 5e11, seen: 20_000 },
    { from: 0.8836, to: 0.9025, mean: 0.89, pairs: 50_000, seen: 25 },
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

  it('is sure of what it saw whole', () => {
    const all = { ...statistics, sampled: statistics.documents }
    const { candidates, candidatesLow, candidatesHigh } = predict(plan, all, { workers: 2 })
    expect([candidatesLow, candidatesHigh]).toEqual([candidates, candidates])
  })

  it('adds up memory and disk from documents, keys, sets and candidates', () => {
    const { memoryBytes, diskBytes, pairs } = predict(plan, statistics, { workers: 2 })
    const documents = 1e6 * (160 + 8 * 13)
    const compared = 1e6 * (1 - Math.exp(-0.1)) * 800
    expect(diskBytes / (documents + compared + 50_000 * 24)).toBeCloseTo(1, 2)
    expect(memoryBytes - diskBytes).toBeCloseTo(130e6 + 2 * 30e6 + 200 * pairs, -3)
  })

  it('counts a crowd by its members, not by its pairs', () => {
    const crowds = { documents: 300_000, pairs: 4.5e10, similarities: [0.7, 0.9, 0.95, 0.99] }
    const alone = predict(plan, statistics, { workers: 2 })
    const crowded = predict(plan, { ...statistics, crowds }, { workers: 2 })
    expect((crowded.candidates - alone.candidates) / 300_000).toBeCloseTo(4.6, 6)
    expect((crowded.pairs - alone.pairs) / 300_000).toBeCloseTo(0.75 * 4.6, 6)
  })

  it('takes less time with more workers, and for an exact search as much more as its prefixes meet', () => {
    const exact = makePlan({ recall: 1 })
    const seconds = [1, 2, 8].map((workers) => predict(plan, statistics, { workers }).seconds)
    expect(seconds).toEqual([...seconds].sort((x, y) => y - x))
    expect(predict(exact, statistics, { workers: 2 }).pairs).toBe(50_000)
    const prefixes = { threshold: 0.8, meanLength: 50, meetings: 1e6, candidates: 70_000, seen: 100 }
    const few = predict(exact, { ...statistics, prefixes }, { workers: 2 })
    expect(few).toMatchObject({ candidates: 70_000, pairs: 50_000 })
    expect(few.candidatesLow).toBeLessThan(70_000)
    expect(few.candidatesHigh).toBeGreaterThan(70_000)
    const many = { ...prefixes, meetings: 1e10, candidates: 1e9 }
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

it('a small collection takes no longer than starting does, and many files take their time', () => {
  const small = { ...statistics, documents: 60, sampled: 60, histogram: [], empty: 0, identical: 0 }
  const { seconds } = predict(plan, small, { workers: 2 })
  expect(seconds).toBeGreaterThan(0.3)
  expect(seconds).toBeLessThan(0.5)
  expect(predict(plan, small, { workers: 2, files: 100_000 }).seconds - seconds).toBeGreaterThan(10)
})
