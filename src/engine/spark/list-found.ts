// Which verified pairs are listed, and the clusters that they form, as in every engine.

import { type ClusterColumns, clusterAt, clusterColumns, columnsOf } from '../../cluster/cluster-columns.js'
import type { Cluster } from '../../model/cluster.js'
import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { isSymmetric } from '../../model/similarity.js'
import { type ListedPairs, listPairsWithin } from '../list-pairs.js'
import {
  addOmitted,
  countOmitted,
  type SampledPairs,
  sampleOversized,
  sampleOversizedAcross,
} from '../oversized/omitted-pairs.js'
import { EVERY_PAIR_UP_TO } from '../request.js'
import { type NumberedPairs, numberPairs, type VerifiedPairs } from './distinct-pairs.js'
import type { LargeByRelation, Relation } from './large-documents.js'

/** Which pairs are searched for. */
export interface FoundSides {
  /** The first position of the documents to compare with. */
  readonly boundary: number
  readonly isWithin: boolean
  readonly isAcross: boolean
}

/** For each relation, the pairs that are listed, and how many are not. */
interface ListedRelations {
  readonly pairs: PairBatch
  readonly counts: { readonly [name in Relation]?: ListedPairs }
}

/** The pairs of all documents that are listed, and how many are not. */
export function listFound(
  verified: VerifiedPairs,
  plan: Plan,
  { boundary, isWithin, isAcross }: FoundSides,
  large: LargeByRelation,
): ListedRelations {
  const listed = new PairBuilder()
  const isDirected = !isSymmetric(similarityIn(plan))
  const list = (numbered: NumberedPairs, relation: Relation) => {
    const oversized = new Set(large[relation].oversized)
    return listPairsWithin(
      numbered,
      () => [numbered.pairs],
      {
        maxGroup: plan.maxGroup,
        isDirected,
        hasCopyPairs: relation === 'within',
        ...(oversized.size > 0 && { isOversized: (number: number) => oversized.has(numbered.first(number)) }),
      },
      (a, b, similarity) => listed.add(a, b, similarity),
    )
  }
  const isCopyOrAcross = (a: number, b: number) => a === b || (a < boundary && b >= boundary)
  const counts = {
    ...(isWithin && { within: list(pairsWithin(verified, boundary), 'within') }),
    ...(isAcross && { across: list(numberPairs(verified, isCopyOrAcross), 'across') }),
  }
  return { pairs: sortPairs(listed.pairs()), counts }
}

/**
 * The number of pairs that are not listed. A sample of those that were not compared is compared now.
 *
 * @param compare the similarities of pairs of distinct documents, in the same order
 */
export async function countUnlisted(
  { counts }: ListedRelations,
  { copies }: VerifiedPairs,
  plan: Plan,
  clusters: ClusterColumns,
  boundary: number,
  large: LargeByRelation,
  compare: (pairs: readonly (readonly [number, number])[]) => Promise<SimilarityOf>,
): Promise<OmittedPairs> {
  const omitted: OmittedPairs[] = []
  for (const relation of ['within', 'across'] as const) {
    const listed = counts[relation]
    if (listed === undefined) continue
    const documents = large[relation].oversized
    const oversized = {
      documents,
      counts: Uint32Array.from(documents, (position) => copies.get(position)?.length ?? 1),
    }
    const draw = (similarity: SimilarityOf) =>
      relation === 'within'
        ? sampleOversized(oversized, clustersOf(clusters), similarity)
        : sampleOversizedAcross(oversized, boundary, similarity)
    const sampled: SampledPairs[] = []
    if (documents.length > 0) {
      const wanted: [number, number][] = []
      draw((a, b) => {
        wanted.push(a < b ? [a, b] : [b, a])
        return 1
      })
      sampled.push(draw(await compare(wanted)).inClusters)
    }
    omitted.push(countOmitted(listed.omitted, sampled, listed.betweenOversized, plan.threshold))
  }
  return addOmitted(omitted)
}

function* clustersOf(columns: ClusterColumns): Generator<Cluster, void> {
  for (let row = 0; row < columns.centers.length; row++) yield clusterAt(columns, row)
}

/** Pairs and copies of the input alone. */
export function pairsWithin(verified: VerifiedPairs, boundary: number): NumberedPairs {
  return numberPairs(verified, (a, b) => a < boundary && b < boundary)
}

/** The larger similarity of both directions of two distinct documents, by their positions. */
export type SimilarityOf = (a: number, b: number) => number

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
