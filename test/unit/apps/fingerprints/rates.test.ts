import { describe, expect, it } from 'vitest'
import { rankCurve } from '../../../../src/apps/fingerprints/rank-curve.js'
import { equalErrorInterval } from '../../../../src/apps/fingerprints/rate-interval.js'
import { ranksOf } from '../../../../src/apps/fingerprints/same-fingers.js'
import { Random } from '../../../../src/hash/random.js'
import { type PairBatch, PairBuilder } from '../../../../src/model/pair.js'

const prints = (fingers: number, each: number) =>
  Array.from({ length: fingers * each }, (_, i) => ({
    id: String(i),
    finger: String(Math.floor(i / each)),
    minutiae: [],
  }))

/** All pairs, with scores that a function gives. */
function scored(
  count: number,
  score: (a: number, b: number) => number,
): { compared: PairBatch; pairs: number } {
  const pairs = new PairBuilder()
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pairs.add(a, b, score(a, b))
  return { compared: pairs.pairs(), pairs: (count * (count - 1)) / 2 }
}

describe('the interval of the equal error rate', () => {
  it('is the rule of three if there is no error', () => {
    const interval = equalErrorInterval(
      prints(20, 2),
      scored(40, (a, b) => (a >> 1 === b >> 1 ? 0.9 : 0.1)),
    )
    expect(interval).toEqual({ low: 0, high: 0.15 })
  })

  it('covers the rate that the scores were made with, in about 95 of 100 cases', () => {
    // Genuine scores are normal around 1, impostor ones around -1: the equal error rate is that of the normal law above 1.
    const truth = 0.1587
    let covered = 0
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed)
      const { low, high } = equalErrorInterval(
        prints(40, 2),
        scored(80, (a, b) => random.normal() + (a >> 1 === b >> 1 ? 1 : -1) + 10),
      )
      if (low <= truth && truth <= high) covered++
    }
    // Of 40 cases at 95 %, fewer than 33 come once in a thousand times.
    expect(covered).toBeGreaterThanOrEqual(33)
  })

  it('does not count prints of unknown fingers', () => {
    const known = prints(10, 2)
    const unknown = { id: 'x', minutiae: [] }
    const score = (a: number, b: number) => (a >> 1 === b >> 1 ? 0.9 : 0.1)
    expect(equalErrorInterval([...known, unknown], scored(21, score))).toEqual(
      equalErrorInterval(known, scored(20, score)),
    )
  })
})

describe('the curve of ranks', () => {
  it('counts how often the finger of a probe is among the first, with intervals by fingers', () => {
    const curve = rankCurve([1, 1, 2, 7, Number.POSITIVE_INFINITY], 5, 12)
    expect(curve.map(({ rank, share }) => [rank, share])).toEqual([
      [1, 0.4],
      [2, 0.6],
      [3, 0.6],
      [5, 0.6],
      [10, 0.8],
    ])
    for (const { share, low, high } of curve) expect(low < share && share < high).toBe(true)
  })

  it('ranks other fingers first if scores are equal, and leaves out fingers with one print', () => {
    const four = [...prints(2, 2), { id: 'alone', finger: 'alone', minutiae: [] }]
    const pairs = new PairBuilder()
    for (const [a, b, score] of [
      [0, 1, 0.5],
      [0, 2, 0.5],
      [1, 2, 0.2],
      [1, 4, 0.6],
    ] as const)
      pairs.add(a, b, score)
    expect(ranksOf(four, { compared: pairs.pairs(), pairs: 10 })).toEqual([
      2,
      2,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ])
  })
})
