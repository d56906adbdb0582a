import { overlapAtLeast, overlapOfSorted } from '../distance/sorted-sets.js'
import { checkChoice, checkShare, checkWhole } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'
import { type Candidates, type PairBatch, PairBuilder } from '../model/pair.js'
import { type SetCollection, setAt } from '../model/set-collection.js'
import {
  DOCUMENT_SIMILARITIES,
  type DocumentSimilarity,
  minOverlapFor,
  reportedSimilarity,
  similarityOf as similarityOfSizes,
} from '../model/similarity.js'

/** What makes a candidate a pair. */
export interface VerifyOptions {
  /** The minimum similarity of a pair, in (0, 1], inclusive. */
  readonly threshold: number
  /** Default `jaccard`. For containment, a candidate (a, b) measures how much of a is in b, not the reverse. */
  readonly measure?: DocumentSimilarity
}

/**
 * Returns the candidates that reach the threshold, with their exact similarity, in the same order. Each
 * comparison stops as soon as the threshold is out of reach. An empty set never passes. Throws `InvalidValue` for a candidate
 * that is not a set of the collection.
 *
 * @example verifyCandidates(collection, candidates, { threshold: 0.8 })
 */
export function verifyCandidates(
  collection: SetCollection,
  candidates: Candidates,
  options: VerifyOptions,
): PairBatch {
  const { threshold, measure = 'jaccard' } = options
  checkShare('threshold', threshold)
  checkChoice('measure', measure, DOCUMENT_SIMILARITIES)
  const pairs = new PairBuilder()
  for (let i = 0; i < candidates.count; i++) {
    const a = candidates.a[i]!
    const b = candidates.b[i]!
    if (!(a < collection.count && b < collection.count)) {
      throw new InvalidValue('a candidate', `${a}, ${b}`, i, `two positions below ${collection.count}`)
    }
    const setA = setAt(collection, a)
    const setB = setAt(collection, b)
    if (setA.length === 0 || setB.length === 0) continue
    const required = minOverlapFor(measure, setA.length, setB.length, threshold)
    const overlap = overlapAtLeast(setA, setB, required)
    if (overlap < 0) continue
    pairs.add(a, b, reportedSimilarity(measure, overlap, setA.length, setB.length, threshold))
  }
  return pairs.pairs()
}

/**
 * Returns the exact similarity of the sets `a` and `b` of the collection, in [0, 1]; 0 if one of them is empty.
 *
 * @example similarityOf(makeSetCollection([[1, 2], [1, 2, 3]]), 0, 1) // 2/3
 */
export function similarityOf(
  collection: SetCollection,
  a: number,
  b: number,
  measure: DocumentSimilarity = 'jaccard',
): number {
  checkWhole('a', a, 0, collection.count - 1)
  checkWhole('b', b, 0, collection.count - 1)
  checkChoice('measure', measure, DOCUMENT_SIMILARITIES)
  const setA = setAt(collection, a)
  const setB = setAt(collection, b)
  if (setA.length === 0 || setB.length === 0) return 0
  return similarityOfSizes(measure, overlapOfSorted(setA, setB), setA.length, setB.length)
}
