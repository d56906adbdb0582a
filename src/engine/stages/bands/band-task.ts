import { MAX_BUCKET_PAIRS } from '../../../band/bucket-limit.js'
import { countBelow } from '../../../model/count-below.js'
import { pairsOf } from '../../../model/pairs-of.js'
import { connectAcross, connectGroups } from '../../oversized/connect-groups.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { readMetadata, withBlock } from '../blocks/segments.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import type { BandTask, ConnectTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { bucketsOf } from './band-keys.js'

/** The metadata of the candidates of a band. */
interface BandMetadata {
  /** The number of large buckets, whose pairs are not listed. */
  readonly large: number
}

/** Lists the pairs that share a bucket of this band, except those of two documents in large buckets, which are searched exactly. */
export function runBandTask(task: BandTask, thread: Thread): Block[] {
  const { oversizedOf, largeOf, boundary } = task
  const candidates = new CandidateBlocks(thread, task.location, task.maxHeld)
  const { members, starts } = bucketsOf(task, boundary, thread)
  if (oversizedOf.length > 0) connectOversized(members, starts, task, candidates)
  let large = 0
  for (let bucket = 1; bucket < starts.length; bucket++) {
    const start = starts[bucket - 1]!
    const end = starts[bucket]!
    // Where the documents of the first side end.
    const middle = boundary === undefined ? end : start + countBelow(members.subarray(start, end), boundary)
    if (pairsOf(middle - start, boundary === undefined ? undefined : end - middle) > MAX_BUCKET_PAIRS) {
      large++
      continue
    }
    for (let i = start; i < middle; i++) {
      const isLarge = largeOf.length > 0 && largeOf[members[i]!] !== 0
      for (let j = boundary === undefined ? i + 1 : middle; j < end; j++) {
        if (!isLarge || largeOf[members[j]!] === 0) candidates.add(members[i]!, members[j]!)
      }
    }
  }
  return candidates.end({ metadata: { large } satisfies BandMetadata })
}

/** Whether the band of these candidates, given by their first block, has large buckets. */
export function hasLargeBuckets(store: Blocks, first: Block): boolean {
  return withBlock(store, first, (reader) => readMetadata<BandMetadata>(reader)).large > 0
}

/** Lists only the pairs that may connect oversized documents: an exact search finds all others in another way. */
export function runConnectTask(task: ConnectTask, thread: Thread): Block[] {
  const candidates = new CandidateBlocks(thread, task.location, task.maxHeld)
  const { members, starts } = bucketsOf(task, task.boundary, thread)
  connectOversized(members, starts, task, candidates)
  return candidates.end()
}

/** Lists the pairs of each bucket that may connect oversized documents. */
function connectOversized(
  members: Uint32Array,
  starts: Uint32Array,
  { oversizedOf, boundary }: BandTask | ConnectTask,
  candidates: CandidateBlocks,
): void {
  for (let bucket = 1; bucket < starts.length; bucket++) {
    const all = members.subarray(starts[bucket - 1]!, starts[bucket]!)
    if (boundary === undefined) connectGroups(all, oversizedOf, candidates)
    else connectAcross(all, countBelow(all, boundary), oversizedOf, candidates)
  }
}
