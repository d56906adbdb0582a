import { checkWhole } from '../model/check.js'
import { distinctElements, type SetElement } from './elements.js'

// Two empty sets are equal, so their distance must be 0 and their similarity 1. This matters only here: an empty document matches nothing,
// and join, band and verify leave empty sets out, so no pair ever has one.

/**
 * The Jaccard similarity of two sets, |A ∩ B| / |A ∪ B|: a number from 0 (nothing shared) to 1 (equal sets).
 * Sets are arrays, Sets, typed arrays or other iterables of strings or numbers; repeats count once. A string is the
 * set of its characters. Two empty sets have the similarity 1.
 *
 * @example jaccardSimilarity(['a', 'd'], ['a', 'c', 'd']) // 2/3
 */
export function jaccardSimilarity(a: Iterable<SetElement>, b: Iterable<SetElement>): number {
  const { shared, union } = compare(a, b)
  return union === 0 ? 1 : shared / union
}

/**
 * The Jaccard distance of two sets, 1 − similarity: a metric, from 0 (equal sets) to 1 (nothing shared). It is
 * computed as the fraction of elements not shared, so it is rounded once. Two empty sets have the distance 0.
 *
 * @example jaccardDistance([1, 2, 3, 4], [2, 3, 5, 7]) // 2/3
 */
export function jaccardDistance(a: Iterable<SetElement>, b: Iterable<SetElement>): number {
  const { shared, union } = compare(a, b)
  return union === 0 ? 0 : (union - shared) / union
}

/**
 * The number of elements that two sets share, |A ∩ B|; repeats count once.
 *
 * @example overlap([1, 2, 3, 4], [2, 3, 3, 5]) // 2
 */
export function overlap(a: Iterable<SetElement>, b: Iterable<SetElement>): number {
  return compare(a, b).shared
}

/** Elements are 32-bit numbers, so no universe is larger. It also bounds the work, which grows with its square root. */
const LARGEST_UNIVERSE = 2 ** 32

/** Weights below this share of the largest one change no digit of the sums. */
const NEGLIGIBLE = 2 ** -80

/**
 * The expected Jaccard similarity of two sets of `size` elements, each chosen at random from the same `universe` elements. `universe` is an
 * integer from 0 to 2^32, and `size` is an integer from 0 to `universe`. For size 0, the result is 1, because the sets are equal.
 *
 * @example expectedJaccard(10, 4) // 0.2706…
 */
export function expectedJaccard(universe: number, size: number): number {
  checkWhole('universe', universe, 0, LARGEST_UNIVERSE)
  checkWhole('size', size, 0, universe)
  if (size === 0) return 1

  // The overlap k has the hypergeometric weight C(m, k) · C(n − m, m − k), with n = universe and m = size, and gives
  // the similarity k / (2m − k). The coefficients overflow early, so the sum starts at the most likely overlap with
  // weight 1 and continues in both directions by the ratio of neighbors, (m − k)² / ((k + 1)(n − 2m + k + 1)). No weight exceeds 1.
  const similarity = (k: number) => k / (2 * size - k)
  const ratio = (k: number) => ((size - k) * (size - k)) / ((k + 1) * (universe - 2 * size + k + 1))

  const minShared = Math.max(0, 2 * size - universe)
  const likely = Math.max(minShared, Math.min(size, Math.floor((size + 1) * ((size + 1) / (universe + 2)))))
  let weights = 1
  let sum = similarity(likely)
  for (let k = likely, weight = 1; k < size && weight > NEGLIGIBLE; k++) {
    weight *= ratio(k)
    weights += weight
    sum += weight * similarity(k + 1)
  }
  for (let k = likely, weight = 1; k > minShared && weight > NEGLIGIBLE; k--) {
    weight /= ratio(k - 1)
    weights += weight
    sum += weight * similarity(k - 1)
  }
  return sum / weights
}

function compare(a: Iterable<SetElement>, b: Iterable<SetElement>): { shared: number; union: number } {
  const [setA, setB] = [distinctElements(a), distinctElements(b)]
  const [smaller, larger] = setA.size <= setB.size ? [setA, setB] : [setB, setA]
  let shared = 0
  for (const element of smaller) if (larger.has(element)) shared++
  return { shared, union: setA.size + setB.size - shared }
}
