import { describe, expect, it } from 'vitest'
import {
  firstOfEach,
  firstOfEachSet,
  firstOfEachText,
  identicalSets,
  identicalTexts,
} from '../../../src/join/identical.js'
import { identicalBySampling } from '../../../src/join/identical-sampling.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

describe('identical items', () => {
  it('are texts equal character for character, grouped by their first member', () => {
    expect(identicalTexts(['b', 'a', 'a', 'c', 'b', 'a', 'A'])).toEqual([
      [0, 4],
      [1, 2, 5],
    ])
    expect([...firstOfEachText(['b', 'a', 'a', 'c', 'b', 'a', 'A'])]).toEqual([0, 1, 1, 3, 0, 1, 6])
  })

  it('are sets with equal elements', () => {
    const collection = makeSetCollection([[1, 2], [2, 1, 1], [], [1], [], [1, 2, 3], [1]])
    expect(identicalSets(collection)).toEqual([
      [0, 1],
      [3, 6],
    ])
    expect([...firstOfEachSet(collection)]).toEqual([0, 0, 2, 3, 4, 5, 3])
  })

  it('are never two empty ones', () => {
    expect(identicalTexts(['', '', 'x'])).toEqual([])
  })

  it('cost the same each, however many are empty', () => {
    const empty = new Array<string>(200_000).fill('')
    expect(identicalTexts([...empty, 'x', 'x'])).toEqual([[200_000, 200_001]])
    expect(identicalBySampling([...empty, 'x', 'x'])).toEqual([[200_000, 200_001]])
    const sets = { count: 200_002, offsets: new Uint32Array(200_003), elements: Uint32Array.of(7, 7) }
    sets.offsets.set([1, 2], 200_001)
    expect(identicalSets(sets)).toEqual([[200_000, 200_001]])
  })

  it('are distinguished by content if their hashes are equal', () => {
    // Both lone surrogates hash as U+FFFD, and so does U+FFFD itself.
    expect(identicalTexts(['\ud800', '\udc00', '\ufffd', '\udc00'])).toEqual([[1, 3]])
    const values = [3, 1, 3, 2, 1]
    const firsts = firstOfEach(
      5,
      () => 0,
      (x, y) => values[x] === values[y],
    )
    expect([...firsts]).toEqual([0, 1, 0, 3, 1])
  })

  it('of nothing are none', () => {
    expect(identicalTexts([])).toEqual([])
    expect(identicalSets(makeSetCollection([]))).toEqual([])
  })

  it('are found among many', () => {
    const texts = Array.from({ length: 50_000 }, (_, i) => `text ${i % 40_000}`)
    const groups = identicalTexts(texts)
    expect(groups).toHaveLength(10_000)
    expect(groups[17]).toEqual([17, 40_017])
  })
})
