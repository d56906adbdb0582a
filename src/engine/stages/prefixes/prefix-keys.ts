// An exact search needs the elements of the prefix of each document: two documents that reach the threshold have one of these in common.
// They are written when the document is read, in portions by their last bits, so that a task can read some of them only. An element takes
// three words: the element itself, the number of the record in its unit together with the element's index in the prefix, and the element
// before it in the prefix.

import { PrefixOrder } from '../../../join/prefix-order.js'
import { type Comparison, matchPrefix } from '../../../model/match-bounds.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import type { Sketched } from '../read/sketched.js'
import { doubled } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'
import { BIT_WORDS, writeBits } from './difference-bits.js'

export const PORTIONS = 64
export const ENTRY_WORDS = 3
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
  /** Whether each document also gets bits that rule out pairs: see difference-bits.ts. */
  readonly hasBits: boolean
}

/** The builder of a thread, for one unit after another. The request is the same for all tasks of a run. */
export function builderOf(request: PrefixRequest, thread: Thread): PrefixBuilder {
  return thread.keep('prefix-builder', 0, () => new PrefixBuilder(request, new PrefixOrder(request.frequent)))
}

/** Collects the prefixes of the records of a unit. */
export class PrefixBuilder {
  readonly #comparison: Comparison
  readonly #hasBits: boolean
  readonly #order: PrefixOrder
  readonly #portions = Array.from({ length: PORTIONS }, () => ({ words: new Uint32Array(256), end: 0 }))
  /** The length of the prefix of a set of each size, computed when needed; 0 is unknown. */
  readonly #lengths = new Uint32Array(COMMON_SIZES)
  #prefix = new Uint32Array(256)
  #bits = new Uint32Array(BIT_WORDS)
  #record = 0

  constructor(request: Comparison & Pick<PrefixRequest, 'hasBits'>, order: PrefixOrder) {
    this.#comparison = request
    this.#hasBits = request.hasBits
    this.#order = order
  }

  /** Forgets the prefixes of the last unit, but keeps their memory. */
  reset(): void {
    for (const portion of this.#portions) portion.end = 0
    this.#bits.fill(0, 0, this.#hasBits ? BIT_WORDS * this.#record : 0)
    this.#record = 0
  }

  /** Adds the sets of the next records. */
  add({ count, offsets, elements }: SetCollection): void {
    if (this.#hasBits) this.#addBits(count, offsets, elements)
    for (let i = 0; i < count; i++) this.#addSet(elements, offsets[i]!, offsets[i + 1]!)
  }

  /** The words of each portion, valid until the next unit. */
  portions(): Uint32Array[] {
    return this.#portions.map(({ words, end }) => words.subarray(0, end))
  }

  /** The bits of the records, `BIT_WORDS` words each; none unless they were requested. */
  bits(): Uint32Array {
    return this.#bits.subarray(0, this.#hasBits ? BIT_WORDS * this.#record : 0)
  }

  #addBits(count: number, offsets: Uint32Array, elements: Uint32Array): void {
    const needed = BIT_WORDS * (this.#record + count)
    if (needed > this.#bits.length) this.#bits = doubled(this.#bits, needed)
    for (let i = 0; i < count; i++)
      writeBits(elements, offsets[i]!, offsets[i + 1]!, this.#bits, BIT_WORDS * (this.#record + i))
  }

  #addSet(elements: Uint32Array, start: number, end: number): void {
    const record = this.#record++
    if (start === end) return
    const length = this.#lengthFor(end - start)
    if (length > this.#prefix.length) this.#prefix = new Uint32Array(2 * length)
    this.#order.writePrefix(elements, length, this.#prefix, start, end)
    let previous = this.#prefix[0]!
    for (let index = 0; index < length; index++) {
      const element = this.#prefix[index]!
      const portion = this.#portions[element & (PORTIONS - 1)]!
      if (portion.end + ENTRY_WORDS > portion.words.length) portion.words = doubled(portion.words)
      portion.words[portion.end++] = element
      portion.words[portion.end++] = (record << INDEX_BITS) | Math.min(index, MAX_INDEX)
      portion.words[portion.end++] = previous
      previous = element
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
