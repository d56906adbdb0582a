// An exact search needs the elements of the prefix of each document: two documents that reach the threshold have one of these in common.
// They are written when the document is read, in portions by their last bits, so that a task can read some of them only. An element takes
// two words: the element itself, and the number of the record in its unit together with the element's index in the prefix.

import { PrefixOrder } from '../../../join/prefix-order.js'
import { type Comparison, matchPrefix } from '../../../model/match-bounds.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import type { Blocks } from '../../ports.js'
import { type KeyList, KeyListBuilder } from '../bands/band-keys.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import { doubled, hasBit } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'

export const PORTIONS = 64
/**
 * Bits of an index in a prefix. The remaining bits are enough for the records of a unit: 2^23 bytes have at most 2^22 lines that are not
 * blank. Larger indexes count as the largest that fits, which only rules out fewer pairs.
 */
const INDEX_BITS = 10
const MAX_INDEX = 2 ** INDEX_BITS - 1

/** Sets below this size are so frequent that the lengths of their prefixes are remembered. */
const COMMON_SIZES = 2 ** 12

/** How prefixes are made. */
export interface PrefixRequest extends Comparison {
  /** By ascending frequency. Shared. */
  readonly frequent: Uint32Array
}

/** The order of the elements, which is the same for all tasks of a run. */
export function orderOf({ frequent }: PrefixRequest, thread: Thread): PrefixOrder {
  return thread.keep('prefix-order', 0, () => new PrefixOrder(frequent))
}

/** Collects the prefixes of the records of a unit. */
export class PrefixBuilder {
  readonly #comparison: Comparison
  readonly #order: PrefixOrder
  readonly #portions = Array.from({ length: PORTIONS }, () => ({ words: new Uint32Array(256), end: 0 }))
  /** The length of the prefix of a set of each size, computed when needed; 0 is unknown. */
  readonly #lengths = new Uint32Array(COMMON_SIZES)
  #prefix = new Uint32Array(256)
  #record = 0

  constructor(comparison: Comparison, order: PrefixOrder) {
    this.#comparison = comparison
    this.#order = order
  }

  /** Adds the sets of the next records. */
  add({ count, offsets, elements }: SetCollection): void {
    for (let i = 0; i < count; i++) this.#addSet(elements, offsets[i]!, offsets[i + 1]!)
  }

  /** The words of each portion. */
  portions(): Uint32Array[] {
    return this.#portions.map(({ words, end }) => words.subarray(0, end))
  }

  #addSet(elements: Uint32Array, start: number, end: number): void {
    const record = this.#record++
    if (start === end) return
    const length = this.#lengthFor(end - start)
    if (length > this.#prefix.length) this.#prefix = new Uint32Array(2 * length)
    this.#order.writePrefix(elements, length, this.#prefix, start, end)
    for (let index = 0; index < length; index++) {
      const element = this.#prefix[index]!
      const portion = this.#portions[element & (PORTIONS - 1)]!
      if (portion.end === portion.words.length) portion.words = doubled(portion.words)
      portion.words[portion.end++] = element
      portion.words[portion.end++] = (record << INDEX_BITS) | Math.min(index, MAX_INDEX)
    }
  }

  #lengthFor(size: number): number {
    if (size >= COMMON_SIZES) return listedLength(this.#comparison, size)
    const known = this.#lengths[size]!
    if (known !== 0) return known
    const length = listedLength(this.#comparison, size)
    this.#lengths[size] = length
    return length
  }
}

/** The length of a prefix. That of a long document allows for shared shingles that its hashes hide. */
function listedLength(comparison: Comparison, size: number): number {
  return Math.min(size, matchPrefix(comparison, size) + hiddenOverlap(size))
}

/** The prefixes of a portion, or a share of them. Equal elements are always in the same share. */
export interface PrefixShare {
  readonly sketched: Sketched
  readonly portion: number
  readonly share: number
  readonly shares: number
  /** The distinct documents that are not empty, one bit per position. Shared. */
  readonly distinct: Uint32Array
}

/**
 * The elements of a share in the prefixes of distinct documents, by ascending position: the low half of a key is the element, the high half
 * its index. There is no call back per element, because half of all elements are not small integers, so a call would allocate them on the
 * heap.
 *
 * @param expected the approximate number of elements
 */
export function listPrefixes(
  store: Blocks,
  { sketched, portion, share, shares, distinct }: PrefixShare,
  expected: number,
  arrays: ReusedArrays,
): KeyList {
  const list = new KeyListBuilder(Math.ceil(expected), arrays)
  visitUnits(store, sketched, SKETCH.prefixes + portion, (words, first) => {
    list.makeRoom(words.length / 2)
    addElements(list, words, first, share, shares, distinct)
  })
  return list.list()
}

function addElements(
  list: KeyListBuilder,
  words: Uint32Array,
  first: number,
  share: number,
  shares: number,
  distinct: Uint32Array,
): void {
  for (let i = 0; i < words.length; i += 2) {
    const element = words[i]!
    if (shares > 1 && (element >>> 8) % shares !== share) continue
    const entry = words[i + 1]!
    const position = first + (entry >>> INDEX_BITS)
    if (hasBit(distinct, position)) list.add(position, element, entry & MAX_INDEX)
  }
}
