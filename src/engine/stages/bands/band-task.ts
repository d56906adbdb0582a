import type { Block } from '../blocks/block.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import { LARGEST_BUCKET } from '../oversized/large-buckets.js'
import { connectGroups } from '../oversized/oversized-links.js'
import type { BandTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { keysWithCompany } from './band-keys.js'
import { visitBuckets } from './buckets.js'

/** The pairs that share a bucket of this band, except those of two documents in large buckets, which are searched for exactly. */
export function runBandTask(task: BandTask, thread: Thread): Block[] {
  const { largeOf, oversizedOf } = task
  const candidates = new CandidateBlocks(thread, task.place, task.mostHeld)
  visitBuckets(keysWithCompany(task, thread), thread.arrays, (members) => {
    if (oversizedOf.length > 0) connectGroups(members, oversizedOf, candidates)
    if (members.length > LARGEST_BUCKET) return
    for (let i = 0; i < members.length; i++) {
      const isLarge = largeOf.length > 0 && largeOf[members[i]!] !== 0
      for (let j = i + 1; j < members.length; j++) {
        if (!isLarge || largeOf[members[j]!] === 0) candidates.add(members[i]!, members[j]!)
      }
    }
  })
  return candidates.end()
}
