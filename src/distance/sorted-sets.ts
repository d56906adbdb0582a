import { EmptySet } from '../model/errors.js'

// The same measures for sets as they are in a SetCollection: sorted and without repeats. This is the innermost loop of join and verify, so
// the order is not checked; `sortedSet` in model/ creates such sets and checks its input.

/**
 * The number of elements that two sorted sets share, by one merge.
 *
 * @example overlapOfSorted(Uint32Array.of(1, 4, 9), Uint32Array.of(4, 5, 9)) // 2
 */
export function overlapOfSorted(a: Uint32Array, b: Uint32Array): number {
  const lengthA = a.length
  const lengthB = b.length
  let i = 0
  let j = 0
  let shared = 0
  while (i < lengthA && j < lengthB) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  return shared
}

/**
 * The number of elements that two sorted sets share if it is at least `required`, otherwise −1. The merge stops as soon as `required` is
 * out of reach: each set may have at most `length − required` elements that are not in the other. If `required` is 0 or less, the result
 * is that of `overlapOfSorted`.
 *
 * @example overlapAtLeast(Uint32Array.of(1, 4, 9), Uint32Array.of(4, 5, 9), 3) // −1, known once 1 is passed
 */
export function overlapAtLeast(a: Uint32Array, b: Uint32Array, required: number): number {
  const lengthA = a.length
  const lengthB = b.length
  let spareA = lengthA - required
  let spareB = lengthB - required
  if (spareA < 0 || spareB < 0) return -1
  let i = 0
  let j = 0
  let shared = 0
  while (i < lengthA && j < lengthB) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) {
      shared++
      i++
      j++
    } else if (x < y) {
      if (--spareA < 0) return -1
      i++
    } else {
      if (--spareB < 0) return -1
      j++
    }
  }
  // The end of one set was reached, and few enough of its elements were missing in the other: `shared` has reached `required`.
  return shared
}

/**
 * The Jaccard similarity of two sorted sets, from 0 to 1; 1 for two empty sets, which are equal.
 *
 * @example jaccardOfSorted(Uint32Array.of(1, 4, 9), Uint32Array.of(4, 5, 9)) // 2/4
 */
export function jaccardOfSorted(a: Uint32Array, b: Uint32Array): number {
  const total = a.length + b.length
  if (total === 0) return 1
  const shared = overlapOfSorted(a, b)
  return shared / (total - shared)
}

/**
 * The share of the first sorted set that is in the second, from 0 to 1. Throws `EmptySet` if the first is empty.
 *
 * @example containmentOfSorted(Uint32Array.of(1, 4, 9), Uint32Array.of(4, 5, 9)) // 2/3
 */
export function containmentOfSorted(a: Uint32Array, b: Uint32Array): number {
  if (a.length === 0) throw new EmptySet('containment')
  return overlapOfSorted(a, b) / a.length
}
