import { describe, expect, it } from 'vitest'
import { bagCounts, bagDistance, bagSimilarity } from '../../../src/distance/bags.js'
import { jaccardDistance, jaccardSimilarity } from '../../../src/distance/jaccard.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const bags = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12, size: 'max' })

describe('the similarity of bags', () => {
  it('has the values of example 3.2', () => {
    const [a, b] = [
      ['a', 'a', 'a', 'b'],
      ['a', 'a', 'b', 'b', 'c'],
    ] as const
    expect(bagSimilarity(a, b, { union: 'sum' })).toBe(1 / 3)
    expect(bagSimilarity(a, b, { union: 'max' })).toBe(1 / 2)
    expect(bagSimilarity(a, b)).toBe(1 / 2)
    expect(bagDistance(a, b)).toBe(1 / 2)
  })

  it('is the similarity of the sets of (element, copy number)', () => {
    const law = fc.property(bags, bags, (a, b) => {
      expect(bagSimilarity(a, b)).toBe(jaccardSimilarity(copies(a), copies(b)))
      expect(bagDistance(a, b)).toBe(jaccardDistance(copies(a), copies(b)))
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('with the sum union is max / (1 + max)', () => {
    const law = fc.property(bags, bags, (a, b) => {
      const most = bagSimilarity(a, b, { union: 'max' })
      expect(bagSimilarity(a, b, { union: 'sum' })).toBeCloseTo(most / (1 + most), 14)
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('with the sum union is one half for equal bags, empty ones included', () => {
    const law = fc.property(bags, (a) => {
      expect(bagSimilarity(a, [...a].reverse(), { union: 'sum' })).toBe(1 / 2)
      expect(bagSimilarity(a, [...a].reverse())).toBe(1)
    })
    fc.assert(law, { numRuns: cases(100) })
    expect(bagDistance([], [])).toBe(0)
  })

  it('of bags without repeats is the similarity of the sets', () => {
    expect(bagSimilarity([1, 2, 3, 4], [2, 3, 5, 7])).toBe(jaccardSimilarity([1, 2, 3, 4], [2, 3, 5, 7]))
  })

  it('refuses another union and what is no element', () => {
    const union = 'both' as 'sum'
    expect(() => bagSimilarity([], [], { union })).toThrow(InvalidOption)
    expect(() => bagSimilarity([], [null as unknown as string])).toThrow(InvalidValue)
    expect(() => bagDistance(null as unknown as string, [])).toThrow(InvalidValue)
  })
})

describe('the counts of a bag', () => {
  it('give the copies of each element', () => {
    expect([...bagCounts('abcab')]).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ])
    expect(bagCounts([]).size).toBe(0)
  })
})

function copies(bag: readonly string[]): string[] {
  return bag.map((element, i) => `${element}${bag.slice(0, i).filter((other) => other === element).length}`)
}
