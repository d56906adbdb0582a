import { clusterColumns } from '../../cluster/cluster-columns.js'
import type { PairBatches } from '../../cluster/grouping.js'
import type { SortPairs } from '../../cluster/stars.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { EVERY_PAIR_UP_TO } from '../find-options.js'
import { ClusterTable } from './cluster-table.js'
import type { CopiesOfDocuments } from './copies.js'
import type { ClusterWishes } from './tasks.js'

/** How verified pairs become clusters. */
export interface SettleOptions extends ClusterWishes {
  /** The true similarity of two distinct documents, by their numbers, where their sets are at hand. */
  readonly similarity?: (a: number, b: number) => number
  /** How pairs are sorted where stars need it; default in memory. */
  readonly sort?: SortPairs
}

/** The pairs of each batch that reach a threshold. */
export function* pairsFrom(batches: Iterable<PairBatch>, threshold: number): Generator<PairBatch, void> {
  for (const batch of batches) {
    if (batch.similarity.every((similarity) => similarity >= threshold)) {
      yield batch
      continue
    }
    const kept = new PairBuilder()
    for (let i = 0; i < batch.count; i++) {
      if (batch.similarity[i]! >= threshold) kept.add(batch.a[i]!, batch.b[i]!, batch.similarity[i]!)
    }
    yield kept.pairs()
  }
}

/**
 * The clusters of some distinct documents with their copies, by position, in the order of their first members.
 *
 * @param pairs by the numbers of the documents
 */
export function clusterDocuments(
  copies: CopiesOfDocuments,
  pairs: PairBatches,
  { method, similarity, sort }: SettleOptions,
): ClusterTable {
  const columns = clusterColumns(copies.documents.length, pairs, {
    method,
    copies: copies.counts,
    everyPairUpTo: EVERY_PAIR_UP_TO,
    isVerifiedBySimilarity: true,
    ...(similarity && { similarity }),
    ...(sort && { sort }),
  })
  return ClusterTable.withCopies(columns, copies)
}
