import { describe, expect, it } from 'vitest'
import { adjustedRand, areaUnderCurve, pairQuality } from '../../../bench/quality.js'

describe('measures of quality', () => {
  it('the area under the curve is 1 for a clean cut, 1/2 for a tie', () => {
    expect(areaUnderCurve([3, 4], [1, 2])).toBe(1)
    expect(areaUnderCurve([1], [1])).toBe(0.5)
    expect(areaUnderCurve([1, 3], [2, 0])).toBe(0.75)
  })

  it('precision, recall and F1 of pairs', () => {
    expect(pairQuality(3, 4, 6)).toEqual({ precision: 0.75, recall: 0.5, f1: 0.6 })
  })

  it('the adjusted Rand index is 1 for equal groups whatever their names, and as Hubert and Arabie have it', () => {
    expect(adjustedRand([1, 1, 2, 2], ['b', 'b', 'a', 'a'])).toBe(1)
    // Of 15 pairs 3 are together in one, 3 in the other, 1 in both: (1 − 0.6) / (3 − 0.6).
    expect(
      adjustedRand(
        [0, 0, 1, 1, 2, 2],
        [0, 0, 1, 2, 1, 2].map((g, i) => (i < 2 ? 9 : g)),
      ),
    ).toBeCloseTo(0.4 / 2.4)
  })
})
