import { estimateRecall } from '../../audit/recall-estimate.js'
import { nameMembers } from '../../cluster/name-members.js'
import type { DocumentId, DocumentInput, IdOf } from '../../model/document.js'
import { listPairs, type Pair, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { similarityIn } from '../../model/plan.js'
import type { ReportedRecall, SimilarityReport } from '../../model/report.js'
import { isSymmetric, jaccardOf } from '../../model/similarity.js'
import { guaranteedRecall } from '../limited-list.js'
import { listPairsWithin } from '../list-pairs.js'
import { type AgainstRequest, checkRequest, FIND_OPTION_NAMES, type FindOptions } from '../request.js'
import { againstSummary } from './against-summary.js'
import { countCopies } from './copy-kinds.js'
import { readDocuments } from './documents.js'
import { checkPairCount } from './match.js'
import { type DistinctPairs, type SearchResult, search } from './search.js'

/**
 * Finds the pairs of similar documents, and the clusters that they form. Every pair is verified: its similarity is computed
 * from the two shingle sets, and is exact except for rare hash collisions (docs/guide/limits.md, error rates). A pair at the
 * threshold is missed with a probability of at most 1 − recall, and a more similar pair less often. Recall 1 requests an exact
 * search, which misses nothing. An exact search is also used if it costs no more than bands, as it does for a few hundred
 * documents. An empty document matches nothing.
 *
 * With `against`, each pair has one of the documents (`a`) and one of the documents to compare with (`b`), and its `against` is
 * true. If the similarity has a direction, it goes from a to b. `alsoWithin` adds the pairs and clusters within the documents.
 *
 * @param inputs texts, or objects with a `text` and optionally an `id`, in a list or any other iterable
 * @example
 * const { pairs } = findSimilar(['one text …', 'another …'], { threshold: 0.8, recall: 0.95 })
 * const { pairs: known } = findSimilar(newTexts, { against: oldTexts })
 */
export function findSimilar<Input extends DocumentInput, Other extends DocumentInput = never>(
  inputs: Iterable<Input>,
  options: FindOptions & AgainstRequest<Iterable<Other>> = {},
): SimilarityReport<IdOf<Input>, IdOf<Input> | IdOf<Other>> {
  const { against, alsoWithin = false, ...request } = options
  checkRequest(options, FIND_OPTION_NAMES)
  const { documents, ids } = readDocuments(inputs)
  const others = against === undefined ? undefined : readDocuments(against, 'against')
  const texts = documents.map(({ text }) => text)
  const found = search(
    texts,
    request,
    others && { texts: others.documents.map(({ text }) => text), alsoWithin },
  )
  const { pairs, omitted } = allPairs(found)
  return {
    plan: found.plan,
    documents: documents.length,
    empty: found.empty,
    ...countCopies(texts, found.copies),
    candidates: found.candidates,
    pairs: namePairs(pairs, ids, others?.ids ?? []),
    pairsOmitted: omitted,
    clusters: found.clusters.map((cluster) => nameMembers(cluster, (member) => ids[member]!)),
    recall: recallOf(found, pairs, omitted),
    ...(found.between && { against: againstSummary(texts, found, found.between) }),
  }
}

/** Replaces positions in pairs by ids. Positions after those of the documents belong to the documents to compare with. */
export function namePairs<Id extends DocumentId, OtherId extends DocumentId>(
  pairs: PairBatch,
  ids: readonly Id[],
  others: readonly OtherId[],
): Pair<Id, Id | OtherId>[] {
  return listPairs(pairs).map(({ a, b, similarity }) =>
    b < ids.length
      ? { a: ids[a]!, b: ids[b]!, similarity }
      : { a: ids[a]!, b: others[b - ids.length]!, similarity, against: true },
  )
}

/** The listed pairs between all documents, and the number of pairs that are not listed. */
export function allPairs(found: SearchResult): {
  pairs: PairBatch
  omitted: number
} {
  const { plan, between } = found
  const pairs = new PairBuilder()
  const list = ({ copies, distinctPairs }: DistinctPairs, hasCopyPairs: boolean) =>
    listPairsWithin(
      { counts: copies.map(({ length }) => length), of: (number: number) => copies[number]! },
      () => [distinctPairs],
      { maxGroup: plan.maxGroup, isDirected: !isSymmetric(similarityIn(plan)), hasCopyPairs },
      (a, b, similarity) => {
        pairs.add(a, b, similarity)
        checkPairCount(pairs.count, 'use dedupe, which lists no pairs, or give fewer documents at once')
      },
    ).omitted
  let omitted = between === undefined || between.alsoWithin ? list(found, true) : 0
  if (between !== undefined) omitted += list(between, false)
  return { pairs: sortPairs(pairs.pairs()), omitted }
}

/** The recall estimated from the pairs. Omitted pairs count as found. */
export function recallOf(
  { plan, collection }: Pick<SearchResult, 'plan' | 'collection'>,
  pairs: PairBatch,
  omitted: number,
): ReportedRecall {
  const similarity = similarityIn(plan)
  const sizeOf = (position: number) => collection.offsets[position + 1]! - collection.offsets[position]!
  const jaccard = pairs.similarity.map((value, i) =>
    jaccardOf(similarity, value, sizeOf(pairs.a[i]!), sizeOf(pairs.b[i]!)),
  )
  const estimated = estimateRecall(pairs, plan, omitted, jaccard)
  const listed = omitted === 0 ? 1 : pairs.count / (pairs.count + omitted)
  return {
    requested: plan.recall,
    guaranteed: guaranteedRecall(plan),
    estimated: listed * estimated,
    inClusters: { estimated },
  }
}
