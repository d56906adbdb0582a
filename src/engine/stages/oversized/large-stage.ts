// Documents that share large buckets: their sets, which of them are oversized, and what connects those. The same for bands and for an exact
// search (docs/decisions/oversized-groups.md).

import { keptComparison } from '../../../model/plan.js'
import { groupLimit } from '../../list-pairs.js'
import { areTooMany, bucketsOf, mayHaveOversized, sharedBuckets } from '../../oversized/large-buckets.js'
import { NONE_OVERSIZED, type Oversized } from '../../oversized/oversized-documents.js'
import { type Block, UNKNOWN_BYTES } from '../blocks/block.js'
import { continuationBlocks } from '../blocks/continuation-blocks.js'
import { CandidateBuilder } from '../candidates/candidates.js'
import type { KnownSets } from '../groups/known-sets.js'
import { makeSets } from '../groups/make-sets.js'
import { bandShares, maxHeld } from '../memory-budget.js'
import type { ReadDocuments, RunParts } from '../run-parts.js'
import type { BandTask } from '../tasks.js'
import { countLarge, type LargeChunks, makeChunks } from './large-chunks.js'
import { findOversized } from './oversized-stage.js'

/** The documents of large buckets with their sets, and the oversized ones among them. */
export interface Large extends LargeChunks {
  /** For each unit. */
  readonly sets: readonly KnownSets[]
  readonly oversized: Oversized
}

const NOTHING_LARGE: Large = {
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

  /** The plan has buckets. */
  constructor(parts: RunParts, documents: ReadDocuments) {
    this.#parts = parts
    this.#documents = documents
    const { sketched, distinct, boundary } = documents
    const { bands } = bucketsOf(parts.plan)!
    const shares = bandShares(distinct.count, bands, parts.memory)
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
    const { plan, blocks, thread, memory } = this.#parts
    const { units, sketched, distinct, locations, report, boundary } = this.#documents
    const buckets = await blocks.make(
      this.keys.map((keys) => ({
        kind: 'large-buckets' as const,
        ...keys,
        location: blocks.locate(this.nameOf('large-buckets', keys), 1000),
      })),
      step,
    )
    const { firsts } = sketched
    const repeats = sharedBuckets(plan)
    const { isIn, pairs } = countLarge(thread.store, buckets, firsts.at(-1)!, boundary)
    const mayBeOversized = mayHaveOversized(distinct.count, plan) && areTooMany(pairs, repeats)
    if (isIn.length === 0 || !(mayBeOversized || isJoined)) return NOTHING_LARGE
    const chunks = makeChunks(thread.store, sketched, isIn, memory, boundary)
    const made = await makeSets(this.#parts, units, sketched, chunks.chunkOf, chunks.name, (done, total) =>
      report('sets', done, total),
    )
    const sets = made.map((block, unit) => ({
      block,
      ...chunks.within(firsts[unit]!, firsts[unit + 1]!),
    }))
    if (!mayBeOversized) return { ...chunks, sets, oversized: NONE_OVERSIZED }
    const oversized = await findOversized(
      this.#parts,
      { buckets, repeats, sets, count: firsts.at(-1)!, boundary, own: chunks.own },
      groupLimit(plan.maxGroup),
      distinct.copies,
      locations,
    )
    return { ...chunks, sets, oversized }
  }

  /** Searches the documents of large buckets exactly, two chunks at a time. */
  async join({ chunkOf, count, own, name, sets, oversized }: Large): Promise<Block[]> {
    const { blocks, memory, plan, thread } = this.#parts
    const hasOrdinary = chunksWithOrdinary(chunkOf, count, oversized.groupOf)
    const tasks = []
    for (let one = 1; one <= own; one++) {
      for (let other = this.#documents.boundary === undefined ? one : own + 1; other <= count; other++) {
        if (hasOrdinary[one] === 0 && hasOrdinary[other] === 0) continue
        tasks.push({
          kind: 'large-join' as const,
          one,
          other,
          sets: sets.map(({ block }) => block),
          ...keptComparison(plan),
          oversizedOf: oversized.groupOf,
          maxHeld: maxHeld(memory),
          location: blocks.locate(`candidates-of-${name}-${one}-${other}`, UNKNOWN_BYTES),
        })
      }
    }
    const lists = await blocks.makeLists(tasks, continuationBlocks(blocks, thread.store))
    return lists.flat()
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

  /** With a memory budget, sets are made again when they are needed, because they would take up memory until then. */
  keptSets({ sets }: Large): readonly KnownSets[] {
    return this.#parts.memory.blocks === Number.POSITIVE_INFINITY ? sets : []
  }
}

/** For each chunk, whether it has a document that is not oversized. Two oversized documents are not compared. */
function chunksWithOrdinary(chunkOf: Uint32Array, count: number, oversizedOf: Uint32Array): Uint8Array {
  const hasOrdinary = new Uint8Array(count + 1)
  for (let position = 0; position < chunkOf.length; position++)
    if (oversizedOf.length === 0 || oversizedOf[position] === 0) hasOrdinary[chunkOf[position]!] = 1
  return hasOrdinary
}
