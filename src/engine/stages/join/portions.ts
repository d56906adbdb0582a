// What a join has found so far, stored so that the run can be resumed. A portion is a range of the probes of two blocks of sets. Its pairs
// are those of distinct sets, before equal sets are added.

import type { PairBatch } from '../../../model/pair.js'
import type { Blocks } from '../../ports.js'
import type { BlockMaker } from '../block-maker.js'
import type { Block, BlockLocation } from '../blocks/block.js'
import {
  type ContinuationMetadata,
  continuationBlocks,
  continuationLocation,
} from '../blocks/continuation-blocks.js'
import { metadataSegment, readMetadata, withBlock } from '../blocks/segments.js'
import { FIRST_RUN, pairSegments, pairsOfSegment } from '../verify/pair-runs.js'
import type { Boundary } from './size-classes.js'

/** The approximate number of portions of a join. An interruption loses one portion per worker. */
const PORTIONS = 128
/** The number of pairs of a portion that are held before they are stored. */
const MAX_HELD = 2 ** 18

/** How the sources were cut into blocks: the boundaries of each; none if it is one block in memory. */
type JoinLayout = readonly (readonly Boundary[])[]

interface PortionMetadata extends ContinuationMetadata {
  /** The number of pairs in this block. */
  readonly pairs: number
}

/** The blocks of a run directory, as a join uses them. */
export class PortionStore {
  readonly #blocks: Pick<BlockMaker, 'locate' | 'find' | 'add'>
  readonly #store: Blocks
  /** Distinguishes the portions of one layout from those of another. */
  #key = ''

  constructor(blocks: Pick<BlockMaker, 'locate' | 'find' | 'add'>, store: Blocks) {
    this.#blocks = blocks
    this.#store = store
  }

  /** How an earlier run cut its sources. */
  layout(): JoinLayout | undefined {
    const block = this.#blocks.find(this.#blocks.locate('layout', 0))
    return block && withBlock(this.#store, block, (reader) => readMetadata<{ cut: JoinLayout }>(reader)).cut
  }

  /** Sets how this run cuts its sources. Only portions of the same layout can be reused. */
  useLayout(cut: JoinLayout): void {
    this.#key = this.#store.checksum(new TextEncoder().encode(JSON.stringify(cut))).toString(16)
    if (JSON.stringify(this.layout()) === JSON.stringify(cut)) return
    this.#blocks.add([this.#store.put(this.#blocks.locate('layout', 0), [metadataSegment({ cut })])])
  }

  /** The number of portions that the probes of each step are cut into, given the number of steps. */
  portionsOf(steps: number): number {
    return Math.max(1, Math.ceil(PORTIONS / steps))
  }

  /** Passes on what an earlier run found in a portion. Returns false if the portion is missing. */
  replay(name: string, take: (batch: PairBatch) => void): boolean {
    const location = this.#locate(name)
    const first = this.#blocks.find(location)
    const blocks = first && continuationBlocks(this.#blocks, this.#store)(first, location)
    if (blocks === undefined) return false
    for (const block of blocks) this.#read(block, take)
    return true
  }

  open(name: string): Portion {
    const location = this.#locate(name)
    return new Portion((batches, number, continuations) =>
      this.#put(location, batches, number, continuations),
    )
  }

  #locate(name: string): BlockLocation {
    return this.#blocks.locate(`${name}-${this.#key}`, 0)
  }

  #read(block: Block, take: (batch: PairBatch) => void): void {
    withBlock(this.#store, block, (reader) => {
      const { pairs } = readMetadata<PortionMetadata>(reader)
      let listed = 0
      for (const location of reader.locations) {
        if (location.tag !== FIRST_RUN) continue
        const batch = pairsOfSegment(reader.read(location))
        listed += batch.count
        take(batch)
      }
      if (listed < pairs) take(countOnly(pairs - listed))
    })
  }

  #put(
    first: BlockLocation,
    batches: readonly PairBatch[],
    number: number | undefined,
    continuations: number,
  ): void {
    const location = number === undefined ? first : continuationLocation(first, number)
    const pairs = batches.reduce((sum, { count }) => sum + count, 0)
    const listed = batches.filter(({ a }) => a.length > 0)
    const block = this.#store.put(location, [
      metadataSegment({ pairs, continuations } satisfies PortionMetadata),
      ...listed.flatMap(pairSegments).map((bytes) => ({ tag: FIRST_RUN, bytes })),
    ])
    this.#blocks.add([block])
  }
}

type PutPairs = (batches: readonly PairBatch[], number: number | undefined, continuations: number) => void

/** A portion that is being searched. */
class Portion {
  readonly #put: PutPairs
  #batches: PairBatch[] = []
  #held = 0
  #continuations = 0

  constructor(put: PutPairs) {
    this.#put = put
  }

  add(batch: PairBatch): void {
    this.#batches.push(batch)
    this.#held += batch.a.length
    if (this.#held < MAX_HELD) return
    this.#put(this.#batches, this.#continuations++, 0)
    this.#batches = []
    this.#held = 0
  }

  /** Completes the portion. The first block is stored last, and contains the number of the others. */
  end(): void {
    this.#put(this.#batches, undefined, this.#continuations)
  }
}

function countOnly(count: number): PairBatch {
  return { count, a: new Uint32Array(0), b: new Uint32Array(0), similarity: new Float64Array(0) }
}
