import type { Block, BlockPlace } from '../blocks/block.js'
import { type ContinuationMetadata, furtherPlace } from '../blocks/continuation-blocks.js'
import { aboutSegment } from '../blocks/segments.js'
import type { Thread } from '../threads/thread.js'
import { type CandidateBuilder, reusedCandidateBuilder } from './candidates.js'

/**
 * Writes candidates to blocks: a block is stored whenever as many candidates are held as fit into memory. Each thread uses one at a time.
 */
export class CandidateBlocks {
  readonly #thread: Thread
  readonly #place: BlockPlace
  readonly #maxHeld: number
  readonly #further: Block[] = []
  #candidates: CandidateBuilder

  constructor(thread: Thread, place: BlockPlace, maxHeld: number) {
    this.#thread = thread
    this.#candidates = reusedCandidateBuilder(thread.arrays)
    this.#place = place
    this.#maxHeld = maxHeld
  }

  add(one: number, other: number): void {
    this.#candidates.add(one, other)
    if (this.#candidates.count < this.#maxHeld) return
    const place = furtherPlace(this.#place, this.#further.length)
    this.#further.push(this.#thread.store.put(place, this.#candidates.segments()))
    this.#candidates = reusedCandidateBuilder(this.#thread.arrays)
  }

  /** Returns the blocks; the one that the task was assigned is first. */
  end(): Block[] {
    const about: ContinuationMetadata = { further: this.#further.length }
    const segments = [aboutSegment(about), ...this.#candidates.segments()]
    return [this.#thread.store.put(this.#place, segments), ...this.#further]
  }
}
