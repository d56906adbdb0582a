// Which verified pairs are listed, and the clusters that they form, as in every engine.

import { type ClusterColumns, clusterAt, clusterColumns } from '../../cluster/cluster-columns.js'
import { NONE } from '../../cluster/grouping.js'
import type { Cluster } from '../../model/cluster.js'
import { type Candidates, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { isSymmetric } from '../../model/similarity.js'
import { sortNumbers } from '../../model/sort-numbers.js'
import { type ListedPairs, listPairsWithin } from '../list-pairs.js'
import {
  addOmitted,
  compareDrawn,
  countOmitted,
  drawOversized,
  drawOversizedAcross,
  type SampledPairs,
} from '../oversized/omitted-pairs.js'
import { EVERY_PAIR_UP_TO } from '../request.js'
import { type NumberedPairs, numberPairs, type VerifiedPairs } from './distinct-pairs.js'
import type { LargeByRelation, Relation } from './large-documents.js'
import { isAmong } from './positions.js'

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
    const { oversized } = large[relation]
    return listPairsWithin(
      numbered,
      () => [numbered.pairs],
      {
        maxGroup: plan.maxGroup,
        isDirected,
        hasCopyPairs: relation === 'within',
        ...(oversized.length > 0 && {
          isOversized: (number: number) => isAmong(oversized, numbered.first(number)),
        }),
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
  compare: (pairs: Candidates) => Promise<SimilarityOf>,
): Promise<OmittedPairs> {
  const omitted: OmittedPairs[] = []
  for (const relation of ['within', 'across'] as const) {
    const listed = counts[relation]
    if (listed === undefined) continue
    const documents = large[relation].oversized
    const oversized = {
      documents,
      counts: documents.map((position) => copies.count(position)),
    }
    const sampled: SampledPairs[] = []
    if (documents.length > 0) {
      const { inClusters } =
        relation === 'within'
          ? drawOversized(oversized, clustersOf(clusters))
          : drawOversizedAcross(oversized, boundary)
      const wanted = new PairBuilder()
      for (let i = 0; i < inClusters.documents.length; i += 2) {
        wanted.add(inClusters.documents[i]!, inClusters.documents[i + 1]!)
      }
      sampled.push(compareDrawn(inClusters, await compare(wanted.candidates())))
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
  return withCopies(columns, numbered)
}

/** Clusters of distinct documents as clusters of all documents. */
function withCopies(columns: ClusterColumns, { of, counts, first }: NumberedPairs): ClusterColumns {
  const starts = columns.offsets
  const offsets = new Uint32Array(starts.length)
  for (let row = 0; row + 1 < starts.length; row++) {
    offsets[row + 1] = offsets[row]!
    for (let i = starts[row]!; i < starts[row + 1]!; i++) offsets[row + 1]! += counts[columns.members[i]!]!
  }
  const members = new Uint32Array(offsets.at(-1)!)
  for (let row = 0; row + 1 < starts.length; row++) {
    let end = offsets[row]!
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const copies = of(columns.members[i]!)
      members.set(copies, end)
      end += copies.length
    }
    sortNumbers(members, offsets[row]!, end)
  }
  const centers = columns.centers.map((center) => (center === NONE ? NONE : first(center)))
  return { ...columns, offsets, members, centers }
}
