import { ones } from '../../distance/bitmaps.js'
import { BITMAP_WORDS, type JoinBlock } from './join-block.js'
import { mergeAtLeast } from './merge.js'
import type { PrefixLists } from './prepare-join.js'

/** A set to look up in an index: its ranks, ascending, in `elements` from `start` up to, but not including, `end`. */
export interface Query {
  readonly elements: Uint32Array
  readonly start: number
  readonly end: number
  /** The array that contains its bitmap. */
  readonly bitmaps: Uint32Array
  readonly bitmapAt: number
}

/** Makes a query from a set of a block. */
export function queryAt({ elements, starts, bitmaps }: JoinBlock, position: number): Query {
  return {
    elements,
    start: starts[position]!,
    end: starts[position + 1]!,
    bitmaps,
    bitmapAt: BITMAP_WORDS * position,
  }
}

/**
 * The sets that a query meets in the lists of an index. A set that shares an element of both prefixes is first met at the first element
 * that the two have in common: nothing before it in either set has a counterpart in the other. So each set is checked once, at that
 * point: by the number of remaining elements (position and suffix length combined), by its bitmap, and by merging the remaining elements.
 */
export class OverlapFinder {
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  /** The number of sets compared with a query, at least by bitmaps. */
  compared = 0
  readonly #index: JoinBlock
  readonly #classOf: Uint32Array
  readonly #lists: PrefixLists
  readonly #required: Uint32Array
  /** For each indexed set, the number of the last query that met it. */
  readonly #seen: Uint32Array
  #queries = 0

  constructor(index: JoinBlock, classOf: Uint32Array, lists: PrefixLists, required: Uint32Array) {
    this.#index = index
    this.#classOf = classOf
    this.#lists = lists
    this.#required = required
    this.#seen = new Uint32Array(index.count)
    this.found = new Uint32Array(index.count)
    this.overlaps = new Uint32Array(index.count)
  }

  /**
   * @param prefix the number of leading elements of the query to look up
   * @param from the first position that counts
   * @param end the first position after it that does not count
   * @param heads where to begin in each list, moved forward; without them, the start is searched for
   */
  find(query: Query, prefix: number, from: number, end: number, heads?: Uint32Array): number {
    const { found, overlaps } = this
    const seen = this.#seen
    const required = this.#required
    const classOf = this.#classOf
    const { starts: listStarts, entries } = this.#lists
    const { starts, bitmaps, elements: indexed } = this.#index
    const { elements, start, end: queryEnd, bitmaps: own, bitmapAt } = query
    const kept = queryEnd - start
    const [b0, b1, b2, b3] = [own[bitmapAt]!, own[bitmapAt + 1]!, own[bitmapAt + 2]!, own[bitmapAt + 3]!]
    const mark = ++this.#queries
    let count = 0
    for (let i = 0; i < prefix; i++) {
      const rank = elements[start + i]!
      const listEnd = listStarts[rank + 1]!
      let entry: number
      if (heads === undefined) entry = firstFrom(entries, listStarts[rank]!, listEnd, from)
      else {
        entry = heads[rank]!
        while (entry < listEnd && entries[2 * entry]! < from) entry++
        heads[rank] = entry
      }
      const rest = kept - i
      for (; entry < listEnd; entry++) {
        const position = entries[2 * entry]!
        if (position >= end) break
        if (seen[position] === mark) continue
        seen[position] = mark
        const needed = required[classOf[position]!]!
        const otherRest = entries[2 * entry + 1]!
        if (rest < needed || otherRest < needed) continue
        this.compared++
        const setEnd = starts[position + 1]!
        const at = BITMAP_WORDS * position
        // Each bit that differs stands for an element that only one of the sets has.
        const apart =
          ones(b0 ^ bitmaps[at]!) +
          ones(b1 ^ bitmaps[at + 1]!) +
          ones(b2 ^ bitmaps[at + 2]!) +
          ones(b3 ^ bitmaps[at + 3]!)
        if (kept + setEnd - starts[position]! - apart < 2 * needed) continue
        const more = mergeAtLeast(
          elements,
          start + i + 1,
          queryEnd,
          indexed,
          setEnd - otherRest + 1,
          setEnd,
          needed - 1,
        )
        if (more < 0) continue
        found[count] = position
        overlaps[count++] = more + 1
      }
    }
    return count
  }
}

/** The first entry from `start` up to, but not including, `end` whose position is at least `from`. */
function firstFrom(entries: Uint32Array, start: number, end: number, from: number): number {
  while (start < end) {
    const middle = (start + end) >>> 1
    if (entries[2 * middle]! < from) start = middle + 1
    else end = middle
  }
  return start
}
