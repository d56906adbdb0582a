import { countBelow } from '../../../model/count-below.js'
import { pairsOf } from '../../../model/pairs-of.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { chunkCapacity, type MemoryShares } from '../memory-budget.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import { sharedWords } from '../threads/shared-words.js'
import { readLargeBuckets } from './large-buckets.js'

/** What is known about large buckets from their members. */
export interface LargeBuckets {
  /** Nonzero for each position whose document is in one. Shared; empty if there are none. */
  readonly isIn: Uint32Array
  /** The number of pairs of members, summed over the buckets; repeats count. */
  readonly pairs: number
}

/** @param boundary the first position of the second side, if only pairs across the two sides count */
export function countLarge(
  store: Blocks,
  blocks: readonly Block[],
  positions: number,
  boundary?: number,
): LargeBuckets {
  let isIn = sharedWords(0)
  let pairs = 0
  for (const members of readLargeBuckets(store, blocks)) {
    if (isIn.length === 0) isIn = sharedWords(positions)
    // A plain loop: near-copies are members of a large bucket in every band.
    for (let i = 0; i < members.length; i++) isIn[members[i]!] = 1
    const own = boundary === undefined ? members.length : countBelow(members, boundary)
    pairs += pairsOf(own, boundary === undefined ? undefined : members.length - own)
  }
  return { isIn, pairs }
}

/** The documents of large buckets, in chunks, two of which fit into memory. */
export interface LargeChunks {
  /** The chunk of each position, starting at 1, or 0; ascending. Shared; empty if there is no large bucket. */
  readonly chunkOf: Uint32Array
  readonly count: number
  /** The number of chunks of the first side, which come first. No chunk has documents of both sides. */
  readonly own: number
  /** Distinguishes these chunks from others of the same documents in the names of blocks. */
  readonly name: string
  /** The first and the last chunk in a range of positions. */
  within(from: number, to: number): { readonly from: number; readonly to: number }
}

/** Words per document in addition to its set. */
const DOCUMENT_WORDS = 20

/**
 * @param chunkOf nonzero for the documents that are in large buckets; replaced by their chunks. Shared
 * @param boundary the first position of the second side, if there are two
 */
export function makeChunks(
  store: Blocks,
  sketched: Sketched,
  chunkOf: Uint32Array,
  memory: MemoryShares,
  boundary?: number,
): LargeChunks {
  let total = 0
  const visit = (take: (position: number, words: number) => void) =>
    visitUnits(store, sketched, SKETCH.sizes, (sizes, first, count) => {
      for (let i = 0; i < count; i++)
        if (chunkOf[first + i] !== 0) take(first + i, sizes[i]! + DOCUMENT_WORDS)
    })
  visit((_, words) => {
    total += words
  })
  const capacity = chunkCapacity(total, memory)
  let [count, filled, own] = [1, 0, 0]
  visit((position, words) => {
    const isNewSide = own === 0 && boundary !== undefined && position >= boundary
    // A large bucket has documents of both sides.
    if (isNewSide) own = count
    if (isNewSide || (filled > 0 && filled + words > capacity)) {
      count++
      filled = 0
    }
    filled += words
    chunkOf[position] = count
  })
  return {
    chunkOf,
    count,
    own: own === 0 ? count : own,
    name: `large-${count}-${store.checksum(chunkOf).toString(16).padStart(8, '0')}`,
    within: (from, to) => {
      let [first, last] = [1, 0]
      for (let position = from; position < to; position++) {
        if (chunkOf[position] === 0) continue
        if (last === 0) first = chunkOf[position]!
        last = chunkOf[position]!
      }
      return { from: first, to: last }
    },
  }
}
