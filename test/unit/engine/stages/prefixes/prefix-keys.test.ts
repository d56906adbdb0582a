import { expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import {
  ENTRY_WORDS,
  listPrefixes,
  PORTIONS,
  PrefixBuilder,
} from '../../../../../src/engine/stages/prefixes/prefix-keys.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'
import { ReusedArrays } from '../../../../../src/engine/stages/threads/reused-arrays.js'
import { PrefixOrder } from '../../../../../src/join/prefix-order.js'
import { makeSetCollection } from '../../../../../src/model/set-collection.js'

/** Lines that are not blank have a byte and a newline at least, bad ones too. */
const MAX_RECORDS = 2 ** 22
const NONE = new Uint32Array(0)

it('distinguishes the records of a unit, however many there are', () => {
  const builder = new PrefixBuilder(
    { similarity: 'jaccard', threshold: 0.8, hasBits: false },
    new PrefixOrder(NONE),
  )
  const count = MAX_RECORDS - 2
  builder.add({ count, offsets: new Uint32Array(count + 1), elements: new Uint32Array(0) })
  builder.add(makeSetCollection([[5], [69, 5]]))
  const block = nodeBlocks.put(
    { name: 'sketch' },
    builder.portions().map((bytes, i) => ({ tag: SKETCH.prefixes + i, bytes })),
  )
  const everyone = new Uint32Array(MAX_RECORDS / 32).fill(0xffffffff)
  const found: number[][] = []
  const arrays = new ReusedArrays()
  const sketched = { blocks: [block], firsts: Float64Array.of(0, MAX_RECORDS) }
  for (let portion = 0; portion < PORTIONS; portion++) {
    const all = { sketched, portion, share: 0, shares: 1, distinct: everyone }
    const { positions, elements, indexes } = listPrefixes(nodeBlocks, all, 1, arrays)
    for (const [i, position] of positions.entries()) found.push([position, elements[i]!, indexes[i]!])
  }
  expect(found).toEqual([
    [MAX_RECORDS - 2, 5, 0],
    [MAX_RECORDS - 1, 5, 0],
  ])
})

it('lists a set under a prefix of the same length whenever it comes, also a large one', () => {
  const builder = new PrefixBuilder(
    { similarity: 'jaccard', threshold: 0.8, hasBits: false },
    new PrefixOrder(NONE),
  )
  const sizes = [10, 5000, 1, 10, 5000]
  builder.add(makeSetCollection(sizes.map((size) => Array.from({ length: size }, (_, i) => i))))
  const lengths = sizes.map(() => 0)
  for (const words of builder.portions())
    for (let i = 1; i < words.length; i += ENTRY_WORDS) lengths[words[i]! >>> 10]!++
  expect(lengths).toEqual([3, 1001, 1, 3, 1001])
})

it('can be used for another unit', () => {
  const request = { similarity: 'jaccard', threshold: 0.8, hasBits: true } as const
  const units = [
    [[1, 2, 3, 4, 5], [], [70, 80, 90]],
    [
      [4, 5, 6],
      [1, 9],
    ],
  ].map(makeSetCollection)
  const reused = new PrefixBuilder(request, new PrefixOrder(NONE))
  for (const unit of units) {
    const fresh = new PrefixBuilder(request, new PrefixOrder(NONE))
    reused.reset()
    for (const builder of [fresh, reused]) builder.add(unit)
    expect(reused.portions()).toEqual(fresh.portions())
    expect(reused.bits()).toEqual(fresh.bits())
    expect(reused.bits().some((word) => word !== 0)).toBe(true)
  }
})
