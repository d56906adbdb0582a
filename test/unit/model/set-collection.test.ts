import { describe, expect, it } from 'vitest'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import {
  collectSortedSets,
  makeSetCollection,
  selectSets,
  setAt,
  sizeAt,
  sortedSet,
  sortInPlace,
} from '../../../src/model/set-collection.js'

describe('a set collection', () => {
  it('is one array of ascending elements without repeats', () => {
    const collection = makeSetCollection([[3, 1, 3], [], [2 ** 32 - 1, 0, 2 ** 31]])
    expect(collection.count).toBe(3)
    expect([...collection.offsets]).toEqual([0, 2, 2, 5])
    expect([...collection.elements]).toEqual([1, 3, 0, 2 ** 31, 2 ** 32 - 1])
  })

  it('gives back each set and its size', () => {
    const collection = makeSetCollection([[5, 4], [], [9]])
    expect([0, 1, 2].map((i) => [...setAt(collection, i)])).toEqual([[4, 5], [], [9]])
    expect([0, 1, 2].map((i) => sizeAt(collection, i))).toEqual([2, 0, 1])
  })

  it('consists of the chosen sets of another', () => {
    const lists = [[5, 4], [], [9], [1], [2, 3], []]
    const collection = makeSetCollection(lists)
    for (let subset = 0; subset < 2 ** lists.length; subset++) {
      const indexes = [...lists.keys()].filter((i) => ((subset >>> i) & 1) === 1)
      const chosen = selectSets(collection, indexes)
      expect(chosen).toEqual(makeSetCollection(indexes.map((i) => lists[i]!)))
    }
  })

  it('rejects the number of a set that does not exist', () => {
    const collection = makeSetCollection([[1]])
    for (const index of [-1, 1, Number.NaN]) expect(() => setAt(collection, index)).toThrow(InvalidOption)
  })

  it('returns views, not copies', () => {
    const collection = makeSetCollection([[1], [2]])
    expect(setAt(collection, 1).buffer).toBe(collection.elements.buffer)
  })

  it('takes any iterables', () => {
    const sets = new Set([new Set([2, 1]), Uint32Array.of(7, 7), (function* () {})()])
    const collection = makeSetCollection(sets as Iterable<Iterable<number>>)
    expect([...collection.elements]).toEqual([1, 2, 7])
    expect(collection.count).toBe(3)
  })

  it('of nothing is empty', () => {
    expect(makeSetCollection([])).toEqual({
      count: 0,
      offsets: new Uint32Array(1),
      elements: new Uint32Array(0),
    })
  })

  it('gathers sorted sets as they are', () => {
    const sets = [Uint32Array.of(1, 5), new Uint32Array(0), Uint32Array.of(2)]
    expect(collectSortedSets(sets)).toEqual(makeSetCollection(sets))
  })
})

describe('sortedSet', () => {
  it('sorts as unsigned numbers, not as text', () => {
    expect([...sortedSet([10, 9, 2 ** 31, 100, 9])]).toEqual([9, 10, 100, 2 ** 31])
  })

  it('leaves its input as it was', () => {
    const values = [3, 2, 1]
    sortedSet(values)
    expect(values).toEqual([3, 2, 1])
    const typed = Uint32Array.of(3, 2, 1)
    sortedSet(typed)
    expect([...typed]).toEqual([3, 2, 1])
  })

  it('rejects anything that is not a 32-bit number, with its position', () => {
    for (const wrong of [-1, 0.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY, '3' as unknown as number]) {
      const attempt = () => sortedSet([1, 2, wrong])
      expect(attempt).toThrow(InvalidValue)
      expect(attempt).toThrow(expect.objectContaining({ value: wrong, position: 2 }))
    }
  })
})

describe('sortInPlace', () => {
  it('gives a view without repeats of the same memory', () => {
    const values = Uint32Array.of(4, 1, 4, 1, 1)
    const set = sortInPlace(values)
    expect([...set]).toEqual([1, 4])
    expect(set.buffer).toBe(values.buffer)
    expect(sortInPlace(new Uint32Array(0)).length).toBe(0)
  })
})
