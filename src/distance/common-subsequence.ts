import { lcsRow } from './lcs-row.js'

/**
 * The positions in `a` of one longest common subsequence of `a` and `b`, in ascending order. This is the algorithm of Hirschberg ("A
 * linear space algorithm for computing maximal common subsequences", 1975): split `a` in half, find the split of `b` that preserves the
 * total length, and do the same with each half. It takes |a| + |b| memory, and twice the time of one `lcsRow`. If several splits are
 * possible, the leftmost is used, so the result is always the same.
 */
export function commonPositions(a: Uint32Array, b: Uint32Array, masks: Int32Array): number[] {
  const positions: number[] = []
  collect(a, b, 0)
  return positions

  function collect(a: Uint32Array, b: Uint32Array, start: number): void {
    if (a.length === 0 || b.length === 0) return
    if (a.length === 1) {
      if (b.includes(a[0]!)) positions.push(start)
      return
    }
    const half = a.length >>> 1
    const cut = bestCut(a.subarray(0, half), a.subarray(half), b, masks)
    collect(a.subarray(0, half), b.subarray(0, cut), start)
    collect(a.subarray(half), b.subarray(cut), start + half)
  }
}

/**
 * The smallest `cut` for which the common subsequences of `left` with `b[0 … cut - 1]` and of `right` with the rest are longest in total.
 */
function bestCut(left: Uint32Array, right: Uint32Array, b: Uint32Array, masks: Int32Array): number {
  const before = lcsRow(left, b, masks)
  const after = lcsRow(right.slice().reverse(), b.slice().reverse(), masks)
  let best = 0
  let furthest = -1
  for (let cut = 0; cut <= b.length; cut++) {
    const length = before[cut]! + after[b.length - cut]!
    if (length > furthest) {
      furthest = length
      best = cut
    }
  }
  return best
}
