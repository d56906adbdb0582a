// The overlaps of many pairs of sets in one call.

import { overlapAtLeast } from './sets'

/** A pair. src/kernel/wasm-pair-overlaps.ts has the same layout. */
// @ts-ignore: decorator
@unmanaged
class Pair {
  left: usize
  leftSize: u32
  right: usize
  rightSize: u32
  /** The overlap that is of interest. */
  required: u32
}

/** Writes the overlap of each pair to `overlaps`, or −1 if it is below the required one. */
export function comparePairs(pairs: usize, count: u32, overlaps: usize): void {
  const end = pairs + count * offsetof<Pair>()
  for (let at = pairs; at < end; at += offsetof<Pair>(), overlaps += 4) {
    const pair = changetype<Pair>(at)
    const required = <i32>pair.required
    store<i32>(overlaps, overlapAtLeast(pair.left, pair.leftSize, pair.right, pair.rightSize, required))
  }
}
