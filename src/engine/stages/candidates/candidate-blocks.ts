import type { Block, BlockLocation } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { type ContinuationMetadata, continuationLocation } from '../blocks/continuation-blocks.js'
import { metadataSegment } from '../blocks/segments.js'
import type { Thread } from '../threads/thread.js'
import { CANDIDATES, type CandidateBuilder, reusedCandidateBuilder, SEGMENT_WORDS } from './candidates.js'

/** Candidates, two words each, as segments of a block. */
export function candidateSegments(words: Uint32Array): Segment[] {
  const segments: Segment[] = []
  for (let from = 0; from < words.length; from += SEGMENT_WORDS)
    segments.push({ tag: CANDIDATES, bytes: words.subarray(from, from + SEGMENT_WORDS) })
  return segments
}

/**
 * Writes candidates to blocks: a block is stored whenever as many candidates are held as fit into memory. Each thread uses one at a time.
 */
export class CandidateBlocks {
  readonly #thread: Thread
  readonly #location: BlockLocation
  readonly #maxHeld: number
  readonly #continuations: Block[] = []
  /** Those that are held, if any. */
  #candidates: CandidateBuilder | undefined

  constructor(thread: Thread, location: BlockLocation, maxHeld: number) {
    this.#thread = thread
    this.#location = location
    this.#maxHeld = maxHeld
  }

  add(one: number, other: number): void {
    this.#candidates ??= reusedCandidateBuilder(this.#thread.arrays)
    this.#candidates.add(one, other)
    if (this.#candidates.count < this.#maxHeld) return
    this.#store(this.#candidates.segments())
    this.#candidates = undefined
  }

  /** Stores candidates, two words each, that are held elsewhere. */
  store(words: Uint32Array): void {
    this.#store(candidateSegments(words))
  }

  #store(segments: readonly Segment[]): void {
    const location = continuationLocation(this.#location, this.#continuations.length)
    this.#continuations.push(this.#thread.store.put(location, segments))
  }

  /**
   * Returns the blocks; the one that the task was assigned is first.
   *
   * @param more metadata of that block, and segments with tags of their own
   */
  end(more: { readonly metadata?: object; readonly segments?: readonly Segment[] } = {}): Block[] {
    const metadata: ContinuationMetadata = { ...more.metadata, continuations: this.#continuations.length }
    const segments = [
      metadataSegment(metadata),
      ...(more.segments ?? []),
      ...(this.#candidates?.segments() ?? []),
    ]
    return [this.#thread.store.put(this.#location, segments), ...this.#continuations]
  }
}
