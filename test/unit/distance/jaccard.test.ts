import { describe, expect, it } from 'vitest'
import {
  expectedJaccard,
  jaccardDistance,
  jaccardSimilarity,
  overlap,
} from '../../../src/distance/jaccard.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const sets = fc.array(fc.nat({ max: 30 }), { maxLength: 40, size: 'max' })

describe('the Jaccard similarity of sets', () => {
  it('is the shared part of all elements', () => {
    expect(jaccardSimilarity([1, 2, 3, 4, 5], [3, 4, 5, 6, 7, 8])).toBe(3 / 8)
    expect(jaccardDistance([1, 2, 3, 4, 5], [3, 4, 5, 6, 7, 8])).toBe(5 / 8)
    expect(jaccardSimilarity(['a', 'd'], ['a', 'c', 'd'])).toBe(2 / 3)
  })

  it('is 1 exactly when the sets are equal, and 0 exactly when they share nothing', () => {
    const law = fc.property(sets, sets, (a, b) => {
      const [setA, setB] = [new Set(a), new Set(b)]
      const equal = setA.size === setB.size && a.every((element) => setB.has(element))
      const apart = !a.some((element) => setB.has(element)) && !(setA.size === 0 && setB.size === 0)
      expect(jaccardSimilarity(a, b) === 1).toBe(equal)
      expect(jaccardSimilarity(a, b) === 0).toBe(apart)
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('and the distance add up to 1', () => {
    const law = fc.property(sets, sets, (a, b) => {
      expect(jaccardSimilarity(a, b) + jaccardDistance(a, b)).toBeCloseTo(1, 14)
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('does not depend on repeats, on order, or on the kind of iterable', () => {
    const law = fc.property(sets, sets, (a, b) => {
      const expected = jaccardSimilarity(a, b)
      expect(jaccardSimilarity([...a, ...a].reverse(), new Set(b))).toBe(expected)
      expect(jaccardSimilarity(Uint32Array.from(a), b.values())).toBe(expected)
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('of two empty sets is 1, and their distance is 0, because equal sets have distance 0', () => {
    expect(jaccardSimilarity([], new Set())).toBe(1)
    expect(jaccardDistance([], new Set())).toBe(0)
    expect(jaccardSimilarity([], [1])).toBe(0)
    expect(jaccardDistance([], [1])).toBe(1)
  })

  it('keeps numbers and strings apart', () => {
    expect(overlap([1, 2], ['1', 2])).toBe(1)
  })

  it('rejects invalid elements, and says where', () => {
    const odd = [1, {} as number]
    expect(() => jaccardSimilarity([1], odd)).toThrow(InvalidValue)
    expect(() => jaccardSimilarity([1], odd)).toThrow('at position 1')
    expect(() => jaccardDistance([Number.NaN], [])).toThrow(InvalidValue)
    expect(() => overlap(undefined as unknown as string[], [])).toThrow(InvalidValue)
    expect(() => overlap([], 7 as unknown as string[])).toThrow('a set is 7')
  })
})

describe('the overlap of sets', () => {
  it('counts the elements in both, once each', () => {
    expect(overlap('abcab', 'bcd')).toBe(2)
    const law = fc.property(sets, sets, (a, b) => {
      expect(overlap(a, b)).toBe([...new Set(a)].filter((element) => b.includes(element)).length)
    })
    fc.assert(law, { numRuns: cases(200) })
  })
})

describe('the expected similarity of random sets', () => {
  it('has the values of exercise 3.1.3', () => {
    expect(expectedJaccard(10, 4)).toBeCloseTo(0.270612, 6)
    expect(expectedJaccard(100, 10)).toBeCloseTo(0.055119, 6)
  })

  it('is the mean over all pairs of subsets', () => {
    for (let universe = 0; universe <= 7; universe++) {
      for (let size = 0; size <= universe; size++) {
        const all = subsets(universe, size)
        const first = all[0]!
        const mean = all.reduce((sum, set) => sum + jaccardSimilarity(first, set), 0) / all.length
        expect(expectedJaccard(universe, size)).toBeCloseTo(mean, 12)
      }
    }
  })

  it('agrees with binomial coefficients in whole numbers', () => {
    for (const [universe, size] of [
      [60, 30],
      [200, 150],
      [1000, 7],
      [1000, 993],
    ] as const) {
      expect(expectedJaccard(universe, size)).toBeCloseTo(exactExpectation(universe, size), 12)
    }
  })

  it('of large sets is near the similarity at the mean overlap', () => {
    expect(expectedJaccard(2 ** 32, 2 ** 31)).toBeCloseTo(1 / 3, 9)
    expect(expectedJaccard(2 ** 32, 2 ** 20)).toBeCloseTo(1 / (2 ** 13 - 1), 9)
    expect(expectedJaccard(2 ** 32, 2 ** 32)).toBe(1)
  })

  it('refuses sizes beyond the universe, and fractions', () => {
    expect(() => expectedJaccard(10, 11)).toThrow(InvalidOption)
    expect(() => expectedJaccard(10, 1.5)).toThrow('invalid size: 1.5')
    expect(() => expectedJaccard(-1, 0)).toThrow(InvalidOption)
    expect(() => expectedJaccard(Number.NaN, 0)).toThrow('invalid universe: NaN')
  })
})

function subsets(universe: number, size: number): number[][] {
  if (size === 0) return [[]]
  if (size > universe) return []
  const last = universe - 1
  return [...subsets(last, size), ...subsets(last, size - 1).map((set) => [...set, last])]
}

function exactExpectation(universe: number, size: number): number {
  const all = choose(universe, size)
  let sum = 0
  for (let k = 0; k <= size; k++) {
    const ways = choose(size, k) * choose(universe - size, size - k)
    sum += (Number((ways * 10n ** 20n) / all) / 1e20) * (k / (2 * size - k))
  }
  return sum
}

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let ways = 1n
  for (let i = 1; i <= k; i++) ways = (ways * BigInt(n - k + i)) / BigInt(i)
  return ways
}
