import { addUp } from '../../model/add-up.js'
import type { SetCollection } from '../../model/set-collection.js'
import { numberElements, UNSHARED } from './number-elements.js'

/**
 * Sets prepared for a join, ordered by size. Elements are ranks by ascending frequency. Unshared elements are left out, because they
 * cannot be in any overlap. Being the rarest, they came first, so the remaining elements are the last ones of each set, and keep their
 * positions counted from its end.
 */
export interface JoinBlock {
  /** The number of sets that share an element with another; the others match nothing. */
  readonly count: number
  /** For each set, its position in the collection. */
  readonly ids: Uint32Array
  /** The true sizes, ascending; among equal sizes, the earlier set comes first. */
  readonly sizes: Uint32Array
  /** `count + 1` offsets into `elements`. */
  readonly starts: Uint32Array
  /** Ranks, ascending within each set. */
  readonly elements: Uint32Array
  /** 128 bits per set: bit `rank % 128` for each of its elements. */
  readonly bitmaps: Uint32Array
}

/** Allocates the arrays of a join, in private memory or in memory shared with workers. */
export type Allocate = (words: number) => Uint32Array

export const ALLOCATE: Allocate = (words) => new Uint32Array(words)

/** Words per bitmap. */
export const BITMAP_WORDS = 4

/** Blocks whose ranks come from the same order. */
export interface ArrangedBlocks {
  readonly ranks: number
  readonly blocks: readonly JoinBlock[]
}

/**
 * Prepares one collection for a join with itself, or two for a join with each other. An element counts if two sets of the one collection,
 * or one set of each of the two, contain it.
 */
export function arrange(
  collections: readonly SetCollection[],
  allocate: Allocate = ALLOCATE,
): ArrangedBlocks {
  const { kinds, lists } = numberElements(collections.map(usedElements))
  const { rankOf, ranks } = rankByFrequency(lists.map((list) => countNumbers(kinds, list)))
  return {
    ranks,
    blocks: collections.map((collection, i) => makeBlock(collection, lists[i]!, rankOf, ranks, allocate)),
  }
}

/** The elements in use; a collection can be part of a larger array of elements. */
export function usedElements({ count, offsets, elements }: SetCollection): Uint32Array {
  return elements.subarray(offsets[0]!, offsets[count]!)
}

/** Counts how often each number occurs in a list. */
export function countNumbers(kinds: number, list: Uint32Array): Uint32Array {
  const frequency = new Uint32Array(kinds)
  for (let k = 0; k < list.length; k++) {
    const number = list[k]!
    if (number !== UNSHARED) frequency[number]!++
  }
  return frequency
}

/**
 * The rank of each number by ascending frequency, from a counting sort; `UNSHARED` if no two sets share it. The input is how often each
 * number occurs in the one collection, or in each of the two; the ranks overwrite the first.
 */
function rankByFrequency([one, other]: readonly Uint32Array[]): {
  readonly rankOf: Uint32Array
  readonly ranks: number
} {
  const total = one!
  const kinds = total.length
  let largest = 0
  for (let number = 0; number < kinds; number++) {
    if (other !== undefined) {
      total[number] = total[number] === 0 || other[number] === 0 ? 0 : total[number]! + other[number]!
    }
    if (total[number]! > largest) largest = total[number]!
  }
  // `next[f]` is the next free rank among the elements of frequency f; elements with a frequency below 2 get none.
  const next = new Uint32Array(largest + 2)
  for (let number = 0; number < kinds; number++) if (total[number]! > 1) next[total[number]! + 1]!++
  addUp(next)
  const ranks = next[largest + 1]!
  const rankOf = total
  for (let number = 0; number < kinds; number++) {
    rankOf[number] = total[number]! > 1 ? next[total[number]!]!++ : UNSHARED
  }
  return { rankOf, ranks }
}

/**
 * Builds a block from the sets whose elements have these numbers; `rankOf` has their ranks. It goes from sets with their elements to
 * elements with their sets and back, both by counting, so the ranks of each set come out in ascending order without sorting.
 */
export function makeBlock(
  { count, offsets }: SetCollection,
  numbers: Uint32Array,
  rankOf: Uint32Array,
  ranks: number,
  allocate: Allocate,
): JoinBlock {
  const base = offsets[0]!
  const kept = new Uint32Array(count)
  // Once summed up: where the sets of each rank begin.
  const next = new Uint32Array(ranks + 1)
  for (let set = 0; set < count; set++) {
    const end = offsets[set + 1]! - base
    let left = 0
    for (let k = offsets[set]! - base; k < end; k++) {
      const number = numbers[k]!
      const rank = number === UNSHARED ? UNSHARED : rankOf[number]!
      if (rank === UNSHARED) continue
      left++
      next[rank + 1]!++
    }
    kept[set] = left
  }
  addUp(next)
  const ids = bySize(offsets, count, kept, allocate)
  const sizes = allocate(ids.length)
  const starts = allocate(ids.length + 1)
  const holders = new Uint32Array(next[ranks]!)
  for (let position = 0; position < ids.length; position++) {
    const set = ids[position]!
    const end = offsets[set + 1]! - base
    sizes[position] = offsets[set + 1]! - offsets[set]!
    starts[position + 1] = starts[position]! + kept[set]!
    for (let k = offsets[set]! - base; k < end; k++) {
      const number = numbers[k]!
      const rank = number === UNSHARED ? UNSHARED : rankOf[number]!
      if (rank !== UNSHARED) holders[next[rank]!++] = position
    }
  }
  return { count: ids.length, ids, sizes, starts, ...fill(starts, holders, next, ranks, allocate) }
}

/** Gives each set its ranks, in ascending order, and its bitmap. The list of sets with a rank ends at `ends`. */
function fill(
  starts: Uint32Array,
  holders: Uint32Array,
  ends: Uint32Array,
  ranks: number,
  allocate: Allocate,
): Pick<JoinBlock, 'elements' | 'bitmaps'> {
  const sets = starts.length - 1
  const elements = allocate(holders.length)
  const bitmaps = allocate(BITMAP_WORDS * sets)
  const next = starts.slice(0, sets)
  let at = 0
  for (let rank = 0; rank < ranks; rank++) {
    const word = (rank & 127) >>> 5
    const bit = 1 << (rank & 31)
    const end = ends[rank]!
    for (; at < end; at++) {
      const position = holders[at]!
      elements[next[position]!++] = rank
      bitmaps[BITMAP_WORDS * position + word]! |= bit
    }
  }
  return { elements, bitmaps }
}

/** The sets that keep any elements, by ascending size: a counting sort. */
function bySize(offsets: Uint32Array, count: number, kept: Uint32Array, allocate: Allocate): Uint32Array {
  let largest = 0
  let used = 0
  for (let set = 0; set < count; set++) {
    if (kept[set] === 0) continue
    used++
    largest = Math.max(largest, offsets[set + 1]! - offsets[set]!)
  }
  const next = new Uint32Array(largest + 2)
  for (let set = 0; set < count; set++) if (kept[set] !== 0) next[offsets[set + 1]! - offsets[set]! + 1]!++
  addUp(next)
  const ids = allocate(used)
  for (let set = 0; set < count; set++) {
    if (kept[set] !== 0) ids[next[offsets[set + 1]! - offsets[set]!]!++] = set
  }
  return ids
}
