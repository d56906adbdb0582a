// A bucket of n documents has n² / 2 pairs, most of which may be dissimilar. So all documents that are in large buckets are searched
// exactly, in every engine: they form pairs whether they share a bucket or not (docs/decisions/oversized-groups.md).

import { LARGEST_BUCKET } from '../../band/bucket-limit.js'
import { canBeOversized, type MaxGroup, type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { minJaccard } from '../../model/similarity.js'
import { groupLimit } from '../list-pairs.js'

/** Up to this many comparisons are made without searching for oversized documents first: those of one group of the default limit. */
export const AFFORDABLE = 2e6

/** The number of pairs of this many members of one side, or across two. */
export function pairsOf(own: number, others?: number): number {
  return others === undefined ? (own * (own - 1)) / 2 : own * others
}

/** The number of pairs of a bucket with these members, ascending; with a boundary, only of those across it. */
export function pairsOfBucket(members: ArrayLike<number>, boundary: number | undefined): number {
  if (boundary === undefined) return pairsOf(members.length)
  const own = countBefore(members, boundary)
  return pairsOf(own, members.length - own)
}

/** Whether large buckets have so many pairs that it pays to find oversized documents before comparing them. */
export function areTooMany(pairs: number, repeats: number): boolean {
  return pairs / repeats > AFFORDABLE
}

/** The number of members of an ascending list that are before the boundary. */
export function countBefore(members: ArrayLike<number>, boundary: number): number {
  let [low, high] = [0, members.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (members[middle]! < boundary) low = middle + 1
    else high = middle
  }
  return low
}

/** The approximate number of buckets that a pair at the threshold shares; at least 1. */
export function sharedBuckets(plan: Extract<Plan, { readonly method: 'bands' }>): number {
  return Math.max(1, plan.bands * minJaccard(similarityIn(plan), plan.threshold) ** plan.rows)
}

/** Whether a search of this many distinct documents may have groups of more documents than the limit, for which it may look. */
export function mayHaveOversized(distinct: number, plan: Plan): boolean {
  return distinct > groupLimit(plan.maxGroup) && canBeOversized(similarityIn(plan))
}

/** The largest cluster size for which all pairs are certain to be listed. */
export function largestListed(maxGroup: MaxGroup, omitted: OmittedPairs): number {
  if (omitted.count === 0) return Number.POSITIVE_INFINITY
  return Math.min(LARGEST_BUCKET, groupLimit(maxGroup))
}
