// The similarities of sets, one record each; everything else that compares sets uses this table. For all but cosine, the similarity is one
// division, which IEEE rounds correctly, so a plain comparison is exact (docs/decisions/thresholds.md). Cosine divides by a root: the
// comparison determines the correctly rounded quotient, and decides near ties with integers.

import { minOverlap, minPart } from './threshold.js'

/** The definition of a similarity. Sets have sizes `a` and `b`, at least 1, and `overlap` elements in common. */
export interface SimilarityRecord {
  readonly of: (overlap: number, a: number, b: number) => number
  /** Whether the similarity reaches the threshold, if comparing the result of `of` is not exact. */
  readonly reaches?: (overlap: number, a: number, b: number, threshold: number) => boolean
  /** The minimum overlap at which sets of these sizes reach the threshold; not necessarily an integer. */
  readonly overlapAt: (a: number, b: number, threshold: number) => number
  /** The exact minimum overlap, if there is a formula for it; otherwise it is found by trying the integers near `overlapAt`. */
  readonly minOverlap?: (a: number, b: number, threshold: number) => number
  /** The minimum overlap as a fraction of the sum of both sizes, if it is one. This saves time when there are very many pairs. */
  readonly overlapShare?: (threshold: number) => number
  /** Whether the similarity of A and B is always the similarity of B and A. */
  readonly isSymmetric: boolean
  /** Whether it is a fraction, in (0, 1]. Documents are compared only by fractions. */
  readonly isShare: boolean
  /**
   * The minimum Jaccard similarity of two sets that reach the threshold in either direction: 0 if there is none, so that signatures cannot
   * find them.
   */
  readonly minJaccard: (threshold: number) => number
  /** The Jaccard similarity above which two sets reach the threshold, whatever their sizes. */
  readonly sureJaccard: (threshold: number) => number
  /** What it is, for help, if its name does not say enough. */
  readonly note?: string
}

/** Jaccard and Dice increase together: d = 2j / (1 + j). No other similarity here is below Dice. */
const jaccardOfDice = (dice: number) => dice / (2 - dice)

export const SIMILARITY_TABLE = {
  jaccard: {
    of: (overlap, a, b) => overlap / (a + b - overlap),
    overlapAt: (a, b, threshold) => (threshold / (1 + threshold)) * (a + b),
    overlapShare: (threshold) => threshold / (1 + threshold),
    minOverlap,
    isSymmetric: true,
    isShare: true,
    minJaccard: (threshold) => threshold,
    sureJaccard: (threshold) => threshold,
  },
  containment: {
    of: (overlap, a) => overlap / a,
    overlapAt: (a, _, threshold) => threshold * a,
    minOverlap: (a, _, threshold) => minPart(a, threshold),
    isSymmetric: false,
    isShare: true,
    minJaccard: () => 0,
    sureJaccard: jaccardOfDice,
    note: 'the share of a that is in b',
  },
  cosine: {
    of: (overlap, a, b) => overlap / Math.sqrt(a * b),
    reaches: cosineReaches,
    overlapAt: (a, b, threshold) => threshold * Math.sqrt(a * b),
    isSymmetric: true,
    isShare: true,
    // Smallest when the smaller set is contained in the larger: o = a = c² · b.
    minJaccard: (threshold) => threshold ** 2,
    sureJaccard: jaccardOfDice,
  },
  dice: {
    of: (overlap, a, b) => (2 * overlap) / (a + b),
    overlapAt: (a, b, threshold) => (threshold * (a + b)) / 2,
    overlapShare: (threshold) => threshold / 2,
    isSymmetric: true,
    isShare: true,
    minJaccard: jaccardOfDice,
    sureJaccard: jaccardOfDice,
  },
  overlap: {
    of: (overlap) => overlap,
    overlapAt: (_, __, threshold) => threshold,
    minOverlap: (_, __, threshold) => threshold,
    isSymmetric: true,
    isShare: false,
    minJaccard: () => 0,
    sureJaccard: () => 1,
    note: 'the number of shared elements',
  },
} as const satisfies Record<string, SimilarityRecord>

function cosineReaches(overlap: number, a: number, b: number, threshold: number): boolean {
  const value = overlap / Math.sqrt(a * b)
  return Math.abs(value - threshold) <= threshold * NEAR
    ? rootReaches(overlap, a, b, threshold)
    : value >= threshold
}

/** A computed cosine involves three roundings, each off by at most 2^-53; this is more than twice their sum. */
const NEAR = 2 ** -50

/**
 * Whether o / √(x · y), rounded correctly, is at least the threshold: whether it is above the midpoint m between the threshold and the
 * double before it, o² ≥ m² · x · y. It is never equal to the midpoint, whose denominator is above 2^52.
 */
function rootReaches(overlap: number, sizeA: number, sizeB: number, threshold: number): boolean {
  // threshold = mantissa · 2^52 / 2^scale. Below a power of two, doubles are twice as dense, so the midpoint is closer.
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
