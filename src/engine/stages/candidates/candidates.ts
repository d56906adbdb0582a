// Candidates travel as words, two for each pair: the lesser position, the greater. A pair may stand there several times,
// once for each band that its documents share: whoever compares them first throws repeats away.

import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { ReusedBytes, withBlock, wordsOf } from '../blocks/segments.js'
import { ReusedArrays } from '../threads/reused-arrays.js'
import { concatenateWords, doubled } from '../threads/shared-words.js'

/** The tag of candidates in a block. */
const CANDIDATES = 1
const SEGMENT_WORDS = 2 ** 18
const CANDIDATE_BYTES = 8
/** Candidates whose repeats do no harm. */
const FEW = 2 ** 17

/** Gathers candidates in segments. */
export class CandidateBuilder {
  readonly #makeSegment: ((number: number) => Uint32Array<ArrayBuffer>) | undefined
  readonly #full: Uint32Array[] = []
  #words: Uint32Array<ArrayBuffer>
  #end = 0

  /** @param makeSegment makes the words of a segment by its number; default: they grow as they are needed */
  constructor(makeSegment?: (number: number) => Uint32Array<ArrayBuffer>) {
    this.#makeSegment = makeSegment
    this.#words = makeSegment?.(0) ?? new Uint32Array(1024)
  }

  add(one: number, other: number): void {
    if (this.#end === this.#words.length) this.#makeRoom()
    this.#words[this.#end++] = one < other ? one : other
    this.#words[this.#end++] = one < other ? other : one
  }

  /** Candidates so far, repeats included. */
  get count(): number {
    return (this.#full.length * SEGMENT_WORDS + this.#end) / 2
  }

  /** All candidates, in the builder's own memory. */
  segments(tag = CANDIDATES): Segment[] {
    return this.#parts().map((bytes) => ({ tag, bytes }))
  }

  /** The same without repeats, unless they are few: whoever compares them drops repeats in any case. */
  distinctSegments(documents: number, arrays: ReusedArrays): Segment[] {
    if (this.count < FEW) return this.segments()
    return sortParts(this.#parts(), documents, arrays).map((bytes) => ({ tag: CANDIDATES, bytes }))
  }

  #parts(): Uint32Array[] {
    return [...this.#full, this.#words.subarray(0, this.#end)]
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

/** A builder whose segments the thread uses again: one at a time. */
export function reusedCandidateBuilder(arrays: ReusedArrays): CandidateBuilder {
  return new CandidateBuilder((number) => arrays.words(`candidates-${number}`, SEGMENT_WORDS))
}

/** Hands over the candidates of all blocks that have this tag, in pieces, each of which is valid during the call only. */
export function visitCandidates(
  store: Blocks,
  blocks: readonly Block[],
  visit: (words: Uint32Array) => void,
  tag = CANDIDATES,
): void {
  const reused = new ReusedBytes()
  for (const block of blocks) {
    withBlock(store, block, (reader) => {
      for (const place of reader.places) {
        if (place.tag === tag && place.bytes > 0) visit(wordsOf(reader.read(place, reused)))
      }
    })
  }
}

/** How many candidates the blocks have that have this tag, repeats included; only directories are read. */
export function countCandidates(store: Blocks, blocks: readonly Block[], tag = CANDIDATES): number {
  let bytes = 0
  for (const block of blocks) {
    withBlock(store, block, ({ places }) => {
      for (const place of places) if (place.tag === tag) bytes += place.bytes
    })
  }
  return bytes / CANDIDATE_BYTES
}

/** The blocks in at most so many parts, each with about as many candidates, and none with very few. */
export function cutCandidates(store: Blocks, blocks: readonly Block[], most: number): Block[][] {
  const counts = blocks.map((block) => countCandidates(store, [block]))
  const all = counts.reduce((sum, count) => sum + count, 0)
  const even = Math.max(FEW, all / most)
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

/** The same pairs in the order of a, then b, each once, in the place of the words. */
export function sortCandidates(words: Uint32Array, count: number, arrays = new ReusedArrays()): Uint32Array {
  return sortParts([words], count, arrays)[0]!
}

/**
 * The same pairs in the order of a, then b, each once, in the place of the parts; all but the last part are of one length. Pairs
 * are sorted as numbers a × count + b, natively. Where these would be beyond 2^53, range by range of a.
 */
function sortParts(parts: readonly Uint32Array[], count: number, arrays: ReusedArrays): Uint32Array[] {
  const range = Math.floor(2 ** 53 / Math.max(1, count))
  if (count <= range) return sortBelow(parts, count, arrays)
  return [sortByRanges(concatenateWords(parts), count, range, arrays)]
}

function sortBelow(parts: readonly Uint32Array[], count: number, arrays: ReusedArrays): Uint32Array[] {
  const keys = keysOf(parts, 0, Number.POSITIVE_INFINITY, count, arrays).sort()
  const sorted: Uint32Array[] = []
  let [part, words, end] = [0, parts[0]!, 0]
  let previous = -1
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    if (key === previous) continue
    previous = key
    if (end === words.length) {
      sorted.push(words)
      words = parts[++part]!
      end = 0
    }
    const first = Math.floor(key / count)
    words[end++] = first
    words[end++] = key - first * count
  }
  return [...sorted, words.subarray(0, end)]
}

function sortByRanges(words: Uint32Array, count: number, range: number, arrays: ReusedArrays): Uint32Array {
  const sorted = new Uint32Array(words.length)
  let end = 0
  for (let base = 0; base < count; base += range) {
    const keys = keysOf([words], base, range, count, arrays).sort()
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

function keysOf(
  parts: readonly Uint32Array[],
  base: number,
  range: number,
  count: number,
  arrays: ReusedArrays,
): Float64Array {
  const keys = arrays.numbers(
    'candidate-keys',
    parts.reduce((sum, { length }) => sum + length / 2, 0),
  )
  let end = 0
  for (const words of parts) {
    for (let i = 0; i < words.length; i += 2) {
      const a = words[i]! - base
      if (a >= 0 && a < range) keys[end++] = a * count + words[i + 1]!
    }
  }
  return keys.subarray(0, end)
}
