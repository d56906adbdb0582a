import { overlapOfSorted } from '../distance/sorted-sets.js'
import { InvalidOption } from '../model/errors.js'
import {
  BAND_SIMILARITIES,
  type DocumentSimilarity,
  minThreshold,
  type Similarity,
  similarityOf,
  similarityReaches,
} from '../model/similarity.js'
import { sampleOf } from '../sketch/sampled-elements.js'
import type { RequiredHits } from './containment.js'
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

type KindOf = (overlap: number, own: number, other: number) => MatchKind | undefined

/** What counts as a match by Jaccard similarity or containment. */
export function kindsOfCheck({ threshold, containment }: IndexParameters): KindOf {
  return (overlap, own, other) => {
    if (similarityReaches('jaccard', overlap, own, other, threshold)) return 'similar'
    if (containment === null) return undefined
    if (similarityReaches('containment', overlap, own, other, containment.threshold)) return 'contained'
    return similarityReaches('containment', overlap, other, own, containment.threshold)
      ? 'contains'
      : undefined
  }
}

/** What counts as a match by one measure. */
export function kindsOfQuery(similarity: Similarity, threshold: number): KindOf {
  const kind = similarity === 'containment' ? 'contained' : 'similar'
  return (overlap, own, other) =>
    similarityReaches(similarity, overlap, own, other, threshold) ? kind : undefined
}

/** Compares a content with its candidates, one at a time, and collects those that match. */
export class ContentMatches {
  readonly #content: Content
  readonly #banded: Pick<Candidates['banded'], 'has'>
  readonly #parameters: IndexParameters
  readonly #hits: RequiredHits | undefined
  readonly #kindOf: KindOf
  readonly #similarity: Similarity
  readonly #matches: ContentMatch[] = []

  constructor(
    content: Content,
    { banded }: { readonly banded: Pick<Candidates['banded'], 'has'> },
    parameters: IndexParameters,
    hits: RequiredHits | undefined,
    kindOf: KindOf,
    similarity: Similarity = 'jaccard',
  ) {
    this.#content = content
    this.#banded = banded
    this.#parameters = parameters
    this.#hits = hits
    this.#kindOf = kindOf
    this.#similarity = similarity
  }

  add(key: ByteString, other: Uint32Array): void {
    const { set, key: ownKey } = this.#content
    const overlap = overlapOfSorted(set, other)
    const kind = this.#kindOf(overlap, set.length, other.length)
    if (kind === undefined) return
    // The result must not depend on which buckets were read: only the two sets decide whether a pair counts.
    if (!this.#banded.has(key)) {
      const { containment, scheme } = this.#parameters
      const sampled = sampleOf(other, { sampling: containment!.sampling, seed: scheme.seed }).length
      if (!sharesSample(this.#content, other, sampled, this.#hits!)) return
    }
    this.#matches.push({
      content: key,
      kind: key === ownKey ? 'identical' : kind,
      similarity: similarityOf(this.#similarity, overlap, set.length, other.length),
      containment: {
        documentInMatch: overlap / set.length,
        matchInDocument: overlap / other.length,
      },
    })
  }

  /** Best first. */
  ranked(): ContentMatch[] {
    return this.#matches.sort(byRank)
  }
}

/** By kind, then by descending similarity, then by descending share of the document. */
export function byRank(one: ContentMatch, other: ContentMatch): number {
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    other.similarity - one.similarity ||
    other.containment.documentInMatch - one.containment.documentInMatch
  )
}

/**
 * The lowest threshold of a measure that the index was built for. Apart from containment, which an index may have buckets for, it is the
 * one above which every match has the Jaccard similarity of the index.
 */
export function defaultThreshold(similarity: DocumentSimilarity, parameters: IndexParameters): number {
  if (similarity === 'containment' && parameters.containment !== null) return parameters.containment.threshold
  if (!BAND_SIMILARITIES.includes(similarity)) {
    const expected = `one of ${BAND_SIMILARITIES.join(', ')}: this index has no ${similarity}`
    throw new InvalidOption('similarity', similarity, expected)
  }
  return minThreshold(similarity, parameters.threshold)
}

/**
 * Rejects a query below the threshold that the index was built for.
 *
 * @param min the lowest threshold, if it is known: it takes a while to compute
 */
export function checkQuery(
  similarity: DocumentSimilarity,
  threshold: number,
  parameters: IndexParameters,
  min = defaultThreshold(similarity, parameters),
): void {
  if (threshold < min) {
    const reason =
      similarity === 'containment' ? 'containment' : `a Jaccard similarity of ${parameters.threshold}`
    throw new InvalidOption('threshold', threshold, `at least ${min}: the index was built for ${reason}`)
  }
}
