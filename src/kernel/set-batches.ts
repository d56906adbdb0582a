import type { SetCollection } from '../model/set-collection.js'

/** The maximum number of elements that are copied to a kernel at a time, unless a single set has more. */
export const MAX_ELEMENTS = 2 ** 16

/** Visits the sets of a collection, at most `maxSets` at a time: the first of them, the one after the last, and their elements. */
export function visitBatches(
  { count, offsets, elements }: SetCollection,
  maxSets: number,
  visit: (from: number, to: number, elements: Uint32Array) => void,
): void {
  for (let from = 0; from < count; ) {
    let to = from + 1
    const last = Math.min(count, from + maxSets)
    while (to < last && offsets[to + 1]! - offsets[from]! <= MAX_ELEMENTS) to++
    visit(from, to, elements.subarray(offsets[from]!, offsets[to]!))
    from = to
  }
}
