// An exact search needs the elements of the prefix of each document: two documents that reach the threshold have one of these in common.
// They are written when the document is read, in portions by their last bits, so that a task can read some of them only. An element takes
// four words: the element itself, the number of the record in its unit together with the element's index in the prefix, and the two elements
// before it in the prefix, the nearer one first. The first element of a prefix is its own, and the second has the same one twice.
//
// An index has 10 bits. The remaining bits are enough for the records of a unit: 2^23 bytes have at most 2^22 lines that are not blank.
// Larger indexes count as the largest that fits, which only rules out fewer pairs.

import { WasmPrefixWriter } from '../../../kernel/wasm-prefix-writer.js'
import { type Comparison, matchPrefix, rememberedBySize } from '../../../model/match-bounds.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import type { Sketched } from '../read/sketched.js'
import type { Thread } from '../threads/thread.js'

export const PORTIONS = 64

/** How prefixes are made. */
export interface PrefixRequest extends Comparison {
  /** By ascending frequency. Shared. */
  readonly frequent: Uint32Array
  /** Whether each document also gets bits that rule out pairs: see difference-bits.ts. */
  readonly hasBits: boolean
}

/** The writer of a thread, for one unit after another. */
export function writerOf(request: PrefixRequest, thread: Thread): WasmPrefixWriter {
  return thread.keep('prefix-writer', request, () => makeWriter(request))
}

export function makeWriter(request: PrefixRequest): WasmPrefixWriter {
  const { frequent, hasBits } = request
  const lengthOf = rememberedBySize((size) => listedLength(request, size))
  return new WasmPrefixWriter({ frequent, hasBits, portions: PORTIONS, lengthOf })
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
