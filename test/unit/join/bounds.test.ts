import { describe, expect, it } from 'vitest'
import {
  indexedSuffixBuckets,
  lengthRange,
  positionBuckets,
  prefixLength,
  suffixBuckets,
} from '../../../src/join/bounds.js'
import { InvalidOption, TooLarge } from '../../../src/model/errors.js'

describe('lengthRange', () => {
  it('compares length 9 at 0.9 with 9 and 10, and length 8 only with 8', () => {
    expect(lengthRange(9, 0.9)).toEqual({ min: 9, max: 10 })
    expect(lengthRange(8, 0.9)).toEqual({ min: 8, max: 8 })
  })

  it('is the length itself at threshold 1', () => {
    expect(lengthRange(17, 1)).toEqual({ min: 17, max: 17 })
  })

  it('is empty for the empty set', () => {
    const { min, max } = lengthRange(0, 0.5)
    expect(min).toBeGreaterThan(max)
  })

  it('holds at lengths of 2^26', () => {
    expect(lengthRange(2 ** 26, 0.5)).toEqual({ min: 2 ** 25, max: 2 ** 27 })
  })
})

describe('prefixLength', () => {
  it('at 0.9 is 1 for lengths 1–9, 2 for 10–19, 3 for 20–29', () => {
    for (let length = 1; length < 30; length++) {
      expect(prefixLength(length, 0.9)).toBe(Math.floor(length / 10) + 1)
    }
  })

  it('is ⌊(1 - J) · L⌋ + 1 in whole numbers for every J of two digits', () => {
    for (let hundredths = 1; hundredths <= 100; hundredths++) {
      for (let length = 1; length <= 300; length++) {
        const expected = Math.floor(((100 - hundredths) * length) / 100) + 1
        expect(prefixLength(length, hundredths / 100)).toBe(expected)
      }
    }
  })

  it('is 0 for the empty set and 1 at threshold 1', () => {
    expect(prefixLength(0, 0.5)).toBe(0)
    expect(prefixLength(2 ** 26, 1)).toBe(1)
  })
})

describe('positionBuckets', () => {
  it('for length 10 at 0.9 are (1, 1), (1, 2), (2, 1)', () => {
    expect(positionBuckets(10, 0.9)).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ])
  })
})

describe('indexedSuffixBuckets', () => {
  it('for length 10 at 0.9 are (1, 9), (2, 8)', () => {
    expect(indexedSuffixBuckets(10, 0.9)).toEqual([
      [1, 9],
      [2, 8],
    ])
  })
})

describe('suffixBuckets', () => {
  it('for length 10 at 0.8 are the pyramid of the book', () => {
    expect(suffixBuckets(10, 0.8)).toEqual([
      ...[1, 2, 3].map((j) => [1, j, 9]),
      ...[1, 2].map((j) => [1, j, 8]),
      [1, 1, 7],
      ...[1, 2].map((j) => [1, j, 10]),
      [1, 1, 11],
      ...[1, 2].map((j) => [2, j, 8]),
      [2, 1, 7],
      [2, 1, 9],
      [3, 1, 7],
    ])
  })

  it('is rejected if the list would not fit', () => {
    expect(() => suffixBuckets(2 ** 26, 0.5)).toThrow(TooLarge)
    expect(() => positionBuckets(10, 1e-9)).toThrow(TooLarge)
  })
})

describe('every bound', () => {
  it('refuses lengths and thresholds out of range', () => {
    for (const bound of [lengthRange, prefixLength, positionBuckets, indexedSuffixBuckets, suffixBuckets]) {
      expect(() => bound(-1, 0.5)).toThrow(InvalidOption)
      expect(() => bound(1.5, 0.5)).toThrow(InvalidOption)
      expect(() => bound(5, 0)).toThrow(InvalidOption)
      expect(() => bound(5, 1.1)).toThrow(InvalidOption)
    }
  })

  it('lists nothing for the empty set', () => {
    for (const bound of [positionBuckets, indexedSuffixBuckets, suffixBuckets])
      expect(bound(0, 0.5)).toEqual([])
  })
})
