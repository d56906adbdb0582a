import {
  bagSimilarity,
  expectedJaccard,
  jaccardDistance,
  jaccardSimilarity,
  overlap,
} from 'likewise/distance'
import { describe, expect, it } from 'vitest'
import { cases } from '../depth.js'
import fc from '../property.js'

/** The set of the rows in which a column of the characteristic matrix has a 1. */
const rowsOf = (column: string) => column.split(' ').flatMap((bit, row) => (bit === '1' ? [row] : []))

describe('similarity of sets', () => {
  it('jaccard-venn: 3 shared elements of 8 give a similarity of 3/8 and a distance of 5/8', () => {
    const left = ['shared 1', 'shared 2', 'shared 3', 'left 1', 'left 2']
    const right = ['shared 1', 'shared 2', 'shared 3', 'right 1', 'right 2', 'right 3']
    expect(overlap(left, right)).toBe(3)
    expect(new Set([...left, ...right]).size).toBe(8)
    expect(jaccardSimilarity(left, right)).toBe(3 / 8)
    expect(jaccardDistance(left, right)).toBe(5 / 8)
  })

  it('jaccard-matrix: two columns with 2 rows of both and 5 rows of either have similarity 2/5', () => {
    expect(jaccardSimilarity(rowsOf('0 1 1 0 1 0'), rowsOf('1 0 1 0 1 1'))).toBe(2 / 5)
  })

  it('jaccard-one-hot: the two vectors have similarity 1/3', () => {
    expect(jaccardSimilarity(rowsOf('0 1 1 0 0 0 1'), rowsOf('1 0 1 1 0 1 1'))).toBe(1 / 3)
  })

  it('jaccard-S1-S4: {a, d} and {a, c, d} have similarity 2/3', () => {
    expect(jaccardSimilarity(['a', 'd'], ['a', 'c', 'd'])).toBe(2 / 3)
  })

  it('ex-3.1.1: the three sets have similarities 1/3, 2/5 and 1/6', () => {
    const [first, second, third] = [
      [1, 2, 3, 4],
      [2, 3, 5, 7],
      [2, 4, 6],
    ]
    expect(jaccardSimilarity(first!, second!)).toBe(1 / 3)
    expect(jaccardSimilarity(first!, third!)).toBe(2 / 5)
    expect(jaccardSimilarity(second!, third!)).toBe(1 / 6)
  })

  it('ex-3.1.3: two random subsets, 4 of 10 or 10 of 100 elements, have the expected similarity', () => {
    expect(expectedJaccard(10, 4)).toBeCloseTo(0.270612, 6)
    expect(expectedJaccard(100, 10)).toBeCloseTo(0.055119, 6)
  })
})

describe('similarity of bags', () => {
  it('ex-3.2 bags: aaab and aabbc have similarity 1/3 with the sum as union, 1/2 with the maximum', () => {
    const [left, right] = ['aaab', 'aabbc']
    expect(bagSimilarity(left, right, { union: 'sum' })).toBe(3 / 9)
    expect(bagSimilarity(left, right, { union: 'sum' })).toBe(1 / 3)
    expect(bagSimilarity(left, right, { union: 'max' })).toBe(3 / 6)
    expect(bagSimilarity(left, right, { union: 'max' })).toBe(1 / 2)
  })

  it('ex-3.2 bags: the similarity by sum is always J / (1 + J), with J the similarity by maximum', () => {
    const bags = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
    const law = fc.property(bags, bags, (left, right) => {
      const most = bagSimilarity(left, right, { union: 'max' })
      expect(bagSimilarity(left, right, { union: 'sum' })).toBeCloseTo(most / (1 + most), 12)
    })
    fc.assert(law, { numRuns: cases(1000) })
  })

  it('ex-3.1.2 bags: the three bags have similarities 1/3, 1/4 and 1/3', () => {
    const [first, second, third] = [
      [1, 1, 1, 2],
      [1, 1, 2, 2, 3],
      [1, 2, 3, 4],
    ]
    expect(bagSimilarity(first!, second!, { union: 'sum' })).toBe(1 / 3)
    expect(bagSimilarity(first!, third!, { union: 'sum' })).toBe(1 / 4)
    expect(bagSimilarity(second!, third!, { union: 'sum' })).toBe(1 / 3)
  })
})
