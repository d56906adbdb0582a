import { expect, it } from 'vitest'
import { pairsBySharedRuns } from '../../../../src/apps/plagiarism/shared-runs.js'
import { joinByCounting } from '../../../../src/join/counting.js'
import { listPairs, sortPairs } from '../../../../src/model/pair.js'
import { makeSetCollection } from '../../../../src/model/set-collection.js'
import fc from '../../../property.js'

const pairsOf = (lists: readonly (readonly number[])[]) =>
  listPairs(sortPairs(pairsBySharedRuns(makeSetCollection(lists), joinByCounting)))

it('pairs share three runs, or all of the shorter document', () => {
  const runs = fc.uniqueArray(fc.nat(9), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(runs, { maxLength: 10 }), (lists) => {
      const expected = lists.flatMap((one, a) =>
        lists.flatMap((other, b) => {
          const shared = one.filter((run) => other.includes(run)).length
          const enough = Math.min(3, one.length, other.length)
          return a < b && shared > 0 && shared >= enough ? [{ a, b, similarity: shared }] : []
        }),
      )
      expect(pairsOf(lists)).toEqual(expected)
    }),
  )
})

it('runs in more than a thousand documents produce no candidates', () => {
  const documents = (count: number, ...runs: number[]) =>
    Array.from({ length: count }, (_, i) => [...runs, 100 + i])
  expect(pairsOf(documents(1000, 1, 2, 3))).toHaveLength(499_500)
  expect(pairsOf(documents(1001, 1, 2, 3))).toEqual([])
  // A short document of such a run and another is not wholly in one that has both.
  expect(pairsOf([...documents(1001, 1), [1, 50], [1, 50]])).toEqual([])
  expect(pairsOf([...documents(999, 1), [50], [50]])).toEqual([{ a: 999, b: 1000, similarity: 1 }])
})
