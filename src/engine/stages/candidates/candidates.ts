// Candidates are stored as two words per pair: the smaller position, then the larger. A pair may be repeated, once for each band that its
// documents share; repeats are removed before pairs are compared.

import { ReusedBytes } from '../../../model/reused-bytes.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import { doubled } from '../threads/shared-words.js'

/** The tag of candidates in a block. */
export const CANDIDATES = 1
/** The maximum number of words of a segment of candidates. */
export const SEGMENT_WORDS = 2 ** 18
const CANDIDATE_BYTES = 8
/** The smallest number of candidates that justifies a separate part. */
const FEW = 2 ** 17

/** Collects candidates in segments. */
export class CandidateBuilder {
  readonly #makeSegment: ((number: number) => Uint32Array<ArrayBuffer>) | undefined
  readonly #full: Uint32Array[] = []
  #words: Uint32Array<ArrayBuffer>
  #end = 0

  /** @param makeSegment allocates the words of a segment, by its number. Default: segments grow as needed */
  constructor(makeSegment?: (number: number) => Uint32Array<ArrayBuffer>) {
    this.#makeSegment = makeSegment
    this.#words = makeSegment?.(0) ?? new Uint32Array(1024)
  }

  add(one: number, other: number): void {
    if (this.#end === this.#words.length) this.#makeRoom()
    this.#words[this.#end++] = one < other ? one : other
    this.#words[this.#end++] = one < other ? other : one
  }

  /** The number of candidates so far, including repeats. */
  get count(): number {
    return (this.#full.length * SEGMENT_WORDS + this.#end) / 2
  }

  /** All candidates, in the builder's own memory. */
  segments(tag = CANDIDATES): Segment[] {
    return [...this.#full, this.#words.subarray(0, this.#end)].map((bytes) => ({ tag, bytes }))
  }

  #makeRoom(): void {
    if (this.#end === SEGMENT_WORDS) {
      this.#full.push(this.#words)
      this.#words = this.#makeSegment?.(this.#full.length) ?? new Uint32Array(SEGMENT_WORDS)
      this.#end = 0
    } else {
      this.#words = doubled(this.#words)
    }
  }
}

/** A builder whose segments are reused by the thread: use one at a time. */
export function reusedCandidateBuilder(arrays: ReusedArrays): CandidateBuilder {
  return new CandidateBuilder((number) => arrays.words(`candidates-${number}`, SEGMENT_WORDS))
}

/** Calls back with the candidates of all blocks that have this tag, in pieces. Each piece is valid during the call only. */
export function visitCandidates(
  store: Blocks,
  blocks: readonly Block[],
  visit: (words: Uint32Array) => void,
  tag = CANDIDATES,
): void {
  const reused = new ReusedBytes()
  for (const block of blocks) {
    withBlock(store, block, (reader) => {
      for (const location of reader.locations) {
        if (location.tag === tag && location.bytes > 0) visit(wordsOf(reader.read(location, reused)))
      }
    })
  }
}

/** The number of candidates of these blocks that have this tag, including repeats; only directories are read. */
export function countCandidates(store: Blocks, blocks: readonly Block[], tag = CANDIDATES): number {
  let bytes = 0
  for (const block of blocks) {
    withBlock(store, block, ({ locations }) => {
      for (const location of locations) if (location.tag === tag) bytes += location.bytes
    })
  }
  return bytes / CANDIDATE_BYTES
}

/** Divides the blocks into at most this many parts with about equally many candidates, and none with very few. */
export function cutCandidates(store: Blocks, blocks: readonly Block[], maxParts: number): Block[][] {
  const counts = blocks.map((block) => countCandidates(store, [block]))
  const all = counts.reduce((sum, count) => sum + count, 0)
  const even = Math.max(FEW, all / maxParts)
  const parts: Block[][] = []
  let held = Number.POSITIVE_INFINITY
  blocks.forEach((block, number) => {
    if (held + counts[number]! / 2 > even) {
      parts.push([])
      held = 0
    }
    parts.at(-1)!.push(block)
    held += counts[number]!
  })
  return parts
}

/**
 * Sorts pairs by a, then b, and removes repeats, in place where possible. Pairs are sorted natively as numbers a × count + b; if these would
 * exceed 2^53, one range of a at a time.
 */
export function sortCandidates(words: Uint32Array, count: number): Uint32Array {
  if (areSorted(words)) return words
  const range = Math.floor(2 ** 53 / Math.max(1, count))
  const sorted = count <= range ? words : new Uint32Array(words.length)
  let end = 0
  for (let base = 0; base < count; base += range) {
    const keys = keysOf(words, base, range, count).sort()
    let previous = -1
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!
      if (key === previous) continue
      previous = key
      const first = Math.floor(key / count)
      sorted[end++] = base + first
      sorted[end++] = key - first * count
    }
  }
  return sorted.subarray(0, end)
}

/** Whether pairs are in order and without repeats, such as those taken from a sorted list. */
function areSorted(words: Uint32Array): boolean {
  for (let i = 2; i < words.length; i += 2) {
    const [before, a] = [words[i - 2]!, words[i]!]
    if (a < before || (a === before && words[i + 1]! <= words[i - 1]!)) return false
  }
  return true
}

function keysOf(words: Uint32Array, base: number, range: number, count: number): Float64Array {
  const keys = new Float64Array(words.length / 2)
  let end = 0
  for (let i = 0; i < words.length; i += 2) {
    const a = words[i]! - base
    if (a >= 0 && a < range) keys[end++] = a * count + words[i + 1]!
  }
  return keys.subarray(0, end)
}
