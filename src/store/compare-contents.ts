import { overlapOfSorted } from '../distance/sorted-sets.js'
import { InvalidOption } from '../model/errors.js'
import { type Similarity, similarityOf, similarityReaches } from '../model/similarity.js'
import { type RequiredHits, sampleOf } from './containment.js'
import type { Content } from './content-reader.js'
import { type Candidates, sharesSample } from './find-candidates.js'
import type { IndexParameters } from './parameters.js'
import type { ByteString } from './storage.js'
import type { Match, MatchKind } from './store.js'

/** A matching content: the part of a match that is the same for every document with this content. */
export interface ContentMatch extends Omit<Match, 'id'> {
  readonly content: ByteString
}

const KINDS: readonly MatchKind[] = ['identical', 'similar', 'contained', 'contains']

/** The candidates that match by Jaccard similarity or containment, best first. */
export function checkCandidates(
  content: Content,
  candidates: Candidates,
  parameters: IndexParameters,
  hits: RequiredHits | undefined,
): ContentMatch[] {
  const { threshold, containment } = parameters
  return compareAll(content, candidates, parameters, hits, (overlap, own, other) => {
    if (similarityReaches('jaccard', overlap, own, other, threshold)) return 'similar'
    if (containment === null) return undefined
    if (similarityReaches('containment', overlap, own, other, containment.threshold)) return 'contained'
    return similarityReaches('containment', overlap, other, own, containment.threshold)
      ? 'contains'
      : undefined
  })
}

/** The candidates that match by one measure, best first. */
export function queryCandidates(
  content: Content,
  candidates: Candidates,
  parameters: IndexParameters,
  hits: RequiredHits | undefined,
  similarity: Similarity,
  threshold: number,
): ContentMatch[] {
  const kind = similarity === 'containment' ? 'contained' : 'similar'
  const matches = compareAll(content, candidates, parameters, hits, (overlap, own, other) =>
    similarityReaches(similarity, overlap, own, other, threshold) ? kind : undefined,
  )
  if (similarity === 'jaccard') return matches
  return matches
    .map((match) => ({ ...match, similarity: similarityBy(similarity, match, content, candidates) }))
    .sort(byRank)
}

function similarityBy(
  similarity: Similarity,
  match: ContentMatch,
  { set }: Content,
  candidates: Candidates,
): number {
  const other = candidates.sets.get(match.content)!
  return similarityOf(similarity, overlapOfSorted(set, other), set.length, other.length)
}

function compareAll(
  content: Content,
  { sets, banded }: Candidates,
  { containment, scheme }: IndexParameters,
  hits: RequiredHits | undefined,
  kindOf: (overlap: number, own: number, other: number) => MatchKind | undefined,
): ContentMatch[] {
  const matches: ContentMatch[] = []
  for (const [key, set] of sets) {
    const overlap = overlapOfSorted(content.set, set)
    const kind = kindOf(overlap, content.set.length, set.length)
    if (kind === undefined) continue
    // The result must not depend on which buckets were read: only the two sets decide whether a pair counts.
    if (!banded.has(key)) {
      const sampled = sampleOf(set, containment!, scheme.seed).length
      if (!sharesSample(content, set, sampled, hits!)) continue
    }
    matches.push({
      content: key,
      kind: key === content.key ? 'identical' : kind,
      similarity: overlap / (content.set.length + set.length - overlap),
      containment: {
        documentInMatch: overlap / content.set.length,
        matchInDocument: overlap / set.length,
      },
    })
  }
  return matches.sort(byRank)
}

/** By kind, then by descending similarity, then by descending share of the document. */
export function byRank(one: ContentMatch, other: ContentMatch): number {
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    other.similarity - one.similarity ||
    other.containment.documentInMatch - one.containment.documentInMatch
  )
}

/** The lowest threshold of a measure that the index was built for. */
export function defaultThreshold(similarity: Similarity, parameters: IndexParameters): number {
  if (similarity !== 'containment') return minThreshold(similarity, parameters.threshold)
  if (parameters.containment === null)
    throw new InvalidOption(
      'similarity',
      similarity,
      'jaccard, dice or cosine: this index has no containment',
    )
  return parameters.containment.threshold
}

/** Rejects a query below the threshold that the index was built for. */
export function checkQuery(similarity: Similarity, threshold: number, parameters: IndexParameters): void {
  const min = defaultThreshold(similarity, parameters)
  if (threshold < min) {
    const reason =
      similarity === 'containment' ? 'containment' : `a Jaccard similarity of ${parameters.threshold}`
    throw new InvalidOption('threshold', threshold, `at least ${min}: the index was built for ${reason}`)
  }
}

/**
 * The threshold of a measure above which every match has the Jaccard similarity that the index was built for. For sets with Dice d it is d
 * / (2 - d). For sets with cosine c it is at least c², with equality if one contains the other.
 */
function minThreshold(similarity: Similarity, jaccard: number): number {
  if (similarity === 'dice') return (2 * jaccard) / (1 + jaccard)
  return similarity === 'cosine' ? Math.sqrt(jaccard) : jaccard
}
