import type { SortPairs } from '../../../cluster/greedy-cover.js'
import {
  type AreDifferent,
  type Removal,
  type RemovalInput,
  removeSimilar,
} from '../../../cluster/removal.js'
import { type PairBatch, PairBuilder } from '../../../model/pair.js'
import { type Plan, similarityIn } from '../../../model/plan.js'
import type { OmittedPairs } from '../../../model/report.js'
import { isSymmetric } from '../../../model/similarity.js'
import type { Source } from '../../../read/source.js'
import { largestListed } from '../../oversized/large-buckets.js'
import type { Copies } from '../identical/copies.js'
import type { RecordLocations } from '../read/record-locations.js'
import { SetReader } from '../read/set-reader.js'
import type { Thread } from '../threads/thread.js'
import type { PairStream } from '../verify/pair-stream.js'

/** The part of a result that decides which documents are removed. */
export interface FoundPairs {
  readonly plan: Plan
  readonly pairs: PairStream
  readonly pairsOmitted: OmittedPairs
  readonly copies: Copies
  readonly locations: RecordLocations
  /** Sorts any number of pairs within the memory of the run. */
  readonly sort: SortPairs
  /** Reads documents again. */
  readonly thread: Thread
}

/**
 * Decides which documents of a run are removed, and which are kept in their place. Pairs that are not listed are verified.
 *
 * @param count consider only this many documents, the first ones; default: all
 * @param areDifferent similar documents that are not removed in favor of each other; default: none
 */
export function removeFound(
  source: Source,
  result: FoundPairs,
  orderOf: RemovalInput['orderOf'],
  count = result.locations.count,
  areDifferent?: AreDifferent,
): Removal {
  const { plan, locations, sort, thread } = result
  const reader = new SetReader(thread, source, locations, plan)
  try {
    return removeSimilar({
      ...knownOf(result, count),
      sort,
      isDirected: !isSymmetric(similarityIn(plan)),
      ...(orderOf && { orderOf }),
      ...(areDifferent && { areDifferent }),
      unlisted: {
        largestListed: largestListed(plan.maxGroup, result.pairsOmitted),
        threshold: plan.threshold,
        similarity: (a, b) => reader.similarity(a, b),
      },
    })
  } finally {
    reader.close()
  }
}

/** The pairs of a run between distinct documents, and which documents are equal. */
export function knownOf(
  { pairs, copies }: { readonly pairs: PairStream; readonly copies: Copies },
  count: number,
): Pick<RemovalInput, 'firstOf' | 'pairs'> {
  const firstOf = firstsOf(copies, count)
  return { firstOf, pairs: () => distinctPairs(pairs, firstOf) }
}

function firstsOf({ firsts, offsets, members }: Copies, count: number): Uint32Array {
  const firstOf = new Uint32Array(count)
  for (let position = 0; position < count; position++) firstOf[position] = position
  for (let group = 0; group < firsts.length; group++) {
    for (let i = offsets[group]!; i < offsets[group + 1]!; i++) firstOf[members[i]!] = firsts[group]!
  }
  return firstOf
}

/** The pair of the first copies of two documents is always listed, however many copies they have. */
function* distinctPairs(pairs: PairStream, firstOf: Uint32Array): Generator<PairBatch, void> {
  for (const { count, a, b, similarity } of pairs.unordered()) {
    const distinct = new PairBuilder()
    for (let i = 0; i < count; i++) {
      if (firstOf[a[i]!] === a[i] && firstOf[b[i]!] === b[i]) distinct.add(a[i]!, b[i]!, similarity[i]!)
    }
    yield distinct.pairs()
  }
}
