// Buckets with too many pairs to list: of documents that share the key of a band. Most pairs of such a bucket may be dissimilar, so its
// size alone says little. Which documents have very many similar ones is measured later (oversized-stage.ts).

import { MAX_BUCKET_PAIRS } from '../../../band/bucket-limit.js'
import { pairsOf } from '../../../model/pairs-of.js'
import { pairsOfBucket } from '../../oversized/large-buckets.js'
import type { Blocks } from '../../ports.js'
import { KeyListBuilder, visitKeys } from '../bands/band-keys.js'
import { visitBuckets } from '../bands/buckets.js'
import type { Block } from '../blocks/block.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import { splitSketched } from '../read/sketched.js'
import type { LargeBucketsTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'

/**
 * Bits of the number of cells in which members are counted first: enough that an average cell has far fewer members than a large bucket.
 * Every band scans all cells, so a small collection has few.
 */
const MIN_CELL_BITS = 6
const MEMBERS_PER_CELL = 32

/** The large buckets of a band, or of its share: one segment with the members of each, ascending. */
export function runLargeBucketsTask(task: LargeBucketsTask, thread: Thread): Block {
  const { sketched, boundary, location } = task
  const sides = boundary === undefined ? [sketched] : splitSketched(sketched, boundary)
  const large = findLarge(
    thread,
    sides.map((side) => ({ ...task, sketched: side })),
  )
  return thread.store.put(
    location,
    large.map((bytes) => ({ tag: 1, bytes })),
  )
}

/** The members of each large bucket of some blocks, in the order of the blocks. */
export function* readLargeBuckets(store: Blocks, blocks: readonly Block[]): Generator<Uint32Array, void> {
  for (const block of blocks) {
    yield* withBlock(store, block, (reader) =>
      reader.locations.map((location) => wordsOf(reader.read(location))),
    )
  }
}

/** @param sides one, of which all pairs count, or two, of which only pairs across them count */
function findLarge({ store, arrays }: Thread, sides: readonly LargeBucketsTask[]): Uint32Array[] {
  const { distinctCount, shares, boundary } = sides[0]!
  const bits = Math.min(
    28,
    Math.max(MIN_CELL_BITS, Math.ceil(Math.log2(distinctCount / shares / MEMBERS_PER_CELL))),
  )
  const shift = 32 - bits
  const cells = sides.map((side) => {
    const counted = new Uint32Array(2 ** bits)
    visitKeys(store, side, (keys, records, count) => {
      for (let i = 0; i < count; i++) counted[keys[2 * records[i]! + 1]! >>> shift]!++
    })
    return counted
  })
  const [own, others] = cells as [Uint32Array, Uint32Array | undefined]
  const isLarge = Uint8Array.from(own, (count, cell) =>
    pairsOf(count, others?.[cell]) > MAX_BUCKET_PAIRS ? 1 : 0,
  )
  if (!isLarge.includes(1)) return []
  const count = isLarge.reduce((sum, is, cell) => sum + is * (own[cell]! + (others?.[cell] ?? 0)), 0)
  const members = new KeyListBuilder(count, arrays)
  for (const side of sides) visitKeys(store, side, keepLarge(members, isLarge, shift))
  const buckets: Uint32Array[] = []
  visitBuckets(members.list(), arrays, (bucket) => {
    if (pairsOfBucket(bucket, boundary) > MAX_BUCKET_PAIRS) buckets.push(bucket.slice())
  })
  return buckets.sort((one, other) => one[0]! - other[0]!)
}

/** Collects the keys and positions of documents in large cells, in a list that has room for all of them. */
function keepLarge(list: KeyListBuilder, isLarge: Uint8Array, shift: number) {
  return (keys: Uint32Array, records: Uint32Array, count: number, first: number) => {
    for (let i = 0; i < count; i++) {
      const record = records[i]!
      const high = keys[2 * record + 1]!
      if (isLarge[high >>> shift] !== 0) list.add(first + record, keys[2 * record]!, high)
    }
  }
}
