// What two sets have in common, as one number, and when it reaches a threshold. For all but cosine the similarity is one
// division, which IEEE rounds correctly, so the plain comparison is exact (docs/decisions/thresholds.md). Cosine divides
// by a root: the comparison asks what the correctly rounded quotient would say, and settles near ties on whole numbers.

import { checkChoice, checkShare, checkWhole } from './check.js'
import { leastOverlap, leastPart, reaches } from './threshold.js'

/**
 * How sets A and B are compared, o being |A ∩ B|: `jaccard` o / |A ∪ B|; `containment` o / |A|, the share of A that lies
 * in B; `cosine` o / √(|A| · |B|); `dice` 2o / (|A| + |B|); `overlap` o itself.
 */
export type Similarity = 'jaccard' | 'containment' | 'cosine' | 'dice' | 'overlap'

export const SIMILARITIES: readonly Similarity[] = ['jaccard', 'containment', 'cosine', 'dice', 'overlap']

const LARGEST_OVERLAP = 2 ** 32 - 1

/** Refuses a similarity that there is not, and a threshold that it cannot have. */
export function checkSimilarity(similarity: Similarity, threshold: number): void {
  checkChoice('similarity', similarity, SIMILARITIES)
  if (similarity === 'overlap') checkWhole('threshold', threshold, 1, LARGEST_OVERLAP)
  else checkShare('threshold', threshold)
}

/** Whether A and B say the same of each other as B and A. */
export function isSymmetric(similarity: Similarity): boolean {
  return similarity !== 'containment'
}

/** The similarity of sets of these sizes that share so many elements; neither is empty. */
export function similarityOf(similarity: Similarity, overlap: number, sizeA: number, sizeB: number): number {
  switch (similarity) {
    case 'jaccard':
      return overlap / (sizeA + sizeB - overlap)
    case 'containment':
      return overlap / sizeA
    case 'cosine':
      return overlap / Math.sqrt(sizeA * sizeB)
    case 'dice':
      return (2 * overlap) / (sizeA + sizeB)
    case 'overlap':
      return overlap
  }
}

/** Whether sets of these sizes that share so many elements reach the threshold, equality included. */
export function similarityReaches(
  similarity: Similarity,
  overlap: number,
  sizeA: number,
  sizeB: number,
  threshold: number,
): boolean {
  const value = similarityOf(similarity, overlap, sizeA, sizeB)
  return similarity === 'cosine' && Math.abs(value - threshold) <= threshold * NEAR
    ? rootReaches(overlap, sizeA, sizeB, threshold)
    : value >= threshold
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
 * The least overlap with which A and B, of these sizes, reach the threshold. It may be more than they can have.
 *
 * @example leastOverlapFor('cosine', 4, 9, 0.5) // 3
 */
export function leastOverlapFor(
  similarity: Similarity,
  sizeA: number,
  sizeB: number,
  threshold: number,
): number {
  switch (similarity) {
    case 'jaccard':
      return leastOverlap(sizeA, sizeB, threshold)
    case 'containment':
      return leastPart(sizeA, threshold)
    case 'overlap':
      return threshold
    case 'dice': {
      let overlap = Math.ceil((threshold * (sizeA + sizeB)) / 2)
      while (overlap > 0 && reaches(2 * (overlap - 1), sizeA + sizeB, threshold)) overlap--
      while (!reaches(2 * overlap, sizeA + sizeB, threshold)) overlap++
      return overlap
    }
    case 'cosine': {
      let overlap = Math.ceil(threshold * Math.sqrt(sizeA * sizeB))
      while (overlap > 0 && similarityReaches('cosine', overlap - 1, sizeA, sizeB, threshold)) overlap--
      while (!similarityReaches('cosine', overlap, sizeA, sizeB, threshold)) overlap++
      return overlap
    }
  }
}

/** Three roundings lie between a true cosine and the computed one, each of at most 2^-53; this is four times that. */
const NEAR = 2 ** -50

/**
 * Whether o / √(x · y), rounded correctly, is at least the threshold: whether it lies above the middle m between the
 * threshold and the double before it, o² ≥ m² · x · y. It never lies on the middle, whose denominator is above 2^52.
 */
function rootReaches(overlap: number, sizeA: number, sizeB: number, threshold: number): boolean {
  // threshold = mantissa · 2^52 / 2^scale. Below a power of two the doubles lie twice as close, so the middle is nearer.
  let scale = 52
  let mantissa = threshold
  while (mantissa < 1) {
    mantissa *= 2
    scale++
  }
  const isPower = mantissa === 1
  const middle = 4n * BigInt(mantissa * 2 ** 52) - (isPower ? 1n : 2n)
  const left = (BigInt(overlap) ** 2n) << BigInt(2 * (scale + 2))
  return left >= middle ** 2n * BigInt(sizeA) * BigInt(sizeB)
}
