// The arithmetic of the exact methods, with positions counted from 1 as in the book (Mining of Massive Datasets, section 3.9). A set is a
// string of symbols in one fixed order. Below, s is the probe, L its length, i a position in it and p = L - i the length of the suffix
// after that position; t is a set in the index, j a position in it and q its suffix length. Symbols i of s and j of t are the first that
// the two have in common. Every inequality is tested by `reaches` on integers: (1 - 0.9) · 10 is 0.9999999999999998, and rounding it down
// would lose a position.

import { checkShare, checkWhole } from '../model/check.js'
import { TooLarge } from '../model/errors.js'
import { maxWhole, minPart, reaches } from '../model/threshold.js'

/** Lengths from `min` to `max`, inclusive; empty if `min > max`. */
export interface LengthRange {
  readonly min: number
  readonly max: number
}

/** Symbol `i` of the probe, found at position `j`. */
export type PositionBucket = readonly [i: number, j: number]

/** Symbol `i` of the indexed set, with this many symbols after it. */
export type IndexedSuffixBucket = readonly [i: number, suffixLength: number]

/** Symbol `i` of the probe, found at position `j` with `q` symbols after it. */
export type SuffixBucket = readonly [i: number, j: number, q: number]

const LONGEST = 2 ** 32
const MAX_LISTED = 2 ** 20

/**
 * The lengths of the sets that can have this Jaccard similarity to a set of length `length`: their overlap is at most the shorter length,
 * and their union at least the longer one.
 *
 * @example lengthRange(9, 0.9) // { min: 9, max: 10 }
 */
export function lengthRange(length: number, threshold: number): LengthRange {
  checkBound(length, threshold)
  return { min: minPart(length, threshold), max: maxWhole(length, threshold) }
}

/**
 * The number of leading symbols under which a set of this length is indexed: ⌊(1 - J) · L⌋ + 1, computed exactly. Two sets that reach the
 * threshold have a symbol in common that is in both prefixes. 0 for the empty set.
 *
 * @example prefixLength(10, 0.9) // 2
 */
export function prefixLength(length: number, threshold: number): number {
  checkBound(length, threshold)
  return length - minPart(length, threshold) + 1
}

/**
 * The last position at which symbol `i` of a probe of this length has to be looked up: the largest j with (L - i + 1) / (L + j - 1) ≥ J.
 * Below 1 if i is after the prefix.
 *
 * @example lastPosition(10, 1, 0.9) // 2
 */
export function lastPosition(length: number, i: number, threshold: number): number {
  return maxWhole(length - i + 1, threshold) - length + 1
}

/**
 * Whether symbol `i` of a probe of this length has to be looked up at position `j` with `q` symbols after it. The overlap is at most
 * min(p, q) + 1 and the union at least i + j - 1 + max(p, q), which combines the two cases of the book.
 *
 * @example suffixReaches(10, 1, 3, 9, 0.8) // true
 */
export function suffixReaches(length: number, i: number, j: number, q: number, threshold: number): boolean {
  const p = length - i
  return reaches(Math.min(p, q) + 1, i + j - 1 + Math.max(p, q), threshold)
}

/**
 * The buckets (symbol i of the probe, position j) that a probe of this length must search. Throws `TooLarge` for more than 2^20 buckets;
 * the indexes use `lastPosition` and never build the list.
 *
 * @example positionBuckets(10, 0.9) // [[1, 1], [1, 2], [2, 1]]
 */
export function positionBuckets(length: number, threshold: number): PositionBucket[] {
  return listed(eachPositionBucket(length, threshold))
}

/**
 * The buckets (symbol i, suffix length) that a set of this length is put into when indexed by position and suffix length.
 *
 * @example indexedSuffixBuckets(10, 0.9) // [[1, 9], [2, 8]]
 */
export function indexedSuffixBuckets(length: number, threshold: number): IndexedSuffixBucket[] {
  return listed(eachIndexedSuffixBucket(length, threshold))
}

/**
 * The buckets (symbol i of the probe, position j, suffix length q) that a probe of this length must search: for each i, first q = p, p -
 * 1, …, then q = p + 1, p + 2, …, in the order of the book. They form a pyramid, so their number grows with the cube of (1 - J) · L.
 * Throws `TooLarge` for more than 2^20; the indexes use `suffixReaches` instead.
 *
 * @example suffixBuckets(5, 0.9) // [[1, 1, 4]]
 */
export function suffixBuckets(length: number, threshold: number): SuffixBucket[] {
  return listed(eachSuffixBucket(length, threshold))
}

function* eachPositionBucket(length: number, threshold: number): Iterable<PositionBucket> {
  const prefix = prefixLength(length, threshold)
  for (let i = 1; i <= prefix; i++) {
    const last = lastPosition(length, i, threshold)
    for (let j = 1; j <= last; j++) yield [i, j]
  }
}

function* eachIndexedSuffixBucket(length: number, threshold: number): Iterable<IndexedSuffixBucket> {
  const prefix = prefixLength(length, threshold)
  for (let i = 1; i <= prefix; i++) yield [i, length - i]
}

function* eachSuffixBucket(length: number, threshold: number): Iterable<SuffixBucket> {
  const prefix = prefixLength(length, threshold)
  for (let i = 1; i <= prefix; i++) {
    const p = length - i
    for (let q = p; q >= 0 && suffixReaches(length, i, 1, q, threshold); q--) {
      yield* positionsBefore(length, i, q, threshold)
    }
    for (let q = p + 1; suffixReaches(length, i, 1, q, threshold); q++) {
      yield* positionsBefore(length, i, q, threshold)
    }
  }
}

function* positionsBefore(length: number, i: number, q: number, threshold: number): Iterable<SuffixBucket> {
  for (let j = 1; suffixReaches(length, i, j, q, threshold); j++) yield [i, j, q]
}

function listed<Bucket>(buckets: Iterable<Bucket>): Bucket[] {
  const list: Bucket[] = []
  for (const bucket of buckets) {
    if (list.length === MAX_LISTED) {
      throw new TooLarge(
        'buckets in one list',
        MAX_LISTED + 1,
        MAX_LISTED,
        'use a shorter length or a higher threshold',
      )
    }
    list.push(bucket)
  }
  return list
}

function checkBound(length: number, threshold: number): void {
  checkWhole('length', length, 0, LONGEST)
  checkShare('threshold', threshold)
}
