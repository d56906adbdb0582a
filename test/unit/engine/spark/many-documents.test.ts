// V8 refuses a Map or a Set of more than 2^24 entries. Here they are refused far earlier, so that nothing depends on one.

import { afterEach, expect, it, vi } from 'vitest'
import { makePlan } from '../../../../src/engine/make-plan.js'
import { CopyGroups } from '../../../../src/engine/spark/copy-groups.js'
import { clusterFound, listFound, pairsWithin } from '../../../../src/engine/spark/list-found.js'
import { FoundRows } from '../../../../src/engine/spark/node-found-rows.js'
import { removeFound } from '../../../../src/engine/spark/remove-found.js'
import { PairBuilder } from '../../../../src/model/pair.js'

const LIMIT = 100
/** Documents come in fours: one, its copy, one that is similar to it, and one that is similar to none. */
const FOURS = 5000

class SmallMap<Key, Value> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    if (this.size >= LIMIT) throw new RangeError('Map maximum size exceeded')
    return super.set(key, value)
  }
}

class SmallSet<Value> extends Set<Value> {
  override add(value: Value): this {
    if (this.size >= LIMIT) throw new RangeError('Set maximum size exceeded')
    return super.add(value)
  }
}

afterEach(() => vi.unstubAllGlobals())

const NOTHING = {
  positions: new Uint32Array(0),
  oversized: new Uint32Array(0),
  groups: new Uint32Array(0),
  links: new Uint32Array(0),
}
const packed = (numbers: Uint32Array | Float64Array) => Buffer.from(numbers.buffer).toString('base64')
const fours = (offset: number) => Uint32Array.from({ length: FOURS }, (_, i) => 4 * i + offset)

it('lists, clusters and removes documents without a Map or Set of all of them', async () => {
  const plan = makePlan({ threshold: 0.8, method: 'exact' })
  const sides = { boundary: 4 * FOURS, isWithin: true, isAcross: false }
  vi.stubGlobal('Map', SmallMap)
  vi.stubGlobal('Set', SmallSet)
  expect(() => new Set(fours(0))).toThrow(RangeError)
  const rows = new FoundRows()
  const members = Uint32Array.from({ length: 2 * FOURS }, (_, i) => 4 * (i >> 1) + (i % 2))
  rows.add({
    rows: 'copies',
    columns: { sizes: packed(new Uint32Array(FOURS).fill(2)), members: packed(members) },
  })
  const sizes = packed(new Uint32Array(FOURS).fill(7))
  rows.add({
    rows: 'pairs',
    columns: {
      a: packed(fours(0)),
      b: packed(fours(2)),
      similarity: packed(new Float64Array(FOURS).fill(0.9)),
      size_a: sizes,
      size_b: sizes,
    },
  })
  expect([rows.sizeOf(4 * FOURS - 2), rows.sizeOf(3)]).toEqual([7, undefined])
  const verified = rows.verified()
  const { pairs } = listFound(verified, plan, sides, { within: NOTHING, across: NOTHING })
  expect(pairs.count).toBe(3 * FOURS)
  const clusters = clusterFound(pairsWithin(verified, sides.boundary), plan, 'components', () => 0.9)
  expect(clusters.centers.length).toBe(FOURS)
  expect([...clusters.members.subarray(-3)]).toEqual([-4, -3, -2].map((i) => 4 * FOURS + i))
  const omitted = { count: 1 }
  const removed = await removeFound(
    { plan, sides, pairs, omitted, copies: verified.copies },
    { compare: async () => () => 0 },
  )
  expect([...removed.positions.subarray(0, 4)]).toEqual([1, 2, 5, 6])
  expect(removed.positions.length).toBe(2 * FOURS)
  expect([...removed.survivors.subarray(-2)]).toEqual([4 * FOURS - 4, 4 * FOURS - 4])
})

it('removes documents that are similar to known ones in favor of the most similar one', async () => {
  const plan = makePlan({ threshold: 0.8, method: 'exact' })
  const known = 4 * FOURS
  const pairs = new PairBuilder()
  for (const own of fours(0)) {
    pairs.add(own, known + 1, 0.9)
    pairs.add(own, known + 2, 0.95)
    pairs.add(own, known + 3, 0.95)
  }
  vi.stubGlobal('Map', SmallMap)
  vi.stubGlobal('Set', SmallSet)
  const removed = await removeFound(
    {
      plan,
      sides: { boundary: known, isWithin: false, isAcross: true },
      pairs: pairs.pairs(),
      omitted: { count: 1 },
      copies: new CopyGroups([Uint32Array.of(2)], [Uint32Array.of(0, 3)]),
    },
    { compare: async () => () => 0 },
  )
  expect([...removed.positions.subarray(0, 4)]).toEqual([0, 3, 4, 8])
  expect(removed.survivors.every((survivor) => survivor === known + 2)).toBe(true)
  expect(removed.similarities.every((similarity) => similarity === 0.95)).toBe(true)
})
