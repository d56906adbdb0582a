import { type ClusterColumns, clusterColumns } from '../../../cluster/cluster-columns.js'
import type { SortPairs } from '../../../cluster/greedy-cover.js'
import type { PairBatches } from '../../../cluster/grouping.js'
import { type PairBatch, PairBuilder } from '../../../model/pair.js'
import { isSymmetric } from '../../../model/similarity.js'
import { EVERY_PAIR_UP_TO } from '../../request.js'
import { ClusterTable } from '../cluster/cluster-table.js'
import type { CopiesOfDocuments } from '../identical/copies.js'
import type { ClusterRequest } from '../tasks.js'

/** How verified pairs become clusters. */
export interface ClusterOptions extends ClusterRequest {
  /** The exact similarity of two distinct documents, by their numbers, if their sets are available: the larger of both directions. */
  readonly compare?: (a: number, b: number) => number
  /** Makes components of the pairs that reach the threshold, as `clusterColumns` does, given how many copies each document has. */
  readonly components?: (copies: Uint32Array) => ClusterColumns
  /** How pairs are sorted if stars need it; default: in memory. */
  readonly sort?: SortPairs
  /** The minimum similarity of the verified pairs. Default: unknown. */
  readonly keepFrom?: number
}

/**
 * The clusters of some distinct documents with their copies, by position, ordered by their first members.
 *
 * @param pairs that reach the threshold, by the numbers of the documents
 */
export function clusterDocuments(
  copies: CopiesOfDocuments,
  pairs: PairBatches,
  { method, similarity, compare, components, sort, boundary }: ClusterOptions,
): ClusterTable {
  if (components !== undefined && method === 'components' && boundary === undefined) {
    return ClusterTable.withCopies(components(copies.counts), copies)
  }
  // Pairs across two sides do not form clusters.
  const isClustered = boundary === undefined
  const columns = clusterColumns(isClustered ? copies.documents.length : 0, isClustered ? pairs : () => [], {
    method,
    copies: isClustered ? copies.counts : new Uint32Array(0),
    everyPairUpTo: EVERY_PAIR_UP_TO,
    isVerifiedBySimilarity: true,
    isDirected: !isSymmetric(similarity),
    ...(compare && { similarity: compare }),
    ...(sort && { sort }),
  })
  return ClusterTable.withCopies(columns, copies)
}

/** The verified pairs that reach the threshold. */
export function pairsReaching(
  verified: PairBatches,
  { threshold, keepFrom = 0 }: Pick<ClusterOptions, 'threshold' | 'keepFrom'>,
): PairBatches {
  return keepFrom >= threshold ? verified : () => pairsAtLeast(verified(), threshold)
}

/** The pairs of each batch that reach a threshold. */
function* pairsAtLeast(batches: Iterable<PairBatch>, threshold: number): Generator<PairBatch, void> {
  for (const batch of batches) {
    if (doAllReach(batch, threshold)) {
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

/** A plain loop, because a callback for each of millions of pairs takes several times as long. */
function doAllReach({ count, similarity }: PairBatch, threshold: number): boolean {
  for (let i = 0; i < count; i++) if (similarity[i]! < threshold) return false
  return true
}
