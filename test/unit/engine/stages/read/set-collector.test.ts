import { expect, it } from 'vitest'
import { setsIn, UNGROUPED } from '../../../../../src/engine/stages/groups/stored-sets.js'
import { SetCollector } from '../../../../../src/engine/stages/read/set-collector.js'
import { collectSortedSets } from '../../../../../src/model/set-collection.js'
import { WIDE_FROM } from '../../../../../src/text/wide-shingles.js'

/** The kept sets of a collector, by the numbers of their records. */
function keptBy(collector: SetCollector): Map<number, number[]> {
  const { tag, bytes } = collector.segment()
  expect(tag).toBe(UNGROUPED)
  expect(bytes.byteOffset % 8).toBe(0)
  const { positions, sizes, elements } = setsIn(bytes as Uint32Array)
  let end = 0
  return new Map(
    Array.from(positions, (record, i) => {
      end += sizes[i]!
      return [record, Array.from(elements.subarray(end - sizes[i]!, end))]
    }),
  )
}

const collectionOf = (...sets: readonly number[][]) =>
  collectSortedSets(sets.map((set) => Uint32Array.from(set)))

it('keeps the sets of all records, except empty and long ones', () => {
  const long = Array.from({ length: WIDE_FROM }, (_, i) => i)
  const collector = new SetCollector()
  collector.add(collectionOf([1, 2], [], long, [3]))
  collector.add(collectionOf(long, [4, 5, 6], long))
  collector.add(collectionOf())
  collector.add(collectionOf([7]))
  expect([...keptBy(collector)]).toEqual([
    [0, [1, 2]],
    [3, [3]],
    [5, [4, 5, 6]],
    [7, [7]],
  ])
})

it('forgets the sets of the last unit', () => {
  const collector = new SetCollector()
  collector.add(collectionOf([1], [2]))
  collector.reset()
  expect(keptBy(collector).size).toBe(0)
  collector.add(collectionOf([], [3]))
  expect([...keptBy(collector)]).toEqual([[1, [3]]])
})

it('leaves room for the same sets in a few groups', () => {
  const collector = new SetCollector()
  collector.add(collectionOf([1, 2, 3]))
  const { bytes } = collector.segment()
  expect(bytes.byteLength).toBeGreaterThan(4 * (3 + 3) + 1000)
})

it('has room for any number of sets', () => {
  const collector = new SetCollector()
  for (let unit = 0; unit < 2; unit++) {
    collector.reset()
    for (let batch = 0; batch < 5; batch++)
      collector.add(
        collectSortedSets(Array.from({ length: 20_000 }, (_, i) => Uint32Array.of(20_000 * batch + i))),
      )
    const kept = keptBy(collector)
    expect(kept.size).toBe(100_000)
    for (const [record, set] of kept) if (set[0] !== record || set.length !== 1) expect(set).toEqual([record])
  }
})
