// Pairs on their way to the result: each run is sorted by a, then b, and cut into segments of words, so that any number of runs can be
// merged with only a little of each in memory.

import { joinBatches, type PairBatch, PairBuilder, sortPairs } from '../../../model/pair.js'
import type { BlockReader } from '../../ports.js'
import type { Segment, SegmentLocation } from '../blocks/block-layout.js'
import { numbersOf, wordsOf } from '../blocks/segments.js'

/** The tag of the segments of the first run; the tags of the other runs follow. */
export const FIRST_RUN = 1024
/** Pairs per piece of a run. */
export const SEGMENT_PAIRS = 2 ** 14
/** Pairs per run: 4 MB, and three times as much while it is sorted. */
const RUN_PAIRS = 2 ** 18

/** Accepts pairs in any order and returns them in sorted runs. */
export class PairRuns {
  readonly #pairs = new PairBuilder()
  #taken = 0
  #isSorted = true

  /** The number of pairs so far. */
  get count(): number {
    return this.#taken + this.#pairs.count
  }

  /** Whether there are enough pairs for a run. */
  get isLarge(): boolean {
    return this.#pairs.count >= RUN_PAIRS
  }

  add(a: number, b: number, similarity: number): void {
    this.#isSorted = false
    this.#pairs.add(a, b, similarity)
  }

  /** Adds pairs of a sorted batch that come after all others, from `from` on, until there are enough for a run. Returns where it stopped. */
  addSorted(batch: PairBatch, from: number): number {
    const to = Math.min(batch.count, from + RUN_PAIRS - this.#pairs.count)
    this.#pairs.addAll(batch, from, to)
    return to
  }

  /** The segments of a run of all pairs since the last call. */
  take(): Segment[] {
    const pairs = this.#pairs.pairs()
    const run = this.#isSorted ? pairs : sortPairs(pairs)
    this.#taken += run.count
    this.#isSorted = true
    this.#pairs.clear()
    return pairSegments(run).map((bytes) => ({ tag: FIRST_RUN, bytes }))
  }
}

/** Cuts pairs into pieces: for each the similarities, then a, then b. */
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
  const parts = reader.locations.filter((location) => location.tag === tag)
  const count = parts.reduce((sum, { bytes }) => sum + bytes / 16, 0)
  return joinBatches(batchesOf(reader, parts), count)
}

function* batchesOf(reader: BlockReader, parts: readonly SegmentLocation[]): Generator<PairBatch, void> {
  for (const part of parts) yield pairsOfSegment(reader.read(part))
}
