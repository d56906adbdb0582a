// How pairs are found. Bands find candidates, and each is verified; the documents of large buckets are searched exactly. In an exact search,
// all documents are. Two oversized documents are not compared, as in every engine (docs/decisions/oversized-groups.md).

import { type PairBatch, sortPairs } from '../../model/pair.js'
import { keptComparison, type Plan, similarityIn } from '../../model/plan.js'
import { collectSortedSets, largestSize, type SetCollection, setAt } from '../../model/set-collection.js'
import { narrowThreshold } from '../../text/wide-shingles.js'
import { bucketsOf, mayHaveOversized } from '../oversized/large-buckets.js'
import { NONE_OVERSIZED, type Oversized } from '../oversized/oversized-documents.js'
import { Buckets, visitConnections, visitOrdinary } from './buckets.js'
import { findOversized } from './find-oversized.js'
import { joinExactly } from './join-exactly.js'
import { VerifiedPairs } from './verified-pairs.js'

/** The pairs of a collection that reach the threshold and that the plan finds. */
export interface MatchedPairs {
  /** Ordered by a, then b. */
  readonly pairs: PairBatch
  /** The number of pairs that were compared. Of large buckets searched by bands, only the similar ones count, as in every engine. */
  readonly compared: number
  /** Nonzero for each set whose similar pairs with others of these were all found, although bands were used; empty if there are none. */
  readonly exactly: Uint8Array
  readonly oversized: Oversized
}

/**
 * Finds the pairs as planned; every one is verified, except that pairs of long documents may be slightly below the threshold, because
 * their true similarity may reach it (`TrueSimilarity`).
 *
 * @param copiesOf the number of identical documents that each set represents; default: 1
 * @param boundary only pairs of a set before this position and one from it on, where a is contained in b if the similarity has a direction;
 * default: all pairs
 */
export function matchSets(
  collection: SetCollection,
  plan: Plan,
  copiesOf: (set: number) => number = () => 1,
  boundary?: number,
): MatchedPairs {
  const isExact = plan.method === 'exact'
  const layout = isExact && !mayHaveOversized(collection.count, plan) ? undefined : bucketsOf(plan)
  const buckets = layout && new Buckets(collection, layout, boundary)
  const large = buckets?.large() ?? []
  const oversized =
    large.length === 0 ? NONE_OVERSIZED : findOversized(collection, plan, large, copiesOf, boundary)
  const threshold = narrowThreshold(plan.threshold, largestSize(collection))
  const comparison = { similarity: similarityIn(plan), threshold }
  const found = new VerifiedPairs(collection, comparison)
  if (buckets !== undefined) visitConnections(buckets, oversized, boundary, (a, b) => found.compare(a, b))
  const search = { collection, boundary, oversized }
  let isLarge = new Uint8Array(0)
  let compared = 0
  if (isExact) compared = joinExactly({ ...search, comparison }, threshold, found.pairs).compared
  else {
    if (large.length > 0) isLarge = marked(large, collection.count)
    visitOrdinary(buckets!, isLarge, boundary, (a, b) => found.compare(a, b))
    const kept = keptComparison({ ...plan, threshold })
    compared = joinExactly({ ...search, comparison: kept, isWanted: isLarge }, threshold, found.pairs).found
  }
  compared += found.end()
  return { pairs: sortPairs(found.pairs.pairs()), compared, exactly: isLarge, oversized }
}

function marked(lists: readonly Uint32Array[], count: number): Uint8Array<ArrayBuffer> {
  const marks = new Uint8Array(count)
  for (const list of lists) for (const member of list) marks[member] = 1
  return marks
}

/** The sets of a range of a collection. */
export function setsBetween(collection: SetCollection, from: number, to: number): SetCollection {
  return collectSortedSets(Array.from({ length: to - from }, (_, i) => setAt(collection, from + i)))
}
