// A bucket of n documents has n² / 2 pairs, most of which may be dissimilar. So all documents that are in large buckets are searched
// exactly, in every engine: they form pairs whether they share a bucket or not (docs/decisions/oversized-groups.md).

import { AFFORDABLE_PAIRS, LARGEST_BUCKET } from '../../band/bucket-limit.js'
import type { BandLayout } from '../../band/s-curve.js'
import { countBelow } from '../../model/count-below.js'
import { pairsOf } from '../../model/pairs-of.js'
import { canBeOversized, type MaxGroup, type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import type { SketchScheme } from '../../model/signatures.js'
import { minJaccard } from '../../model/similarity.js'
import { groupLimit } from '../list-pairs.js'

/** How documents are put into buckets: by bands of their signatures. */
export interface BucketLayout extends BandLayout {
  readonly scheme: SketchScheme
}

/**
 * An exact search needs buckets only to find oversized documents. Any two similar documents share some of these, so most documents of a
 * large group are together in each. The buckets do not depend on the other documents or on the engine.
 */
const EXACT_BUCKETS: BucketLayout = {
  bands: 8,
  rows: 1,
  scheme: { sketch: 'fast-similarity', slots: 8, seed: 1 },
}

/** The buckets of a search; undefined if it needs none. */
export function bucketsOf(plan: Plan): BucketLayout | undefined {
  if (plan.method === 'bands') return plan
  return plan.maxGroup === 'all' || !canBeOversized(similarityIn(plan)) ? undefined : EXACT_BUCKETS
}

/** The number of pairs of a bucket with these members, ascending; with a boundary, only of those across it. */
export function pairsOfBucket(members: ArrayLike<number>, boundary: number | undefined): number {
  if (boundary === undefined) return pairsOf(members.length)
  const own = countBelow(members, boundary)
  return pairsOf(own, members.length - own)
}

/** Whether large buckets have so many pairs that it pays to find oversized documents before comparing them. */
export function areTooMany(pairs: number, repeats: number): boolean {
  return pairs / repeats > AFFORDABLE_PAIRS
}

/** The approximate number of buckets that a pair at the threshold shares; at least 1. The plan has buckets. */
export function sharedBuckets(plan: Plan): number {
  const { bands, rows } = bucketsOf(plan)!
  return Math.max(1, bands * minJaccard(similarityIn(plan), plan.threshold) ** rows)
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
