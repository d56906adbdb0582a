// Buckets with too many pairs to list: of documents that share the key of a band. Most pairs of such a bucket may be dissimilar, so its
// size alone says little. Which documents have very many similar ones is measured later (oversized-stage.ts).

import { MAX_BUCKET_PAIRS } from '../../../band/bucket-limit.js'
import { pairsOf } from '../../../model/pairs-of.js'
import { pairsOfBucket } from '../../oversized/large-buckets.js'
import type { Blocks } from '../../ports.js'
import { bucketsOf } from '../bands/band-keys.js'
import type { Block } from '../blocks/block.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import type { LargeBucketsTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'

/** The large buckets of a band, or of its share: one segment with the members of each, ascending. */
export function runLargeBucketsTask(task: LargeBucketsTask, thread: Thread): Block {
  const { boundary, location } = task
  const { members, starts } = bucketsOf(task, boundary, thread)
  const large: Uint32Array[] = []
  for (let bucket = 0; bucket < starts.length - 1; bucket++) {
    const [start, end] = [starts[bucket]!, starts[bucket + 1]!]
    if (pairsOf(end - start) <= MAX_BUCKET_PAIRS) continue
    const all = members.subarray(start, end)
    if (pairsOfBucket(all, boundary) > MAX_BUCKET_PAIRS) large.push(all)
  }
  large.sort((one, other) => one[0]! - other[0]!)
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
