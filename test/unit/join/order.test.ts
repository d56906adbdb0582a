import { describe, expect, it } from 'vitest'
import { applyOrder, asString, orderByFrequency, orderSet, rankOf } from '../../../src/join/order.js'
import { makeSetCollection, setAt } from '../../../src/model/set-collection.js'

describe('orderByFrequency', () => {
  const collection = makeSetCollection([[10, 20, 30], [10, 20], [10, 5], []])
  const order = orderByFrequency(collection)

  it('puts rare elements first, ties by value', () => {
    const byRank = [10, 20, 30, 5].sort((x, y) => rankOf(order, x) - rankOf(order, y))
    expect(byRank).toEqual([5, 30, 20, 10])
  })

  it('gives the known elements the last ranks, without gaps', () => {
    const ranks = [5, 30, 20, 10].map((element) => rankOf(order, element) - order.firstKnownRank)
    expect(ranks).toEqual([0, 1, 2, 3])
    expect(rankOf(order, 10)).toBe(2 ** 32 - 1)
  })

  it('puts unknown elements before all known ones, each with its own rank', () => {
    const unknown = [0, 4, 6, 11, 25, 31, 2 ** 32 - 1].map((element) => rankOf(order, element))
    expect(unknown).toEqual([0, 4, 5, 9, 22, 27, 2 ** 32 - 5])
    expect(Math.max(...unknown)).toBeLessThan(order.firstKnownRank)
  })

  it('works for a collection without elements', () => {
    const nothing = orderByFrequency(makeSetCollection([]))
    expect(rankOf(nothing, 7)).toBe(7)
  })

  it('writes a probe with unknown elements first, at its full length', () => {
    const probe = [...orderSet(order, Uint32Array.of(7, 10, 20, 40))]
    expect(probe).toEqual([6, 36, 2 ** 32 - 2, 2 ** 32 - 1])
  })

  it('writes each set of a collection as ascending ranks', () => {
    const ordered = applyOrder(collection, order)
    expect(ordered.offsets).toEqual(collection.offsets)
    expect([...setAt(ordered, 0)].map((rank) => rank - order.firstKnownRank)).toEqual([1, 2, 3])
    expect([...setAt(ordered, 2)].map((rank) => rank - order.firstKnownRank)).toEqual([0, 3])
  })
})

describe('asString', () => {
  it('writes {d, a, b} as abd', () => {
    expect(asString(['d', 'a', 'b'])).toBe('abd')
    expect(asString(new Set('dab'))).toBe('abd')
  })

  it('writes a repeated symbol once and no symbols as the empty string', () => {
    expect(asString('banana')).toBe('abn')
    expect(asString([])).toBe('')
  })
})
