// The similarity of two sets as a number, and whether it reaches a threshold; based on `SIMILARITY_TABLE`.

import { checkChoice, checkShare, checkWhole } from './check.js'
import { SIMILARITY_TABLE, type SimilarityRecord } from './similarity-table.js'

/**
 * How sets A and B are compared, where o is |A ∩ B|: `jaccard` is o / |A ∪ B|; `containment` is o / |A|, the fraction of A that is also
 * in B; `cosine` is o / √(|A| · |B|); `dice` is 2o / (|A| + |B|); `overlap` is o itself.
 */
export type Similarity = keyof typeof SIMILARITY_TABLE

/** How documents are compared by their sets of shingles: a fraction in (0, 1]. */
export type DocumentSimilarity = Exclude<Similarity, 'overlap'>

export const SIMILARITIES = Object.keys(SIMILARITY_TABLE) as readonly Similarity[]

export const DOCUMENT_SIMILARITIES = SIMILARITIES.filter(
  (similarity) => recordOf(similarity).isShare,
) as readonly DocumentSimilarity[]

/** Those that bands can find: similar sets have a minimum Jaccard similarity, so their signatures are similar. */
export const BAND_SIMILARITIES = DOCUMENT_SIMILARITIES.filter((similarity) => minJaccard(similarity, 1) > 0)

const LARGEST_OVERLAP = 2 ** 32 - 1

/** Widens the type: in the type of the table, each record has only the properties that it defines itself. */
function recordOf(similarity: Similarity): SimilarityRecord {
  return SIMILARITY_TABLE[similarity]
}

/** Rejects an unknown similarity, or a threshold outside its range. */
export function checkSimilarity(similarity: Similarity, threshold: number): void {
  checkChoice('similarity', similarity, SIMILARITIES)
  if (recordOf(similarity).isShare) checkShare('threshold', threshold)
  else checkWhole('threshold', threshold, 1, LARGEST_OVERLAP)
}

/** Whether the similarity of A and B is always the similarity of B and A. */
export function isSymmetric(similarity: Similarity): boolean {
  return recordOf(similarity).isSymmetric
}

/** What help says about it in addition to its name. */
export function similarityNote(similarity: Similarity): string | undefined {
  return recordOf(similarity).note
}

/** The similarity of two nonempty sets with these sizes and this overlap. */
export function similarityOf(similarity: Similarity, overlap: number, sizeA: number, sizeB: number): number {
  return recordOf(similarity).of(overlap, sizeA, sizeB)
}

/** Whether it is a fraction, in (0, 1]. */
export function isShare(similarity: Similarity): boolean {
  return recordOf(similarity).isShare
}

/** The overlap of two sets with these sizes and this similarity. */
export function overlapIn(similarity: Similarity, value: number, sizeA: number, sizeB: number): number {
  return Math.round(recordOf(similarity).overlapAt(sizeA, sizeB, value))
}

/** Whether sets with these sizes and this overlap have at least the threshold similarity. */
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
 * The similarity to report, never below the threshold. The last bit of a cosine can be off because it is rounded twice, and a pair that
 * reaches the threshold must not appear to be below it.
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
 * The minimum overlap at which A and B, with these sizes, reach the threshold. It can be more than the sizes allow.
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
 * The minimum overlap at which sets match in either direction, not necessarily an integer. It is used as a filter, so it has to be cheap.
 */
export function overlapFilter(
  similarity: Similarity,
  threshold: number,
): (size: number, other: number) => number {
  const share = minOverlapShare(similarity, threshold)
  if (share !== undefined) return (size, other) => share * (size + other)
  const { overlapAt } = recordOf(similarity)
  // Of the two directions, the one from the smaller set needs less overlap.
  return (size, other) => overlapAt(Math.min(size, other), Math.max(size, other), threshold)
}

/** That minimum as a share of the two sizes added together; undefined if it depends on each of them. */
export function minOverlapShare(similarity: Similarity, threshold: number): number | undefined {
  return recordOf(similarity).overlapShare?.(threshold)
}

/** The smallest integer that passes, searched for near an estimate; all larger integers must pass, too. */
export function minFrom(estimate: number, passes: (value: number) => boolean): number {
  let value = Math.ceil(estimate)
  while (value > 0 && passes(value - 1)) value--
  while (!passes(value)) value++
  return value
}

/**
 * The minimum Jaccard similarity of two sets that reach the threshold in either direction; 0 if there is no minimum.
 *
 * @example minJaccard('cosine', 0.8) // 0.64
 */
export function minJaccard(similarity: Similarity, threshold: number): number {
  return recordOf(similarity).minJaccard(threshold)
}

/**
 * The lowest threshold at which every pair has at least this Jaccard similarity, or a double next to it; 1 if there is none.
 *
 * @example minThreshold('cosine', 0.64) // 0.8
 */
export function minThreshold(similarity: DocumentSimilarity, jaccard: number): number {
  if (minJaccard(similarity, 1) <= jaccard) return 1
  let [low, high] = [0, 1]
  while (true) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) return low
    if (minJaccard(similarity, middle) <= jaccard) low = middle
    else high = middle
  }
}

/**
 * The Jaccard similarity of A and B, given their sizes and the value of another similarity.
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

/** Whether the Jaccard similarity depends on the sizes of the sets as well, so this similarity alone does not determine it. */
export function isJaccardOpen(similarity: Similarity): boolean {
  const { minJaccard, sureJaccard } = recordOf(similarity)
  return minJaccard(0.5) < sureJaccard(0.5)
}
