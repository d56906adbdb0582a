import { jaccardSimilarity } from 'likewise/distance'
import {
  asString,
  indexedSuffixBuckets,
  lengthRange,
  positionBuckets,
  prefixLength,
  suffixBuckets,
} from 'likewise/textbook'
import { describe, expect, it } from 'vitest'

const probe = 'acdefghijk'
const symbolAt = (i: number) => probe[i - 1]!

describe('sets as strings', () => {
  it('ex-3.24: the set {d, a, b} is the string abd', () => {
    expect(asString(new Set(['d', 'a', 'b']))).toBe('abd')
  })
})

describe('the length filter', () => {
  it('ex-3.25: at J = 0.9, length 9 is compared up to length 10, and length 8 only with length 8', () => {
    expect(lengthRange(9, 0.9).max).toBe(10)
    expect(lengthRange(8, 0.9)).toEqual({ min: 8, max: 8 })
    expect(jaccardSimilarity('abcdefghi', 'abcdefghij')).toBe(9 / 10)
    expect(jaccardSimilarity('abcdefgh', 'abcdefghi')).toBeLessThan(0.9)
  })
})

describe('the prefix filter', () => {
  it('ex-3.26: at J = 0.9 the prefix is 1 symbol for lengths 1–9, 2 for 10–19, 3 for 20–29', () => {
    const lengths = Array.from({ length: 29 }, (_, i) => i + 1)
    const prefixes = lengths.map((length) => prefixLength(length, 0.9))
    expect(prefixes.slice(0, 9)).toEqual(Array(9).fill(1))
    expect(prefixes.slice(9, 19)).toEqual(Array(10).fill(2))
    expect(prefixes.slice(19)).toEqual(Array(10).fill(3))
  })

  it('ex-3.26: the formula of the book, ⌊(1 − J) · L⌋ + 1, loses a symbol in floating point', () => {
    expect((1 - 0.9) * 10).toBe(0.9999999999999998)
    const naive = Math.floor((1 - 0.9) * 10) + 1
    expect(naive).toBe(1)
    expect(prefixLength(10, 0.9)).toBe(2)
    // It matters: by one symbol each, these two would share no bucket, and yet they are 0.9 alike.
    const [s, t] = ['bcdefghij', 'abcdefghij']
    expect(jaccardSimilarity(s, t)).toBe(0.9)
    expect(t.slice(0, naive)).not.toContain(s.slice(0, prefixLength(9, 0.9)))
    expect(t.slice(0, prefixLength(10, 0.9))).toContain(s.slice(0, prefixLength(9, 0.9)))
  })
})

describe('the position filter', () => {
  it('ex-3.27: at J = 0.9 acdefghijk looks in (a, 1), (a, 2), (c, 1) and no other bucket', () => {
    const buckets = positionBuckets(probe.length, 0.9).map(([i, j]) => [symbolAt(i), j])
    expect(buckets).toEqual([
      ['a', 1],
      ['a', 2],
      ['c', 1],
    ])
  })
})

describe('the position and suffix filter', () => {
  it('ex-3.28: at J = 0.9 acdefghijk is put in (a, 1, 9) and (c, 2, 8)', () => {
    const buckets = indexedSuffixBuckets(probe.length, 0.9).map(([i, q]) => [symbolAt(i), i, q])
    expect(buckets).toEqual([
      ['a', 1, 9],
      ['c', 2, 8],
    ])
  })

  it('ex-3.29: at J = 0.8 acdefghijk looks in a pyramid of 14 buckets (i, j, q) and no other', () => {
    expect(suffixBuckets(probe.length, 0.8)).toEqual([
      [1, 1, 9],
      [1, 2, 9],
      [1, 3, 9],
      [1, 1, 8],
      [1, 2, 8],
      [1, 1, 7],
      [1, 1, 10],
      [1, 2, 10],
      [1, 1, 11],
      [2, 1, 8],
      [2, 2, 8],
      [2, 1, 7],
      [2, 1, 9],
      [3, 1, 7],
    ])
  })
})
