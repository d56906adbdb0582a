// Buckets with too many pairs to list: of documents that share the key of a band. Most pairs of such a bucket may be dissimilar, so its
// size alone says little. Which documents have very many similar ones is measured later (oversized-stage.ts).

import { MAX_BUCKET_PAIRS } from '../../../band/bucket-limit.js'
import { pairsOf } from '../../../model/pairs-of.js'
import { pairsOfBucket } from '../../oversized/large-buckets.js'
import type { Blocks } from '../../ports.js'
import { columnOf } from '../bands/band-keys.js'
import type { Block } from '../blocks/block.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import { addKeys, beginKeys } from '../read/key-columns.js'
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
  return thread.store.put(
    task.location,
    findLarge(task, thread).map((bytes) => ({ tag: 1, bytes })),
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

function findLarge(task: LargeBucketsTask, thread: Thread): Uint32Array[] {
  const { sketched, distinctCount, shares, boundary } = task
  const cellBits = Math.min(
    28,
    Math.max(MIN_CELL_BITS, Math.ceil(Math.log2(distinctCount / shares / MEMBERS_PER_CELL))),
  )
  // Most bands have few documents in large cells.
  const column = columnOf(task)
  const kernel = beginKeys(column, { expected: 0, cellBits, counts: true }, thread)
  // Of one side, all pairs count; of two, only pairs across them.
  const [own, others] = (boundary === undefined ? [sketched] : splitSketched(sketched, boundary)).map(
    (side) => {
      kernel.counts.fill(0)
      addKeys({ ...column, sketched: side }, thread, kernel, () => {
        kernel.count()
        kernel.dropLast()
      })
      return kernel.counts.slice()
    },
  )
  let isAnyLarge = false
  own!.forEach((count, cell) => {
    if (pairsOf(count, others?.[cell]) <= MAX_BUCKET_PAIRS) return
    isAnyLarge = true
    kernel.markCell(cell, kernel.once)
  })
  if (!isAnyLarge) return []
  addKeys(column, thread, kernel, () => kernel.keepOfLast(kernel.once))
  const { members, starts } = kernel.groups()
  return Array.from({ length: starts.length - 1 }, (_, group) =>
    members.slice(starts[group]!, starts[group + 1]!),
  )
    .filter((bucket) => pairsOfBucket(bucket, boundary) > MAX_BUCKET_PAIRS)
    .sort((one, other) => one[0]! - other[0]!)
}
