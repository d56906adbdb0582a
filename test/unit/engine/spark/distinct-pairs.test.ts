import { expect, it } from 'vitest'
import { CopyGroups } from '../../../../src/engine/spark/copy-groups.js'
import { numberPairs } from '../../../../src/engine/spark/distinct-pairs.js'
import { listPairs } from '../../../../src/model/pair.js'

const VERIFIED = {
  pairs: {
    count: 2,
    a: Uint32Array.of(3, 3),
    b: Uint32Array.of(9, 20),
    similarity: Float64Array.of(0.9, 0.8),
  },
  copies: new CopyGroups(
    [Uint32Array.of(2), Uint32Array.of(2)],
    [Uint32Array.of(5, 6), Uint32Array.of(9, 12)],
  ),
}

it('numbers the documents that have a pair or a copy in the order of the input', () => {
  const numbered = numberPairs(VERIFIED, () => true)
  expect([0, 1, 2, 3].map(numbered.first)).toEqual([3, 5, 9, 20])
  expect([...numbered.counts]).toEqual([1, 2, 2, 1])
  expect(Array.from(numbered.of(2))).toEqual([9, 12])
  expect(Array.from(numbered.of(0))).toEqual([3])
  expect(listPairs(numbered.pairs)).toEqual([
    { a: 0, b: 2, similarity: 0.9 },
    { a: 0, b: 3, similarity: 0.8 },
  ])
})

it('leaves out what is not requested', () => {
  const numbered = numberPairs(VERIFIED, (a, b) => a < 20 && b < 20)
  expect(numbered.count).toBe(3)
  expect(numbered.pairs.count).toBe(1)
})
