import { describe, expect, it } from 'vitest'
import { joinEveryPair } from '../../../src/join/every-pair.js'
import { InvalidOption } from '../../../src/model/errors.js'
import type { PairBatch } from '../../../src/model/pair.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

const listed = ({ a, b, similarity }: PairBatch) => [...a].map((_, i) => [a[i], b[i], similarity[i]])

describe('joinEveryPair', () => {
  const collection = makeSetCollection([[1, 2, 3, 4], [2, 3, 5, 7], [], [2, 4, 6], [1, 2, 3, 4], []])

  it('finds each pair that reaches the Jaccard threshold once, equality included', () => {
    expect(listed(joinEveryPair(collection, { threshold: 2 / 5 }))).toEqual([
      [0, 3, 2 / 5],
      [0, 4, 1],
      [3, 4, 2 / 5],
    ])
  })

  it('for containment, finds each ordered pair in which the first is contained in the second', () => {
    expect(listed(joinEveryPair(collection, { threshold: 2 / 3, measure: 'containment' }))).toEqual([
      [0, 4, 1],
      [3, 0, 2 / 3],
      [3, 4, 2 / 3],
      [4, 0, 1],
    ])
  })

  it('matches empty sets with nothing, not even with each other', () => {
    const pairs = joinEveryPair(makeSetCollection([[], [], [1]]), { threshold: Number.MIN_VALUE })
    expect(pairs.count).toBe(0)
  })

  it('refuses a threshold out of range', () => {
    expect(() => joinEveryPair(collection, { threshold: 0 })).toThrow(InvalidOption)
  })
})
