import { describe, expect, it } from 'vitest'
import { type CompareOptions, compare } from '../../../src/engine/inline/compare.js'
import { InvalidOption } from '../../../src/model/errors.js'

const chars = (k: number, bag = false) => ({ shingle: { kind: 'chars', k, bag } }) as const

describe('compare', () => {
  it('shows what two texts share and what only one of them has, in the order of the text', () => {
    expect(compare('abcdabd', 'bcdabcd', chars(2))).toMatchObject({
      similarity: 4 / 5,
      containment: { aInB: 4 / 5, bInA: 1 },
      shared: ['ab', 'bc', 'cd', 'da'],
      onlyA: ['bd'],
      onlyB: [],
    })
    const { shared } = compare('xbay', 'ybax', chars(1))
    expect(shared).toEqual(['x', 'b', 'a', 'y'])
  })

  it('shares a shingle of a bag as often as both have it', () => {
    const comparison = compare('aab', 'aaab', chars(1, true))
    expect(comparison).toMatchObject({
      similarity: 3 / 4,
      containment: { aInB: 1, bInA: 3 / 4 },
      shared: ['a', 'a', 'b'],
      onlyA: [],
      onlyB: ['a'],
    })
    expect(compare('aab', 'aaab', chars(1)).similarity).toBe(1)
  })

  it('estimates 1 for equal sets and 0 for disjoint ones', () => {
    const text = 'the plane was ready for touch down and then it was gone'
    expect(compare(text, text.toUpperCase())).toMatchObject({ similarity: 1, estimate: 1 })
    expect(compare('aaaa', 'bbbb', chars(2))).toMatchObject({ similarity: 0, estimate: 0 })
  })

  it('estimates near the similarity', () => {
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' ')
    for (const shift of [5, 20, 50, 90]) {
      for (const sketch of ['fast-similarity', 'minhash'] as const) {
        const options: CompareOptions = { shingle: { k: 1 }, sketch: { sketch, slots: 4096 } }
        const { similarity, estimate } = compare(words(0, 100), words(shift, 100 + shift), options)
        expect(similarity).toBe((100 - shift) / (100 + shift))
        const deviation = Math.sqrt((similarity * (1 - similarity)) / 4096)
        expect(Math.abs(estimate - similarity)).toBeLessThan(4 * deviation)
        expect(Math.abs(estimate - similarity)).toBeGreaterThan(0)
      }
    }
  })

  it('finds an empty text similar to nothing, not even to another', () => {
    for (const [a, b] of [
      ['', ''],
      ['', 'some words here'],
      ['…', 'some words here'],
    ] as const) {
      expect(compare(a, b)).toMatchObject({
        similarity: 0,
        estimate: 0,
        containment: { aInB: 0, bInA: 0 },
        shared: [],
      })
    }
  })

  it('refuses what is not a text, and options out of range', () => {
    expect(() => compare('a', 5 as unknown as string)).toThrow(InvalidOption)
    expect(() => compare(undefined as unknown as string, 'a')).toThrow(InvalidOption)
    expect(() => compare('a', 'b', chars(0))).toThrow(InvalidOption)
    expect(() => compare('a', 'b', { sketch: { slots: 0 } })).toThrow(InvalidOption)
    expect(() => compare('a', 'b', { shingles: {} } as CompareOptions)).toThrow(InvalidOption)
  })
})
