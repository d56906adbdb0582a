import { describe, expect, it } from 'vitest'
import { collapseEqual } from '../../../src/engine/inline/distinct.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { shingleCollection } from '../../../src/text/shingles.js'

const OPTIONS = { k: 1 }

function collapse(texts: readonly string[]) {
  return collapseEqual(shingleCollection(texts, OPTIONS), texts, OPTIONS)
}

describe('collapseEqual', () => {
  it('keeps the first of equal documents, drops empty ones, and knows the copies of each', () => {
    const distinct = collapse(['', 'a b', 'c', 'A  B', '', 'a b', 'a'])
    expect(distinct.collection).toEqual(shingleCollection(['a b', 'c', 'a'], OPTIONS))
    expect(distinct.copies).toEqual([[1, 3, 5], [2], [6]])
    expect(distinct.empty).toBe(2)
  })

  it('distinguishes documents that have the same shingles in another order', () => {
    expect(collapse(['a b', 'b a', 'a b', 'b A', 'c']).copies).toEqual([[0, 2], [1, 3], [4]])
  })

  it('of nothing is nothing', () => {
    expect(collapse([])).toEqual({ collection: makeSetCollection([]), copies: [], empty: 0 })
    expect(collapse(['', ''])).toMatchObject({ copies: [], empty: 2 })
  })
})
