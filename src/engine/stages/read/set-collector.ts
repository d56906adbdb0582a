// Sets that are kept from the first reading, so that most documents that are compared need not be read again.

import { copySets, type SetCollection } from '../../../model/set-collection.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Segment } from '../blocks/block-layout.js'
import { UNGROUPED } from '../groups/stored-sets.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'

/** Spare words at the end: a later stage overwrites the block with the same sets in groups, which takes a few words more per group. */
const SPARE_WORDS = 1024

/** Collects the sets of the records of a unit, except those of long documents, which also need their text. */
export class SetCollector {
  readonly #batches: SetCollection[] = []

  /** Adds the sets of the next records, which are copied. */
  add(sets: SetCollection): void {
    this.#batches.push(copySets(sets))
  }

  /** The sets, in memory that the next task reuses. */
  segment(arrays: ReusedArrays): Segment {
    let [count, total] = [0, 0]
    this.#visit((_, size) => {
      count++
      total += size
    })
    const words = arrays.words('kept-sets', 1 + 2 * count + total + SPARE_WORDS)
    words[0] = count
    let [done, end] = [0, 1 + 2 * count]
    this.#visit((record, size) => {
      done++
      words[done] = record
      words[count + done] = size
    })
    for (const { count: records, offsets, elements } of this.#batches) {
      for (let from = 0; from < records; ) {
        let to = from
        while (to < records && offsets[to + 1]! - offsets[to]! < WIDE_FROM) to++
        words.set(elements.subarray(offsets[from]!, offsets[to]!), end)
        end += offsets[to]! - offsets[from]!
        // The record after these has a long document, if there is one.
        from = to + 1
      }
    }
    return { tag: UNGROUPED, bytes: words }
  }

  /** Calls back with the number of each record whose set is kept, and the size of the set. */
  #visit(visit: (record: number, size: number) => void): void {
    let first = 0
    for (const { count, offsets } of this.#batches) {
      for (let i = 0; i < count; i++) {
        const size = offsets[i + 1]! - offsets[i]!
        if (size > 0 && size < WIDE_FROM) visit(first + i, size)
      }
      first += count
    }
  }
}
