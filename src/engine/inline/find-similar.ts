import { estimateRecall } from '../../audit/recall-estimate.js'
import { nameMembers } from '../../cluster/name-members.js'
import { checkNames } from '../../model/check.js'
import type { DocumentInput, IdOf } from '../../model/document.js'
import { listPairs, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { ReportedRecall, SimilarityReport } from '../../model/report.js'
import { isSymmetric } from '../../model/similarity.js'
import { guaranteedRecall } from '../limited-list.js'
import { listPairsWithin } from '../list-pairs.js'
import { FIND_OPTION_NAMES, type FindOptions } from '../request.js'
import { countCopies } from './copy-kinds.js'
import { readDocuments } from './documents.js'
import { checkPairCount } from './match.js'
import { type SearchResult, search } from './search.js'

/**
 * Finds the pairs of documents that are alike, and the clusters that they form. Every pair is verified: its similarity
 * is that of the shingle sets (`similarity`), exact but for rare collisions of hashes (docs/guide/limits.md, error
 * rates). A pair at the threshold is missed with a probability of at most
 * 1 − recall, a more similar one more rarely. Where an exact search costs no more than bands, as for a few hundred documents,
 * it is taken, and misses nothing; so does recall 1. An empty document matches nothing.
 *
 * @param inputs texts, or objects with a `text` and perhaps an `id`, in a list or any other iterable
 * @example
 * const { pairs } = findSimilar(['one text …', 'another …'], { threshold: 0.8, recall: 0.95 })
 */
export function findSimilar<Input extends DocumentInput>(
  inputs: Iterable<Input>,
  options: FindOptions = {},
): SimilarityReport<IdOf<Input>> {
  checkNames(options, FIND_OPTION_NAMES)
  const { documents, ids } = readDocuments(inputs)
  const texts = documents.map(({ text }) => text)
  const found = search(texts, options)
  const { pairs, omitted } = allPairs(found)
  return {
    plan: found.plan,
    documents: documents.length,
    empty: found.empty,
    ...countCopies(texts, found.copies),
    candidates: found.candidates,
    pairs: listPairs(pairs).map(({ a, b, similarity }) => ({ a: ids[a]!, b: ids[b]!, similarity })),
    pairsOmitted: omitted,
    clusters: found.clusters.map((cluster) => nameMembers(cluster, (member) => ids[member]!)),
    recall: recallOf(found.plan, pairs, omitted),
  }
}

/** The pairs between all documents that are listed, and how many are not. */
export function allPairs({ copies, distinctPairs, plan }: SearchResult): {
  pairs: PairBatch
  omitted: number
} {
  const pairs = new PairBuilder()
  const byNumber = {
    counts: copies.map(({ length }) => length),
    of: (number: number) => copies[number]!,
  }
  const { omitted } = listPairsWithin(
    byNumber,
    () => [distinctPairs],
    { maxGroup: plan.maxGroup, isDirected: !isSymmetric(similarityIn(plan)) },
    (a, b, similarity) => {
      pairs.add(a, b, similarity)
      checkPairCount(pairs.count, 'use dedupe, which lists no pairs, or give fewer documents at once')
    },
  )
  return { pairs: sortPairs(pairs.pairs()), omitted }
}

/** The recall as the pairs tell it; those left out were found all the same. */
export function recallOf(plan: Plan, pairs: PairBatch, omitted: number): ReportedRecall {
  const estimated = estimateRecall(pairs, plan, omitted)
  const listed = omitted === 0 ? 1 : pairs.count / (pairs.count + omitted)
  return {
    requested: plan.recall,
    guaranteed: guaranteedRecall(plan),
    estimated: listed * estimated,
    inClusters: { estimated },
  }
}
