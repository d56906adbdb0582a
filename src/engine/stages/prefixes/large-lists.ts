// A list of n documents whose prefixes share an element has n² / 2 pairs, and the documents of a large list usually share many such elements,
// each of which finds the same pairs again. Most of these may be just below the threshold. So the documents of large lists are joined
// instead, like those of large buckets.

import { MAX_LISTED_PAIRS } from '../../../band/bucket-limit.js'
import { countBelow } from '../../../model/count-below.js'
import { pairsOf } from '../../../model/pairs-of.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import { hasBit, setBit, sharedWords } from '../threads/shared-words.js'

/** The tag of the documents of large lists in a block of candidates. */
const IN_LARGE_LIST = 2

/**
 * Whether documents that share an element have too many pairs to be listed.
 *
 * @param positions ascending
 * @param boundary the first position of the second side, if only pairs across the two sides count
 * @param oversizedOf nonzero for oversized documents, which are not compared with each other; empty if there are none
 */
export function areLargeList(
  positions: Uint32Array,
  boundary: number | undefined,
  oversizedOf: Uint32Array,
): boolean {
  const own = boundary === undefined ? positions.length : countBelow(positions, boundary)
  const others = boundary === undefined ? undefined : positions.length - own
  if (pairsOf(own, others) <= MAX_LISTED_PAIRS) return false
  if (oversizedOf.length === 0) return true
  let [oversizedOwn, oversizedOthers] = [0, 0]
  for (let i = 0; i < positions.length; i++) {
    if (oversizedOf[positions[i]!] === 0) continue
    if (i < own) oversizedOwn++
    else oversizedOthers++
  }
  const notCompared = pairsOf(oversizedOwn, others === undefined ? undefined : oversizedOthers)
  return pairsOf(own, others) - notCompared > MAX_LISTED_PAIRS
}

/** Collects the documents of large lists, one bit each. */
export class LargeListDocuments {
  readonly #words: number
  #bits: Uint32Array | undefined

  /** @param count the number of all positions */
  constructor(count: number) {
    this.#words = (count + 31) >>> 5
  }

  add(positions: Uint32Array): void {
    this.#bits ??= new Uint32Array(this.#words)
    for (const position of positions) setBit(this.#bits, position)
  }

  segments(): Segment[] {
    return this.#bits === undefined ? [] : [{ tag: IN_LARGE_LIST, bytes: this.#bits }]
  }
}

/** Nonzero for each position whose document is in a large list of these blocks. Shared; empty if there are none. */
export function readLargeLists(store: Blocks, blocks: readonly Block[], count: number): Uint32Array {
  let isIn = sharedWords(0)
  for (const block of blocks) {
    withBlock(store, block, (reader) => {
      const location = reader.find(IN_LARGE_LIST)
      if (location === undefined) return
      const bits = wordsOf(reader.read(location))
      if (isIn.length === 0) isIn = sharedWords(count)
      for (let position = 0; position < count; position++) if (hasBit(bits, position)) isIn[position] = 1
    })
  }
  return isIn
}
