import { nameMembers } from '../../cluster/name-members.js'
import type { DocumentId, DocumentInput, IdOf } from '../../model/document.js'
import { listPairs, type Pair, type PairBatch } from '../../model/pair.js'
import type { SimilarityReport } from '../../model/report.js'
import { type AgainstRequest, checkRequest, FIND_OPTION_NAMES, type FindOptions } from '../request.js'
import { againstSummary } from './against-summary.js'
import { countCopies } from './copy-kinds.js'
import { readDocuments } from './documents.js'
import { allPairs, recallOf } from './list-found.js'
import { search } from './search.js'

/**
 * Finds the pairs of similar documents, and the clusters that they form. Every pair is verified: its similarity is computed
 * from the two shingle sets, and is exact except for rare hash collisions (docs/guide/limits.md, error rates). A pair at the
 * threshold is missed with a probability of at most 1 − recall, and a more similar pair less often. Recall 1 requests an exact
 * search, which misses nothing. An exact search is also used if it costs at most 10 % more than bands, as it does for a few hundred
 * documents. An empty document matches nothing.
 *
 * With `against`, each pair has one of the documents (`a`) and one of the documents to compare with (`b`), and its `against` is
 * true. If the similarity has a direction, it goes from a to b. `alsoWithin` adds the pairs and clusters within the documents.
 *
 * @param documents texts, or objects with a `text` and optionally an `id`, in a list or any other iterable
 * @example
 * const { pairs } = findSimilar(['one text …', 'another …'], { threshold: 0.8, recall: 0.95 })
 * const { pairs: known } = findSimilar(newTexts, { against: oldTexts })
 */
export function findSimilar<Input extends DocumentInput, Other extends DocumentInput = never>(
  documents: Iterable<Input>,
  options: FindOptions & AgainstRequest<Iterable<Other>> = {},
): SimilarityReport<IdOf<Input>, IdOf<Input> | IdOf<Other>> {
  const { against, alsoWithin = false, ...request } = options
  checkRequest(options, FIND_OPTION_NAMES)
  const { documents: read, ids } = readDocuments(documents)
  const others = against === undefined ? undefined : readDocuments(against, 'against')
  const texts = read.map(({ text }) => text)
  const found = search(
    texts,
    request,
    others && { texts: others.documents.map(({ text }) => text), alsoWithin },
  )
  const { pairs, omitted } = allPairs(found)
  return {
    plan: found.plan,
    documents: read.length,
    empty: found.empty,
    ...countCopies(texts, found.copies),
    candidates: found.candidates,
    compared: found.compared,
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
