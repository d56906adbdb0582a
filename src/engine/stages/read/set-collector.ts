// Sets that are kept from the first reading, so that most documents that are compared need not be read again.

import type { SetCollection } from '../../../model/set-collection.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Segment } from '../blocks/block-layout.js'
import { UNGROUPED } from '../groups/stored-sets.js'
import { doubled } from '../threads/shared-words.js'

/** Spare words at the end: a later stage overwrites the block with the same sets in groups, which takes a few words more per group. */
const SPARE_WORDS = 1024

/**
 * Room for what precedes the elements: one word, and two for each set. This number is odd, so that a segment begins at a multiple of eight
 * bytes, whatever its number of sets.
 */
const HEADER_WORDS = 2 ** 15 + 1

/**
 * Collects the sets of the records of a unit, except those of long documents, which also need their text. A thread uses it for one unit
 * after another, so that its memory is reused.
 */
export class SetCollector {
  /** The number of each record whose set is kept, and the size of the set. */
  #records = new Uint32Array(0)
  #sizes = new Uint32Array(0)
  #count = 0
  #recordsRead = 0
  /** Elements begin at `#start`, and the header ends there. */
  #words = new Uint32Array(HEADER_WORDS)
  #start = HEADER_WORDS
  #end = HEADER_WORDS

  /** Forgets the sets of the last unit. */
  reset(): void {
    this.#count = 0
    this.#recordsRead = 0
    this.#end = this.#start
  }

  /** Adds the sets of the next records, which are copied. */
  add({ count, offsets, elements }: SetCollection): void {
    this.#makeRoom(count, elements.length)
    for (let from = 0; from < count; ) {
      let to = from
      for (; to < count; to++) {
        const size = offsets[to + 1]! - offsets[to]!
        if (size >= WIDE_FROM) break
        if (size === 0) continue
        this.#records[this.#count] = this.#recordsRead + to
        this.#sizes[this.#count++] = size
      }
      this.#words.set(elements.subarray(offsets[from]!, offsets[to]!), this.#end)
      this.#end += offsets[to]! - offsets[from]!
      // The record after these has a long document, if there is one.
      from = to + 1
    }
    this.#recordsRead += count
  }

  /** The sets. They are valid until the next unit. */
  segment(): Segment {
    const words = this.#words
    const start = this.#start - headerWords(this.#count)
    words[start] = this.#count
    words.set(this.#records.subarray(0, this.#count), start + 1)
    words.set(this.#sizes.subarray(0, this.#count), start + 1 + this.#count)
    return { tag: UNGROUPED, bytes: words.subarray(start, this.#end + SPARE_WORDS) }
  }

  #makeRoom(records: number, elements: number): void {
    const count = this.#count + records
    if (count > this.#records.length) {
      this.#records = doubled(this.#records, count)
      this.#sizes = doubled(this.#sizes, count)
    }
    const needed = this.#end + elements + SPARE_WORDS
    if (needed > this.#words.length) this.#words = doubled(this.#words, needed)
    while (headerWords(count) > this.#start) this.#doubleHeader()
  }

  #doubleHeader(): void {
    const more = this.#start - 1
    const words = new Uint32Array(this.#words.length + more)
    words.set(this.#words, more)
    this.#words = words
    this.#start += more
    this.#end += more
  }
}

function headerWords(sets: number): number {
  return 1 + 2 * sets
}
