// Candidates travel as words, two for each pair: the lesser position, the greater. A pair may stand there several times,
// once for each band that its documents share: whoever compares them first throws repeats away.

import type { Block } from './blocks/block.js'
import type { Segment } from './blocks/block-layout.js'
import { withBlock } from './blocks/node-block-file.js'
import { wordsOf } from './blocks/segments.js'
import { concatenateWords, doubled } from './shared.js'

/** The tag of candidates in a block. */
const CANDIDATES = 1
const SEGMENT_WORDS = 2 ** 18
/** Candidates whose repeats do no harm. */
const FEW = 2 ** 17

/** Gathers candidates in segments. */
export class CandidateBuilder {
  readonly #full: Uint32Array[] = []
  #words = new Uint32Array(1024)
  #end = 0

  add(one: number, other: number): void {
    if (this.#end === this.#words.length) this.#makeRoom()
    this.#words[this.#end++] = one < other ? one : other
    this.#words[this.#end++] = one < other ? other : one
  }

  /** Candidates so far, repeats included. */
  get count(): number {
    return (this.#full.length * SEGMENT_WORDS + this.#end) / 2
  }

  segments(tag = CANDIDATES): Segment[] {
    return this.#parts().map((bytes) => ({ tag, bytes }))
  }

  /** The same without repeats, unless they are few: whoever compares them drops repeats in any case. */
  distinctSegments(documents: number): Segment[] {
    if (this.count < FEW) return this.segments()
    const words = sortCandidates(concatenateWords(this.#parts()), documents)
    return Array.from({ length: Math.ceil(words.length / SEGMENT_WORDS) }, (_, i) => ({
      tag: CANDIDATES,
      bytes: words.slice(i * SEGMENT_WORDS, (i + 1) * SEGMENT_WORDS),
    }))
  }

  #parts(): Uint32Array[] {
    return [...this.#full, this.#words.slice(0, this.#end)]
  }

  #makeRoom(): void {
    if (this.#end === SEGMENT_WORDS) {
      this.#full.push(this.#words)
      this.#words = new Uint32Array(SEGMENT_WORDS)
      this.#end = 0
    } else {
      this.#words = doubled(this.#words)
    }
  }
}

/** Hands over the candidates of all blocks that have this tag, in pieces. */
export function visitCandidates(
  blocks: readonly Block[],
  visit: (words: Uint32Array) => void,
  tag = CANDIDATES,
): void {
  for (const block of blocks) {
    withBlock(block, (reader) => {
      for (const place of reader.places) {
        if (place.tag === tag && place.bytes > 0) visit(wordsOf(reader.read(place)))
      }
    })
  }
}

/**
 * The same pairs in the order of a, then b, each once. Pairs are sorted as numbers a × count + b, natively; where these
 * would be beyond 2^53, range by range of a.
 */
export function sortCandidates(words: Uint32Array, count: number): Uint32Array {
  const range = Math.floor(2 ** 53 / Math.max(1, count))
  const ranges = Math.ceil(count / range)
  const sorted = new Uint32Array(words.length)
  let end = 0
  for (let number = 0; number < ranges; number++) {
    const base = number * range
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

function keysOf(words: Uint32Array, base: number, range: number, count: number): Float64Array {
  const keys = new Float64Array(words.length / 2)
  let end = 0
  for (let i = 0; i < words.length; i += 2) {
    const a = words[i]! - base
    if (a >= 0 && a < range) keys[end++] = a * count + words[i + 1]!
  }
  return keys.subarray(0, end)
}
