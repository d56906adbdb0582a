// Documents that share large buckets: their sets, which of them are oversized, and what connects those. The same for bands and for an exact
// search (docs/decisions/oversized-groups.md).

import { groupLimit } from '../../list-pairs.js'
import { areTooMany, bucketsOf, mayHaveOversized, sharedBuckets } from '../../oversized/large-buckets.js'
import { NONE_OVERSIZED, type Oversized } from '../../oversized/oversized-documents.js'
import type { Block } from '../blocks/block.js'
import { continuationBlocks } from '../blocks/continuation-blocks.js'
import { CandidateBuilder } from '../candidates/candidates.js'
import { bandShares, maxHeld } from '../memory-budget.js'
import type { ReadDocuments, RunParts } from '../run-parts.js'
import type { BandTask } from '../tasks.js'
import { type ChunkSets, makeChunkSets } from './join-chunks.js'
import { countLarge } from './large-chunks.js'
import { findOversized } from './oversized-stage.js'

/** The documents of large buckets with their sets, and the oversized ones among them. */
export interface Large extends ChunkSets {
  readonly oversized: Oversized
}

export const NOTHING_LARGE: Large = {
  chunkOf: new Uint32Array(0),
  count: 0,
  own: 0,
  name: '',
  within: () => ({ from: 1, to: 0 }),
  sets: [],
  oversized: NONE_OVERSIZED,
}

/** The part of a task that says which keys it reads. */
type KeysOfTask = Pick<
  BandTask,
  'sketched' | 'band' | 'share' | 'shares' | 'distinct' | 'distinctCount' | 'boundary'
>

/** The documents of large buckets of a search. */
export class LargeStage {
  readonly #parts: RunParts
  readonly #documents: ReadDocuments
  /** The keys of all buckets, in parts. */
  readonly keys: readonly KeysOfTask[]
  /** The number of these that are searched first: those of the first band, or at least as many as a run may have workers. */
  readonly triedFirst: number

  /** The plan has buckets. */
  constructor(parts: RunParts, documents: ReadDocuments) {
    this.#parts = parts
    this.#documents = documents
    const { sketched, distinct, boundary } = documents
    const { bands } = bucketsOf(parts.plan)!
    const shares = bandShares(distinct.count, bands, parts.memory)
    this.triedFirst = Math.max(shares, parts.memory.workers)
    this.keys = Array.from({ length: bands * shares }, (_, number) => ({
      sketched,
      band: Math.floor(number / shares),
      share: number % shares,
      shares,
      distinct: distinct.bits,
      distinctCount: distinct.count,
      boundary,
    }))
  }

  /** The name of what a stage makes of a part of the keys. */
  nameOf(stage: string, { band, share, shares }: KeysOfTask): string {
    return `${stage}-${band}-${share}-of-${shares}`
  }

  /**
   * Finds the documents of large buckets, makes their sets, and finds the oversized ones among them.
   *
   * @param isJoined whether the sets are needed even if none is oversized
   * @param step called after each task
   */
  async find(isJoined: boolean, step: () => void): Promise<Large> {
    const { plan, thread } = this.#parts
    const { sketched, distinct, locations, boundary } = this.#documents
    const buckets = await this.#findBuckets(step)
    const { firsts } = sketched
    const repeats = sharedBuckets(plan)
    const { isIn, pairs } = countLarge(thread.store, buckets, firsts.at(-1)!, boundary)
    const mayBeOversized = mayHaveOversized(distinct.count, plan) && areTooMany(pairs, repeats)
    if (isIn.length === 0 || !(mayBeOversized || isJoined)) return NOTHING_LARGE
    const chunks = await makeChunkSets(this.#parts, this.#documents, isIn)
    const { sets } = chunks
    if (!mayBeOversized) return { ...chunks, oversized: NONE_OVERSIZED }
    const oversized = await findOversized(
      this.#parts,
      { buckets, repeats, sets, count: firsts.at(-1)!, boundary, own: chunks.own },
      groupLimit(plan.maxGroup),
      distinct.copies,
      locations,
    )
    return { ...chunks, oversized }
  }

  #findBuckets(step: () => void): Promise<Block[]> {
    const { blocks } = this.#parts
    const tasks = this.keys.map((keys) => ({
      kind: 'large-buckets' as const,
      ...keys,
      location: blocks.locate(this.nameOf('large-buckets', keys), 1000),
    }))
    return blocks.make(tasks, step)
  }

  /** The pairs that may connect oversized documents because they share a bucket. */
  async connect({ oversized }: Large): Promise<Block[]> {
    if (oversized.groups < 2) return []
    const { blocks, memory, thread } = this.#parts
    const lists = await blocks.makeLists(
      this.keys.map((keys) => ({
        kind: 'connect' as const,
        ...keys,
        oversizedOf: oversized.groupOf,
        maxHeld: maxHeld(memory),
        location: blocks.locate(this.nameOf('connecting', keys), 1000),
      })),
      continuationBlocks(blocks, thread.store),
    )
    return lists.flat()
  }

  /** The pairs of oversized documents and the hubs that connect them. */
  storeLinks({ oversized: { links } }: Large): Block[] {
    if (links.length === 0) return []
    const { blocks, thread } = this.#parts
    const location = blocks.locate('candidates-of-hubs', 4 * links.length)
    const found = blocks.find(location)
    if (found !== undefined) return [found]
    const candidates = new CandidateBuilder()
    for (let i = 0; i < links.length; i += 2) candidates.add(links[i]!, links[i + 1]!)
    const block = thread.store.put(location, candidates.segments())
    blocks.add([block])
    return [block]
  }
}
