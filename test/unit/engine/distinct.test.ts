import { describe, expect, it } from 'vitest'
import { collapseIdentical } from '../../../src/engine/inline/distinct.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

describe('collapseIdentical', () => {
  it('keeps the first of equal sets, drops empty ones, and knows the copies of each', () => {
    const distinct = collapseIdentical(makeSetCollection([[], [1, 2], [3], [2, 1], [], [1, 2], [1]]))
    expect(distinct.collection).toEqual(makeSetCollection([[1, 2], [3], [1]]))
    expect(distinct.copies).toEqual([[1, 3, 5], [2], [6]])
    expect(distinct.empty).toBe(2)
  })

  it('of nothing is nothing', () => {
    expect(collapseIdentical(makeSetCollection([]))).toEqual({
      collection: makeSetCollection([]),
      copies: [],
      empty: 0,
    })
    expect(collapseIdentical(makeSetCollection([[], []]))).toMatchObject({ copies: [], empty: 2 })
  })
})
