// Pairs on their way to the result: each run is sorted by a, then b, and cut into segments of words, so that any number of runs
// can be merged with little of each in memory.

import { joinBatches, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import type { Segment, SegmentPlace } from './blocks/block-layout.js'
import type { BlockReader } from './blocks/node-block-file.js'
import { numbersOf, wordsOf } from './blocks/segments.js'

/** The tag of the segments of the first run; those of the next have the next tag. */
export const FIRST_RUN = 1024
const SEGMENT_PAIRS = 2 ** 14
const RUN_PAIRS = 2 ** 19
/** Runs that are gathered in memory: 32 MB. */
const MOST_RUNS = 4

/** Takes pairs in any order and gives them back in sorted runs. */
export class PairRuns {
  #pairs = new PairBuilder()
  #segments: Segment[] = []
  #runs = 0
  #count = 0

  /** All pairs so far. */
  get count(): number {
    return this.#count
  }

  /** Whether it is time to take what there is. */
  get isLarge(): boolean {
    return this.#runs >= MOST_RUNS
  }

  add(one: number, other: number, similarity: number): void {
    this.#pairs.add(Math.min(one, other), Math.max(one, other), similarity)
    this.#count++
    if (this.#pairs.count >= RUN_PAIRS) this.#endRun()
  }

  /** The segments of all runs since the last call. */
  take(): Segment[] {
    if (this.#pairs.count > 0) this.#endRun()
    const segments = this.#segments
    this.#segments = []
    this.#runs = 0
    return segments
  }

  #endRun(): void {
    const run = sortPairs(this.#pairs.pairs())
    for (const bytes of pairSegments(run)) this.#segments.push({ tag: FIRST_RUN + this.#runs, bytes })
    this.#runs++
    this.#pairs = new PairBuilder()
  }
}

/** Pairs in pieces: for each the similarities, then a, then b. */
export function pairSegments({ count, a, b, similarity }: PairBatch): Uint8Array[] {
  const segments: Uint8Array[] = []
  for (let from = 0; from < count; from += SEGMENT_PAIRS) {
    const to = Math.min(count, from + SEGMENT_PAIRS)
    const bytes = new Uint8Array(16 * (to - from))
    numbersOf(bytes.subarray(0, 8 * (to - from))).set(similarity.subarray(from, to))
    const words = wordsOf(bytes.subarray(8 * (to - from)))
    words.set(a.subarray(from, to))
    words.set(b.subarray(from, to), to - from)
    segments.push(bytes)
  }
  return segments
}

export function pairsOfSegment(bytes: Uint8Array): PairBatch {
  const count = bytes.length / 16
  const words = wordsOf(bytes.subarray(8 * count))
  return {
    count,
    similarity: numbersOf(bytes.subarray(0, 8 * count)),
    a: words.subarray(0, count),
    b: words.subarray(count),
  }
}

/** All pairs that a block has under a tag, in one batch. */
export function readPairs(reader: BlockReader, tag: number): PairBatch {
  const parts = reader.places.filter((place) => place.tag === tag)
  const count = parts.reduce((sum, { bytes }) => sum + bytes / 16, 0)
  return joinBatches(batchesOf(reader, parts), count)
}

function* batchesOf(reader: BlockReader, parts: readonly SegmentPlace[]): Generator<PairBatch, void> {
  for (const part of parts) yield pairsOfSegment(reader.read(part))
}
