import { sortCandidates } from './candidates.js'
import { concatenateWords, sharedWords } from './shared.js'

/** The documents that have copies, and all copies of each, in shared memory. */
export interface Copies {
  /** Positions of first copies, rising. */
  readonly firsts: Uint32Array
  /** Where the copies of each begin in `members`; one more entry than firsts. */
  readonly offsets: Uint32Array
  /** Copies, rising for each first, itself before them. */
  readonly members: Uint32Array
}

/**
 * @param found for each copy two words, the position of the first and its own
 * @param count the number of all positions
 */
export function collectCopies(found: readonly Uint32Array[], count: number): Copies {
  const sorted = sortCandidates(concatenateWords(found), count)
  let groups = 0
  for (let i = 0; i < sorted.length; i += 2) if (sorted[i] !== sorted[i - 2]) groups++
  const copies = {
    firsts: sharedWords(groups),
    offsets: sharedWords(groups + 1),
    members: sharedWords(groups + sorted.length / 2),
  }
  let [group, at] = [0, 0]
  for (let i = 0; i < sorted.length; i += 2) {
    if (sorted[i] !== sorted[i - 2]) {
      copies.firsts[group++] = sorted[i]!
      copies.members[at++] = sorted[i]!
    }
    copies.members[at++] = sorted[i + 1]!
    copies.offsets[group] = at
  }
  return copies
}

/** All copies of a first one; none where it has no other. */
export function copiesOf({ firsts, offsets, members }: Copies, first: number): Uint32Array | undefined {
  let [low, high] = [0, firsts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (firsts[middle]! < first) low = middle + 1
    else high = middle
  }
  return firsts[low] === first ? members.subarray(offsets[low]!, offsets[low + 1]!) : undefined
}
