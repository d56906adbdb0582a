import { clusterAt, clusterColumns } from '../../cluster/cluster-columns.js'
import type { Cluster } from '../../model/cluster.js'
import type { PairBatch } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { SetCollection } from '../../model/set-collection.js'
import { isSymmetric } from '../../model/similarity.js'
import { shingleCollection } from '../../text/shingles.js'
import { EVERY_PAIR_UP_TO, makePlan, type PlannedOptions, readWishes } from '../request.js'
import { collapseEqual } from './distinct.js'
import { matchSets } from './match.js'
import { planSearch } from './plan-sample.js'
import { TrueSimilarity } from './true-similarity.js'

/** What the flow found, by positions in the input; pairs stand between distinct documents. */
export interface SearchResult {
  readonly plan: Plan
  /** Of documents by their positions. */
  readonly similarity: TrueSimilarity
  readonly empty: number
  readonly candidates: number
  /** Between distinct documents: numbers in `copies`. */
  readonly distinctPairs: PairBatch
  /** For each distinct document the positions of its copies, rising. */
  readonly copies: readonly (readonly number[])[]
  /** The shingle sets of all documents. */
  readonly collection: SetCollection
  readonly clusters: readonly Cluster[]
}

/** The flow as plain calls: shingles, equal documents collapsed, signatures, bands, verified pairs, clusters. */
export function search(texts: readonly string[], options: PlannedOptions): SearchResult {
  const unsampled = makePlan(options)
  const collection = shingleCollection(texts, unsampled.shingle)
  // A given plan is followed, and recall 1 is exact anyway.
  const isFinal = options.plan !== undefined || unsampled.method === 'exact'
  const plan = isFinal ? unsampled : planSearch(readWishes(options), collection, texts)
  const distinct = collapseEqual(collection, texts, plan.shingle)
  const comparison = { similarity: similarityIn(plan), threshold: plan.threshold }
  const similarity = new TrueSimilarity(collection, texts, plan.shingle, comparison)
  const first = (number: number) => distinct.copies[number]![0]!
  const matched = matchSets(distinct.collection, plan)
  const { candidates } = matched
  const pairs = similarity.correct(matched.pairs, first)
  const columns = clusterColumns(distinct.collection.count, () => [pairs], {
    method: options.clusters ?? 'components',
    everyPairUpTo: EVERY_PAIR_UP_TO,
    similarity: (a, b) => similarity.ofEither(first(a), first(b)),
    isDirected: !isSymmetric(comparison.similarity),
    copies: Uint32Array.from(distinct.copies, (copies) => copies.length),
  })
  return {
    plan,
    similarity,
    empty: distinct.empty,
    candidates,
    distinctPairs: pairs,
    copies: distinct.copies,
    collection,
    clusters: Array.from(columns.centers, (_, row) => withCopies(clusterAt(columns, row), distinct.copies)),
  }
}

/** A cluster of distinct documents as one of all documents. */
function withCopies(cluster: Cluster, copies: readonly (readonly number[])[]): Cluster {
  const members = cluster.members.flatMap((member) => copies[member]!).sort((a, b) => a - b)
  if (cluster.center === undefined) return { ...cluster, members }
  return { ...cluster, members, center: copies[cluster.center]![0]! }
}
