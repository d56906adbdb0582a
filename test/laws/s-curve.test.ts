import {
  type BandLayout,
  candidateProbability,
  chooseBands,
  findCandidates,
  makeSketcher,
  sketchAll,
} from 'likewise/sketch'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../depth.js'
import { binomialMargin } from './binomial.js'
import { makeSetPair } from './set-pairs.js'

interface Case {
  readonly sketch: 'minhash' | 'fast-similarity'
  /** Elements of both sets together, and of those the shared. */
  readonly union: number
  readonly shared: number
}

const PAIRS = byDepth({ short: 500, long: 1500 })
const SEEDS = 10

/**
 * For each layout the share of pairs of random sets, sketched with 10 seeds, that become candidates: independent
 * trials. The layouts see the same pairs.
 */
function candidateShares({ sketch, union, shared }: Case, layouts: readonly BandLayout[]): number[] {
  const apart = union - shared
  const found = layouts.map(() => 0)
  for (let seed = 1; seed <= SEEDS; seed++) {
    const sets = Array.from({ length: PAIRS / SEEDS }, (_, i) =>
      makeSetPair(shared, apart >> 1, apart - (apart >> 1), 'random', seed * PAIRS + i),
    ).flatMap(({ a, b }) => [a, b])
    layouts.forEach(({ bands, rows }, layout) => {
      const signatures = sketchAll(sets, makeSketcher({ sketch, slots: bands * rows, seed }))
      const { a, b } = findCandidates(signatures, { bands, rows })
      found[layout]! += a.filter((first, i) => first % 2 === 0 && b[i] === first + 1).length
    })
  }
  return found.map((number) => number / PAIRS)
}

const LAYOUTS = [
  { bands: 10, rows: 3 },
  { bands: 20, rows: 5 },
  { bands: 13, rows: 7 },
  { bands: 5, rows: 10 },
]

/** Holds the shares to the S-curve. The margin is widest where P = 1/2: there a share that is 0.073 off fails in a long run. */
function expectCurve(sizes: Case): void {
  candidateShares(sizes, LAYOUTS).forEach((share, i) => {
    const expected = candidateProbability(sizes.shared / sizes.union, LAYOUTS[i]!)
    const margin = binomialMargin(PAIRS, expected)
    const about = `${LAYOUTS[i]!.bands} bands of ${LAYOUTS[i]!.rows} rows`
    expect(share, about).toBeLessThanOrEqual(expected + margin.above)
    expect(share, about).toBeGreaterThanOrEqual(expected - margin.below)
  })
}

describe('the probability of becoming a candidate', () => {
  it.each([10, 20, 30, 40, 45])('follows the S-curve with minhash: %i of 50 elements shared', (shared) => {
    expectCurve({ sketch: 'minhash', union: 50, shared })
  })

  it.each([400, 800, 1200, 1600, 1800])(
    'follows it with fast similarity on large sets: %i of 2000 elements shared',
    (shared) => {
      expectCurve({ sketch: 'fast-similarity', union: 2000, shared })
    },
  )

  // The slots of Fast Similarity Sketching vary less together than independent ones (sampling without replacement), so
  // on small sets the curve is steeper: the recall promised is kept, and fewer candidates are in vain.
  it.each([
    { threshold: 0.5, recalls: [0.9, 0.95] },
    { threshold: 0.8, recalls: [0.9, 0.95, 0.99] },
    { threshold: 0.9, recalls: [0.95] },
  ])(
    'reaches the requested recall with fast similarity on sets of every size: $threshold, $recalls',
    ({ threshold, recalls }) => {
      const layouts = recalls.map((recall) => chooseBands({ threshold, recall }))
      for (const union of [10, 20, 50, 200, 1000]) {
        const shares = candidateShares(
          { sketch: 'fast-similarity', union, shared: union * threshold },
          layouts,
        )
        shares.forEach((share, i) => {
          const recall = recalls[i]!
          expect(share, `${union} elements, ${recall}`).toBeGreaterThanOrEqual(
            recall - binomialMargin(PAIRS, recall).below,
          )
        })
      }
    },
  )
})
