import { joinBatches, type PairBatch, sortPairs } from '../../../model/pair.js'
import type { Blocks } from '../../ports.js'
import type { Block, BlockLocation } from '../blocks/block.js'
import { withBlock } from '../blocks/segments.js'
import { FIRST_RUN, pairSegments, SEGMENT_PAIRS } from '../verify/pair-runs.js'
import { mergePieces, type PairPiece } from '../verify/pair-stream.js'

/** Pairs per batch of the result. */
const BATCH = 16_384
/** The maximum number of runs that are merged at a time, if a piece of each fits into memory. */
const MAX_RUNS = 64
const MIN_RUNS = 4

/** Accepts pairs in any order and returns them sorted by (a, b). Pairs that do not fit into memory are stored in blocks, as sorted runs. */
export class PairStore {
  readonly #maxHeld: number
  readonly #maxRuns: number
  readonly #store: Blocks
  readonly #newLocation: () => BlockLocation
  #batches: PairBatch[] = []
  #held = 0
  /** Sorted runs, each as the blocks that hold it. */
  #runs: (readonly Block[])[] = []

  /** @param newLocation returns the location of the next block */
  constructor(maxHeld: number, store: Blocks, newLocation: () => BlockLocation) {
    this.#maxHeld = maxHeld
    this.#maxRuns = Math.min(MAX_RUNS, Math.max(MIN_RUNS, Math.floor(maxHeld / SEGMENT_PAIRS)))
    this.#store = store
    this.#newLocation = newLocation
  }

  add(batch: PairBatch): void {
    if (batch.count === 0) return
    this.#batches.push(batch)
    this.#held += batch.count
    if (this.#held >= this.#maxHeld) this.#runs.push([this.#put([this.#sorted()])])
  }

  /** Returns all pairs, sorted, in batches, and empties the store. */
  *take(): Generator<PairBatch> {
    const last = this.#sorted()
    if (this.#runs.length === 0) {
      yield* slices(last)
      return
    }
    if (last.count > 0) this.#runs.push([this.#put([last])])
    while (this.#runs.length > this.#maxRuns) {
      const some = this.#runs.splice(0, this.#maxRuns)
      this.#runs.push(this.#putAll(this.#merge(some)))
      this.#remove(some)
    }
    yield* this.#merge(this.#runs)
    this.#remove(this.#runs.splice(0))
  }

  #merge(runs: readonly (readonly Block[])[]): Generator<PairBatch, void> {
    return mergePieces(
      this.#store,
      runs.map((blocks) => blocks.flatMap((block) => this.#piecesOf(block))),
    )
  }

  #piecesOf(block: Block): PairPiece[] {
    return withBlock(this.#store, block, ({ locations }) =>
      locations.map((location) => ({ block, location })),
    )
  }

  /** Stores pairs that are in order, in as many blocks as they need. */
  #putAll(batches: Iterable<PairBatch>): Block[] {
    const blocks: Block[] = []
    let some: PairBatch[] = []
    let held = 0
    for (const batch of batches) {
      some.push(batch)
      held += batch.count
      if (2 * held < this.#maxHeld) continue
      blocks.push(this.#put(some))
      some = []
      held = 0
    }
    if (some.length > 0) blocks.push(this.#put(some))
    return blocks
  }

  #put(batches: readonly PairBatch[]): Block {
    const segments = batches.flatMap(pairSegments).map((bytes) => ({ tag: FIRST_RUN, bytes }))
    return this.#store.put(this.#newLocation(), segments)
  }

  #remove(runs: readonly (readonly Block[])[]): void {
    for (const block of runs.flat()) this.#store.remove(block)
  }

  /** Returns the held pairs, sorted, and releases them. */
  #sorted(): PairBatch {
    const sorted = sortPairs(joinBatches(this.#batches, this.#held))
    this.#batches = []
    this.#held = 0
    return sorted
  }
}

function* slices({ count, a, b, similarity }: PairBatch): Generator<PairBatch> {
  for (let start = 0; start < count; start += BATCH) {
    const end = Math.min(count, start + BATCH)
    yield {
      count: end - start,
      a: a.subarray(start, end),
      b: b.subarray(start, end),
      similarity: similarity.subarray(start, end),
    }
  }
}
