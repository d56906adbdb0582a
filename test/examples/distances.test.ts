import {
  bagDistance,
  chebyshev,
  cosineDistance,
  cosineSimilarity,
  editDistance,
  editDistanceWithin,
  euclidean,
  hammingDistance,
  jaccardDistance,
  lcsLength,
  longestCommonSubsequence,
  manhattan,
  minkowski,
} from 'likewise/distance'
import { describe, expect, it } from 'vitest'

describe('distances of vectors', () => {
  it('ex-3.12: (2, 7) and (6, 4) are 5 apart by L2, 7 by L1 and 4 by L∞', () => {
    const [p, q] = [
      [2, 7],
      [6, 4],
    ] as const
    expect([euclidean(p, q), manhattan(p, q), chebyshev(p, q)]).toEqual([5, 7, 4])
    expect([minkowski(p, q, 2), minkowski(p, q, 1), minkowski(p, q, Infinity)]).toEqual([5, 7, 4])
  })

  it('ex-3.13: the cosine of [1, 2, −1] and [2, 1, 1] is 1/2, the angle 60°', () => {
    expect(cosineSimilarity([1, 2, -1], [2, 1, 1])).toBe(1 / 2)
    expect(cosineDistance([1, 2, -1], [2, 1, 1])).toBeCloseTo(60, 12)
  })

  it('ex-3.16: 10101 and 11110 differ in 3 places', () => {
    expect(hammingDistance('10101', '11110')).toBe(3)
    expect(hammingDistance([1, 0, 1, 0, 1], [1, 1, 1, 1, 0])).toBe(3)
  })
})

describe('edit distance', () => {
  it('ex-3.14: abcde and acfdeg share acde and are 5 + 6 − 2 · 4 = 3 edits apart', () => {
    expect(longestCommonSubsequence('abcde', 'acfdeg')).toBe('acde')
    expect(lcsLength('abcde', 'acfdeg')).toBe(4)
    expect(editDistance('abcde', 'acfdeg')).toBe(3)
    expect(editDistance('abcde', 'acfdeg')).toBe(5 + 6 - 2 * lcsLength('abcde', 'acfdeg'))
    expect(editDistanceWithin('abcde', 'acfdeg', 3)).toBe(3)
    expect(editDistanceWithin('abcde', 'acfdeg', 2)).toBeUndefined()
  })

  it('ex-3.15: aba and bab share ab or ba and are 2 edits apart', () => {
    expect(['ab', 'ba']).toContain(longestCommonSubsequence('aba', 'bab'))
    expect(lcsLength('aba', 'bab')).toBe(2)
    expect(editDistance('aba', 'bab')).toBe(2)
  })
})

describe('the axioms of a distance', () => {
  it('axioms: every distance is ≥ 0, 0 only for equal items, symmetric, and no detour is shorter', () => {
    const sets = [[], ['a'], ['a', 'd'], ['a', 'c', 'd'], ['b', 'c', 'd', 'e'], ['e']]
    const bags = ['', 'a', 'aab', 'aabbc', 'abbb', 'cc']
    const texts = ['', 'abcde', 'acfdeg', 'aba', 'bab', 'gedfca']
    // No two of them in the same direction: for the angle such vectors are one.
    const points = [
      [2, 7],
      [6, 4],
      [-1, 3],
      [0.5, -2],
      [-3, -3],
      [1, 0],
    ]
    expectAxioms(jaccardDistance, sets)
    expectAxioms(bagDistance, bags)
    expectAxioms(euclidean, points)
    expectAxioms(manhattan, points)
    expectAxioms(chebyshev, points)
    expectAxioms((p: readonly number[], q: readonly number[]) => minkowski(p, q, 3), points)
    expectAxioms(cosineDistance, points)
    expectAxioms(editDistance, texts)
    expectAxioms(
      (a: string, b: string) => hammingDistance(a, b),
      ['10101', '11110', '00000', '10100', '01011'],
    )
    expectAxioms((p: readonly number[], q: readonly number[]) => hammingDistance(p, q), points)
  })
})

/** The four axioms on all triples of items, which are all different. Angles and roots are rounded at 1e-14. */
function expectAxioms<Item>(distance: (a: Item, b: Item) => number, items: readonly Item[]): void {
  items.forEach((a, i) => {
    items.forEach((b, j) => {
      const way = distance(a, structuredClone(b))
      expect(way).toBeGreaterThanOrEqual(0)
      expect(way === 0).toBe(i === j)
      expect(distance(b, a)).toBe(way)
      for (const c of items) expect(way).toBeLessThanOrEqual((distance(a, c) + distance(c, b)) * (1 + 1e-14))
    })
  })
}
