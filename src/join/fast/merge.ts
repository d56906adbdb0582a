/** From this ratio of lengths on, searching for each element of the shorter list is faster than reading the longer one. */
const GALLOP_FROM = 32

/**
 * The number of elements that `a[fromA … endA)` and `b[fromB … endB)`, both ascending, have in common if it is at least `required`;
 * otherwise −1, as soon as that is out of reach. The counterpart of `mergeAtLeast` in kernel/join.ts.
 */
export function mergeAtLeast(
  a: Uint32Array,
  fromA: number,
  endA: number,
  b: Uint32Array,
  fromB: number,
  endB: number,
  required: number,
): number {
  const lengthA = endA - fromA
  const lengthB = endB - fromB
  if (lengthA < required || lengthB < required) return -1
  if (lengthA * GALLOP_FROM < lengthB) return gallopAtLeast(a, fromA, endA, b, fromB, endB, required)
  if (lengthB * GALLOP_FROM < lengthA) return gallopAtLeast(b, fromB, endB, a, fromA, endA, required)
  // How many more elements of either list can remain unmatched.
  let spareA = lengthA - required
  let spareB = lengthB - required
  let shared = 0
  let i = fromA
  let j = fromB
  while (i < endA && j < endB) {
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
  return shared
}

/** Searches for each element of the short list in the long one, in doubling steps from the previous position. */
function gallopAtLeast(
  short: Uint32Array,
  from: number,
  end: number,
  long: Uint32Array,
  fromLong: number,
  endLong: number,
  required: number,
): number {
  let spare = end - from - required
  let shared = 0
  let low = fromLong
  for (let i = from; i < end; i++) {
    const wanted = short[i]!
    let step = 1
    while (low + step < endLong && long[low + step]! < wanted) step *= 2
    let high = Math.min(low + step, endLong)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (long[middle]! < wanted) low = middle + 1
      else high = middle
    }
    if (low < endLong && long[low] === wanted) shared++
    else if (--spare < 0) return -1
  }
  return shared
}
