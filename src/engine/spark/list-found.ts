// Which verified pairs are listed, and the clusters that they make, as in every engine.

import { type ClusterColumns, clusterAt, clusterColumns, columnsOf } from '../../cluster/cluster-columns.js'
import type { Cluster } from '../../model/cluster.js'
import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { isSymmetric } from '../../model/similarity.js'
import { listPairsWithin } from '../list-pairs.js'
import { EVERY_PAIR_UP_TO } from '../request.js'
import { type NumberedPairs, numberPairs, type VerifiedPairs } from './distinct-pairs.js'

/** Which pairs there are. */
export interface FoundSides {
  /** The first position of the documents to compare with. */
  readonly boundary: number
  readonly isWithin: boolean
  readonly isAcross: boolean
}

/** The pairs of all documents that are listed, and how many are not. */
export function listFound(
  verified: VerifiedPairs,
  plan: Plan,
  { boundary, isWithin, isAcross }: FoundSides,
): { readonly pairs: PairBatch; readonly omitted: number } {
  const listed = new PairBuilder()
  const isDirected = !isSymmetric(similarityIn(plan))
  const list = (numbered: NumberedPairs, hasCopyPairs: boolean) =>
    listPairsWithin(
      numbered,
      () => [numbered.pairs],
      { maxGroup: plan.maxGroup, isDirected, hasCopyPairs },
      (a, b, similarity) => listed.add(a, b, similarity),
    ).omitted
  let omitted = 0
  if (isWithin) omitted += list(pairsWithin(verified, boundary), true)
  if (isAcross) {
    const across = numberPairs(verified, (a, b) => a === b || (a < boundary && b >= boundary))
    omitted += list(across, false)
  }
  return { pairs: sortPairs(listed.pairs()), omitted }
}

/** Pairs and copies of the input alone. */
export function pairsWithin(verified: VerifiedPairs, boundary: number): NumberedPairs {
  return numberPairs(verified, (a, b) => a < boundary && b < boundary)
}

/** The larger similarity of both directions of two distinct documents, by their positions. */
type SimilarityOf = (a: number, b: number) => number

/** Clusters of all documents, by positions. */
export function clusterFound(
  numbered: NumberedPairs,
  plan: Plan,
  method: 'components' | 'stars',
  similarity: SimilarityOf,
): ClusterColumns {
  const columns = clusterColumns(numbered.count, () => [numbered.pairs], {
    method,
    everyPairUpTo: EVERY_PAIR_UP_TO,
    similarity: (a, b) => similarity(numbered.first(a), numbered.first(b)),
    isDirected: !isSymmetric(similarityIn(plan)),
    copies: numbered.counts,
  })
  return columnsOf(Array.from(columns.centers, (_, row) => withCopies(clusterAt(columns, row), numbered)))
}

/** A cluster of distinct documents as one of all documents. */
function withCopies(cluster: Cluster, { of, first }: NumberedPairs): Cluster {
  const members = cluster.members.flatMap((member) => Array.from(of(member))).sort((a, b) => a - b)
  if (cluster.center === undefined) return { ...cluster, members }
  return { ...cluster, members, center: first(cluster.center) }
}
