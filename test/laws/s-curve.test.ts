import { candidateProbability, chooseBands, findCandidates, makeSketcher, sketchAll } from 'likewise'
import { describe, expect, it } from 'vitest'
import { binomialMargin } from './binomial.js'
import { makeSetPair } from './set-pairs.js'

interface Case {
  readonly sketch: 'minhash' | 'fast-similarity'
  readonly bands: number
  readonly rows: number
  /** Elements of both sets together, and of those the shared. */
  readonly union: number
  readonly shared: number
}

const PAIRS = 1500
const SEEDS = 10

/** The share of 1500 pairs of random sets, sketched with 10 seeds, that become candidates: independent trials. */
function candidateShare({ sketch, bands, rows, union, shared }: Case): number {
  const apart = union - shared
  let found = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const sets = Array.from({ length: PAIRS / SEEDS }, (_, i) =>
      makeSetPair(shared, apart >> 1, apart - (apart >> 1), 'random', seed * PAIRS + i),
    ).flatMap(({ a, b }) => [a, b])
    const signatures = sketchAll(sets, makeSketcher({ sketch, slots: bands * rows, seed }))
    const { a, b } = findCandidates(signatures, { bands, rows })
    found += a.filter((first, i) => first % 2 === 0 && b[i] === first + 1).length
  }
  return found / PAIRS
}

const LAYOUTS = [
  { bands: 10, rows: 3 },
  { bands: 20, rows: 5 },
  { bands: 13, rows: 7 },
  { bands: 5, rows: 10 },
]

describe('the probability to become a candidate', () => {
  it.each(LAYOUTS)('follows the S-curve with minhash: $bands bands of $rows rows', ({ bands, rows }) => {
    for (const shared of [10, 20, 30, 40, 45]) {
      const share = candidateShare({ sketch: 'minhash', bands, rows, union: 50, shared })
      const expected = candidateProbability(shared / 50, { bands, rows })
      const margin = binomialMargin(PAIRS, expected)
      expect(share).toBeLessThanOrEqual(expected + margin.above)
      expect(share).toBeGreaterThanOrEqual(expected - margin.below)
    }
  })

  it.each(LAYOUTS)(
    'follows it with fast similarity on large sets: $bands bands of $rows rows',
    ({ bands, rows }) => {
      for (const shared of [400, 800, 1200, 1600, 1800]) {
        const share = candidateShare({ sketch: 'fast-similarity', bands, rows, union: 2000, shared })
        const expected = candidateProbability(shared / 2000, { bands, rows })
        const margin = binomialMargin(PAIRS, expected)
        expect(share).toBeLessThanOrEqual(expected + margin.above)
        expect(share).toBeGreaterThanOrEqual(expected - margin.below)
      }
    },
  )

  // The slots of Fast Similarity Sketching vary less together than independent ones (sampling without replacement), so
  // on small sets the curve is steeper: the recall promised is kept, and fewer candidates are in vain.
  it.each([
    { threshold: 0.5, recall: 0.9 },
    { threshold: 0.5, recall: 0.95 },
    { threshold: 0.8, recall: 0.9 },
    { threshold: 0.8, recall: 0.95 },
    { threshold: 0.8, recall: 0.99 },
    { threshold: 0.9, recall: 0.95 },
  ])(
    'reaches the recall wished with fast similarity on sets of every size: $threshold, $recall',
    (wishes) => {
      const { bands, rows } = chooseBands(wishes)
      for (const union of [10, 20, 50, 200, 1000]) {
        const shared = union * wishes.threshold
        const share = candidateShare({ sketch: 'fast-similarity', bands, rows, union, shared })
        expect(share, `${union} elements`).toBeGreaterThanOrEqual(
          wishes.recall - binomialMargin(PAIRS, wishes.recall).below,
        )
      }
    },
  )
})
