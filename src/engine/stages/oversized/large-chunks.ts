import type { Blocks } from '../../ports.js'
import { countBefore } from '../bands/keys-across.js'
import type { Block } from '../blocks/block.js'
import { chunkCapacity, type MemoryShares } from '../memory-budget.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import { sharedWords } from '../threads/shared-words.js'
import { pairsOf, readLargeBuckets } from './large-buckets.js'

/** What is known of large buckets from their members. */
export interface LargeBuckets {
  /** For each position not 0 where its document is in one. Shared; empty where there is none. */
  readonly isIn: Uint32Array
  /** Pairs of members, those of one bucket after those of the other: repeats counted. */
  readonly pairs: number
}

/** @param boundary where only pairs of two sides count, the first position of the second */
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
    for (const member of members) isIn[member] = 1
    const own = boundary === undefined ? members.length : countBefore(members, boundary)
    pairs += pairsOf(own, boundary === undefined ? undefined : members.length - own)
  }
  return { isIn, pairs }
}

/** The documents of large buckets, in chunks of which memory has room for two. */
export interface LargeChunks {
  /** For each position its chunk, from 1 on, or 0; rising. Shared; empty where there is no large bucket. */
  readonly chunkOf: Uint32Array
  readonly count: number
  /** How many of them, the first ones, are of the first side; no chunk has documents of both. */
  readonly own: number
  /** Tells these chunks from others of the same documents, in the names of blocks. */
  readonly name: string
  /** The first and the last chunk among some positions. */
  within(from: number, to: number): { readonly from: number; readonly to: number }
}

/** Words that a document takes besides its set. */
const DOCUMENT_WORDS = 20

/**
 * @param chunkOf not 0 for the documents that are in large buckets; afterwards their chunks. Shared
 * @param boundary the first position of the second side, where there are two
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
