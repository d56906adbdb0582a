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
  const { largeOf, boundary } = task
  let large = 0
  const candidates = listPairs(task, thread, (members, own, candidates) => {
    if (pairsOf(own, boundary === undefined ? undefined : members.length - own) > MAX_BUCKET_PAIRS) {
      large++
      return
    }
    for (let i = 0; i < own; i++) {
      const isLarge = largeOf.length > 0 && largeOf[members[i]!] !== 0
      for (let j = boundary === undefined ? i + 1 : own; j < members.length; j++) {
        if (!isLarge || largeOf[members[j]!] === 0) candidates.add(members[i]!, members[j]!)
      }
    }
  })
  return candidates.end({ metadata: { large } satisfies BandMetadata })
}

/** Whether the band of these candidates, given by their first block, has large buckets. */
export function hasLargeBuckets(store: Blocks, first: Block): boolean {
  return withBlock(store, first, (reader) => readMetadata<BandMetadata>(reader)).large > 0
}

/** Lists only the pairs that may connect oversized documents: an exact search finds all others in another way. */
export function runConnectTask(task: ConnectTask, thread: Thread): Block[] {
  return listPairs(task, thread).end()
}

/**
 * Lists the pairs that may connect oversized documents in the buckets of a band, and others.
 *
 * @param addOthers called with the members of each bucket, and how many of them are of the first side: all if there is only one
 */
function listPairs(
  task: BandTask | ConnectTask,
  thread: Thread,
  addOthers?: (members: Uint32Array, own: number, candidates: CandidateBlocks) => void,
): CandidateBlocks {
  const { oversizedOf, boundary } = task
  const candidates = new CandidateBlocks(thread, task.location, task.maxHeld)
  const { members: all, starts } = bucketsOf(task, boundary, thread)
  for (let group = 0; group < starts.length - 1; group++) {
    const members = all.subarray(starts[group]!, starts[group + 1]!)
    const own = boundary === undefined ? members.length : countBelow(members, boundary)
    if (oversizedOf.length > 0) {
      if (boundary === undefined) connectGroups(members, oversizedOf, candidates)
      else connectAcross(members, own, oversizedOf, candidates)
    }
    addOthers?.(members, own, candidates)
  }
  return candidates
}
