// What a set must have in common with any other that it matches, by the similarity of documents. Documents match if either direction
// reaches the threshold: one may be contained in the other. Every bound is the smallest or largest integer that passes `similarityReaches`,
// so no filter can disagree with verification.

import {
  isSymmetric,
  minFrom,
  minJaccard,
  minOverlapFor,
  reportedSimilarity,
  type Similarity,
  similarityOf,
  similarityReaches,
} from './similarity.js'

/** How documents are compared. */
export interface Comparison<Measure extends Similarity = Similarity> {
  readonly similarity: Measure
  readonly threshold: number
}

/** The maximum size of a set. */
const LARGEST_SIZE = 2 ** 32

/** The minimum overlap with which sets of these sizes match. */
export function minOverlapOf({ similarity, threshold }: Comparison, size: number, other: number): number {
  const minimum = minOverlapFor(similarity, size, other, threshold)
  return isSymmetric(similarity)
    ? minimum
    : Math.min(minimum, minOverlapFor(similarity, other, size, threshold))
}

/**
 * The minimum overlap of a set of this size (at least 1) with any set that it matches. The overlap is smallest with a set that is contained
 * in this one.
 *
 * @example minOverlapWithAny({ similarity: 'dice', threshold: 0.8 }, 9) // 6, of 9 and 6 elements: 12 / 15
 */
export function minOverlapWithAny(comparison: Comparison, size: number): number {
  const estimate = minJaccard(comparison.similarity, comparison.threshold) * size
  return minFrom(
    Math.max(1, estimate),
    (overlap) => overlap > 0 && isMatch(comparison, overlap, size, overlap),
  )
}

/** The largest size of a set that matches one of this size; at most 2^32. */
export function largestMatch(comparison: Comparison, size: number): number {
  const minimum = minJaccard(comparison.similarity, comparison.threshold)
  let largest = minimum === 0 ? LARGEST_SIZE : Math.min(LARGEST_SIZE, Math.floor(size / minimum))
  while (largest < LARGEST_SIZE && isMatch(comparison, size, size, largest + 1)) largest++
  while (largest > size && !isMatch(comparison, size, size, largest)) largest--
  return largest
}

/**
 * The length of the prefix of a set of this size: how many of its first elements, in a fixed order, it is listed under. Any match has one
 * of them in its own prefix. The prefix is the whole set if a match can have as few as one element.
 */
export function matchPrefix(comparison: Comparison, size: number): number {
  return size === 0 ? 0 : size - minOverlapWithAny(comparison, size) + 1
}

/** Sets below this size are so frequent that what follows from their sizes is remembered. */
const COMMON_SIZES = 2 ** 12

/** The same function of the size of a set. Its results for common sizes are remembered, unless they are 0. */
export function rememberedBySize(compute: (size: number) => number): (size: number) => number {
  const known = new Uint32Array(COMMON_SIZES)
  return (size) => {
    if (size >= COMMON_SIZES) return compute(size)
    known[size] ||= compute(size)
    return known[size]!
  }
}

/** The similarity by which two sets match, the larger of both directions; 0 if one is empty. */
export function matchSimilarity(
  similarity: Similarity,
  overlap: number,
  size: number,
  other: number,
): number {
  if (size === 0 || other === 0) return 0
  return similarityOf(similarity, overlap, Math.min(size, other), Math.max(size, other))
}

/** The similarity to report for two sets in this direction if it reaches the threshold, otherwise 0. */
export function reachedSimilarity(
  { similarity, threshold }: Comparison,
  overlap: number,
  size: number,
  other: number,
): number {
  return similarityReaches(similarity, overlap, size, other, threshold)
    ? reportedSimilarity(similarity, overlap, size, other, threshold)
    : 0
}

/** Whether sets of these sizes match if they have this many elements in common. */
export function isMatch(
  { similarity, threshold }: Comparison,
  overlap: number,
  size: number,
  other: number,
): boolean {
  return (
    similarityReaches(similarity, overlap, size, other, threshold) ||
    (!isSymmetric(similarity) && similarityReaches(similarity, overlap, other, size, threshold))
  )
}
