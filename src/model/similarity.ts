// The similarity of two sets as one number, and whether it reaches a threshold, by `SIMILARITY_TABLE`.

import { checkChoice, checkShare, checkWhole } from './check.js'
import { SIMILARITY_TABLE, type SimilarityRecord } from './similarity-table.js'

/**
 * How sets A and B are compared, o being |A ∩ B|: `jaccard` o / |A ∪ B|; `containment` o / |A|, the share of A that lies
 * in B; `cosine` o / √(|A| · |B|); `dice` 2o / (|A| + |B|); `overlap` o itself.
 */
export type Similarity = keyof typeof SIMILARITY_TABLE

/** How documents are compared, by their sets of shingles: a share in (0, 1]. */
export type DocumentSimilarity = Exclude<Similarity, 'overlap'>

export const SIMILARITIES = Object.keys(SIMILARITY_TABLE) as readonly Similarity[]

export const DOCUMENT_SIMILARITIES = SIMILARITIES.filter(
  (similarity) => recordOf(similarity).isShare,
) as readonly DocumentSimilarity[]

const LARGEST_OVERLAP = 2 ** 32 - 1

/** Not in the types of the table: there each record has only what it says itself. */
function recordOf(similarity: Similarity): SimilarityRecord {
  return SIMILARITY_TABLE[similarity]
}

/** Rejects an unknown similarity, or a threshold that it cannot have. */
export function checkSimilarity(similarity: Similarity, threshold: number): void {
  checkChoice('similarity', similarity, SIMILARITIES)
  if (recordOf(similarity).isShare) checkShare('threshold', threshold)
  else checkWhole('threshold', threshold, 1, LARGEST_OVERLAP)
}

/** Whether A and B have the same similarity as B and A. */
export function isSymmetric(similarity: Similarity): boolean {
  return recordOf(similarity).isSymmetric
}

/** The similarity of sets of these sizes that share so many elements; neither is empty. */
export function similarityOf(similarity: Similarity, overlap: number, sizeA: number, sizeB: number): number {
  return recordOf(similarity).of(overlap, sizeA, sizeB)
}

/** Whether sets of these sizes that share so many elements reach the threshold, equality included. */
export function similarityReaches(
  similarity: Similarity,
  overlap: number,
  sizeA: number,
  sizeB: number,
  threshold: number,
): boolean {
  const { of, reaches } = recordOf(similarity)
  return reaches === undefined
    ? of(overlap, sizeA, sizeB) >= threshold
    : reaches(overlap, sizeA, sizeB, threshold)
}

/**
 * The similarity as it is reported, at least the threshold: the last bit of a cosine may be rounded twice, and a pair that
 * reaches the threshold must not seem to lie below it.
 */
export function reportedSimilarity(
  similarity: Similarity,
  overlap: number,
  sizeA: number,
  sizeB: number,
  threshold: number,
): number {
  return Math.max(threshold, similarityOf(similarity, overlap, sizeA, sizeB))
}

/**
 * The minimum overlap with which A and B, of these sizes, reach the threshold. It may be more than they can have.
 *
 * @example minOverlapFor('cosine', 4, 9, 0.5) // 3
 */
export function minOverlapFor(
  similarity: Similarity,
  sizeA: number,
  sizeB: number,
  threshold: number,
): number {
  const { minOverlap, overlapAt } = recordOf(similarity)
  if (minOverlap !== undefined) return minOverlap(sizeA, sizeB, threshold)
  return minFrom(overlapAt(sizeA, sizeB, threshold), (overlap) =>
    similarityReaches(similarity, overlap, sizeA, sizeB, threshold),
  )
}

/**
 * The least overlap with which sets match in either direction, as a number that need not be whole: a filter that must not cost more
 * than what it saves.
 */
export function overlapFilter(
  similarity: Similarity,
  threshold: number,
): (size: number, other: number) => number {
  const { overlapAt, overlapShare } = recordOf(similarity)
  if (overlapShare !== undefined) {
    const share = overlapShare(threshold)
    return (size, other) => share * (size + other)
  }
  // Of two directions the one of the smaller set needs less.
  return (size, other) => overlapAt(Math.min(size, other), Math.max(size, other), threshold)
}

/** The smallest integer that passes, near an estimate; every larger one passes, too. */
export function minFrom(about: number, passes: (value: number) => boolean): number {
  let value = Math.ceil(about)
  while (value > 0 && passes(value - 1)) value--
  while (!passes(value)) value++
  return value
}

/**
 * The least Jaccard similarity of two sets that reach the threshold in either direction; 0 where there is none.
 *
 * @example minJaccard('cosine', 0.8) // 0.64
 */
export function minJaccard(similarity: Similarity, threshold: number): number {
  return recordOf(similarity).minJaccard(threshold)
}

/**
 * The Jaccard similarity of A and B, of these sizes, that have another similarity of this value.
 *
 * @example jaccardOf('cosine', 0.5, 4, 9) // 3 elements in common of 10: 0.3
 */
export function jaccardOf(similarity: Similarity, value: number, sizeA: number, sizeB: number): number {
  return SIMILARITY_TABLE.jaccard.of(
    Math.round(recordOf(similarity).overlapAt(sizeA, sizeB, value)),
    sizeA,
    sizeB,
  )
}

/** Whether the Jaccard similarity does not follow from this similarity without the sizes of both sets. */
export function isJaccardOpen(similarity: Similarity): boolean {
  const { minJaccard, sureJaccard } = recordOf(similarity)
  return minJaccard(0.5) < sureJaccard(0.5)
}

/** The Jaccard similarity from which on two sets reach the threshold, whatever their sizes. */
export function sureJaccard(similarity: Similarity, threshold: number): number {
  return recordOf(similarity).sureJaccard(threshold)
}
