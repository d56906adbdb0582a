import { EmptySet } from '../model/errors.js'

// The same measures on sets as a SetCollection keeps them: rising and without repeats. This is the innermost loop of
// join and verify, so the order is trusted and not checked; `sortedSet` of the model makes such sets and does check.

/**
 * The number of elements that two rising sets share, by one merge.
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
 * The number of elements that two rising sets share if it is at least `required`, and otherwise −1. The merge stops as
 * soon as `required` is out of reach: each set can afford `length − required` elements without a partner, and one more
 * ends it. With `required` 0 or less this is `overlapOfSorted`.
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
  // One set is used up, and it never lacked more partners than it could afford: `shared` has reached `required`.
  return shared
}

/**
 * The Jaccard similarity of two rising sets, from 0 to 1; two empty sets are equal, which gives 1.
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
 * How much of the first rising set lies in the second, from 0 to 1. Throws `EmptySet` when the first is empty.
 *
 * @example containmentOfSorted(Uint32Array.of(1, 4, 9), Uint32Array.of(4, 5, 9)) // 2/3
 */
export function containmentOfSorted(a: Uint32Array, b: Uint32Array): number {
  if (a.length === 0) throw new EmptySet('containment')
  return overlapOfSorted(a, b) / a.length
}
