import { bandThreshold, keptComparison, type Plan } from '../../../model/plan.js'
import type { Progress } from '../../engine.js'
import { groupLimit } from '../../list-pairs.js'
import { areTooMany, mayHaveOversized, sharedBuckets } from '../../oversized/large-buckets.js'
import { NONE_OVERSIZED, type Oversized } from '../../oversized/oversized-documents.js'
import { type Block, UNKNOWN_BYTES } from '../blocks/block.js'
import { continuationBlocks } from '../blocks/continuation-blocks.js'
import type { KnownSets } from '../groups/known-sets.js'
import { makeSets } from '../groups/make-sets.js'
import { bandShares, maxHeld, prefixShares } from '../memory-budget.js'
import { countLarge, type LargeChunks, makeChunks } from '../oversized/large-chunks.js'
import { findOversized } from '../oversized/oversized-stage.js'
import { PORTIONS } from '../prefixes/prefix-keys.js'
import type { RecordLocations } from '../read/record-locations.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import type { Unit } from '../read/units.js'
import type { Distinct, RunParts } from '../run-parts.js'
import { sharedWords } from '../threads/shared-words.js'
import { CandidateBuilder } from './candidates.js'

/** The pairs that may be similar, and which documents were searched in another way. */
export interface FoundCandidates {
  readonly candidates: readonly Block[]
  readonly oversized: Oversized
  /**
   * Nonzero for each position whose document was searched exactly: all similar pairs of two such documents are found. Empty if there are
   * none.
   */
  readonly exactly: Uint32Array
  /** For each unit, the sets that were made of its documents, if any. */
  readonly sets: readonly KnownSets[]
}

type BandPlan = Extract<Plan, { readonly method: 'bands' }>

/** The documents of large buckets with their sets, and the oversized ones among them. */
interface Large extends LargeChunks {
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

/** Turns sketches into candidates: by bands, or by prefixes for an exact search. */
export class CandidateStage {
  readonly #parts: RunParts
  readonly #units: readonly Unit[]
  readonly #sketched: Sketched
  readonly #distinct: Distinct
  readonly #locations: RecordLocations
  readonly #report: (stage: Progress['stage'], done: number, total: number) => void
  readonly #boundary: number | undefined

  /** @param boundary the first position of the second side, if only pairs across it are searched for */
  constructor(
    parts: RunParts,
    units: readonly Unit[],
    sketched: Sketched,
    distinct: Distinct,
    locations: RecordLocations,
    report: (stage: Progress['stage'], done: number, total: number) => void,
    boundary?: number,
  ) {
    this.#boundary = boundary
    this.#parts = parts
    this.#units = units
    this.#sketched = sketched
    this.#distinct = distinct
    this.#locations = locations
    this.#report = report
  }

  run(): Promise<FoundCandidates> {
    const { plan } = this.#parts
    return plan.method === 'exact' ? this.#byPrefixes() : this.#byBands(plan)
  }

  async #byBands(plan: BandPlan): Promise<FoundCandidates> {
    const { bands } = plan
    const { blocks, memory, thread } = this.#parts
    const { bits, count } = this.#distinct
    const shares = bandShares(count, bands, memory)
    const tasks = Array.from({ length: bands * shares }, (_, number) => ({
      sketched: this.#sketched,
      band: Math.floor(number / shares),
      share: number % shares,
      shares,
      distinct: bits,
      distinctCount: count,
      boundary: this.#boundary,
    }))
    const nameOf = (stage: string, { band, share }: { band: number; share: number }) =>
      `${stage}-${band}-${share}-of-${shares}`
    let done = 0
    const step = () => this.#report('band', ++done, 2 * tasks.length)
    this.#report('band', 0, 2 * tasks.length)
    const buckets = await blocks.make(
      tasks.map((task) => ({
        kind: 'large-buckets' as const,
        ...task,
        location: blocks.locate(nameOf('large-buckets', task), 1000),
      })),
      step,
    )
    const large = await this.#lookAtLarge(buckets, sharedBuckets(plan), true)
    const expected = (4 * count) / shares
    const lists = await blocks.makeLists(
      tasks.map((task) => ({
        kind: 'band' as const,
        ...task,
        largeOf: large.chunkOf,
        oversizedOf: large.oversized.groupOf,
        maxHeld: maxHeld(memory),
        location: blocks.locate(nameOf('candidates', task), expected),
      })),
      continuationBlocks(blocks, thread.store),
      step,
    )
    const exactly = await this.#joinLarge(large)
    return {
      candidates: [...lists.flat(), ...exactly, ...this.#storeLinks(large)],
      oversized: large.oversized,
      exactly: large.chunkOf,
      sets: this.#keptSets(large),
    }
  }

  /** The pairs that prefixes cannot rule out; all similar pairs are among them. */
  async #byPrefixes(): Promise<FoundCandidates> {
    const { blocks, memory, plan, thread } = this.#parts
    const sizes = sharedWords(this.#sketched.firsts.at(-1)!)
    visitUnits(thread.store, this.#sketched, SKETCH.sizes, (words, first) => sizes.set(words, first))
    const elements = sizes.reduce((sum, size) => sum + size, 0)
    const expected = ((1 - bandThreshold(plan)) * elements + sizes.length) / PORTIONS
    const shares = prefixShares(expected, memory)
    const tasks = Array.from({ length: PORTIONS * shares }, (_, number) => ({
      sketched: this.#sketched,
      portion: Math.floor(number / shares),
      share: number % shares,
      shares,
      expected: expected / shares,
      distinct: this.#distinct.bits,
      boundary: this.#boundary,
    }))
    const nameOf = (stage: string, { portion, share }: { portion: number; share: number }) =>
      `${stage}-${portion}-${share}-of-${shares}`
    const mayBeOversized = this.#mayBeOversized
    const total = (mayBeOversized ? 2 : 1) * tasks.length
    let done = 0
    const step = () => this.#report('band', ++done, total)
    this.#report('band', 0, total)
    const buckets = !mayBeOversized
      ? []
      : await blocks.make(
          tasks.map((task) => ({
            kind: 'large-lists' as const,
            ...task,
            location: blocks.locate(nameOf('large-lists', task), 1000),
          })),
          step,
        )
    const large = await this.#lookAtLarge(buckets, 1, false)
    const lists = await blocks.makeLists(
      tasks.map((task) => ({
        kind: 'prefix' as const,
        ...task,
        sizes,
        ...keptComparison(plan),
        oversizedOf: large.oversized.groupOf,
        maxHeld: maxHeld(memory),
        location: blocks.locate(nameOf('candidates-by-prefix', task), UNKNOWN_BYTES),
      })),
      continuationBlocks(blocks, thread.store),
      step,
    )
    return {
      candidates: [...lists.flat(), ...this.#storeLinks(large)],
      oversized: large.oversized,
      exactly: new Uint32Array(0),
      sets: this.#keptSets(large),
    }
  }

  /** With a memory budget, sets are made again when they are needed, because they would take up memory until then. */
  #keptSets({ sets }: Large): readonly KnownSets[] {
    return this.#parts.memory.blocks === Number.POSITIVE_INFINITY ? sets : []
  }

  get #mayBeOversized(): boolean {
    return mayHaveOversized(this.#distinct.count, this.#parts.plan)
  }

  get #limit(): number {
    return groupLimit(this.#parts.plan.maxGroup)
  }

  /**
   * Makes the sets of the documents in large buckets, and finds the oversized documents among them.
   *
   * @param repeats the approximate number of buckets that a similar pair shares
   * @param isJoined whether the sets are needed later as well
   */
  async #lookAtLarge(buckets: readonly Block[], repeats: number, isJoined: boolean): Promise<Large> {
    const { firsts } = this.#sketched
    const { store } = this.#parts.thread
    const { isIn, pairs } = countLarge(store, buckets, firsts.at(-1)!, this.#boundary)
    const mayBeOversized = this.#mayBeOversized && areTooMany(pairs, repeats)
    if (isIn.length === 0 || !(mayBeOversized || isJoined)) return NOTHING_LARGE
    const chunks = makeChunks(store, this.#sketched, isIn, this.#parts.memory, this.#boundary)
    const made = await makeSets(
      this.#parts,
      this.#units,
      this.#sketched,
      chunks.chunkOf,
      chunks.name,
      (done, total) => this.#report('sets', done, total),
    )
    const sets = made.map((block, unit) => ({
      block,
      ...chunks.within(firsts[unit]!, firsts[unit + 1]!),
    }))
    if (!mayBeOversized) return { ...chunks, sets, oversized: NONE_OVERSIZED }
    const oversized = await findOversized(
      this.#parts,
      {
        buckets,
        repeats,
        sets,
        count: firsts.at(-1)!,
        boundary: this.#boundary,
        own: chunks.own,
      },
      this.#limit,
      this.#distinct.copies,
      this.#locations,
    )
    return { ...chunks, sets, oversized }
  }

  /** Searches the documents of large buckets exactly, two chunks at a time. */
  async #joinLarge({ chunkOf, count, own, name, sets, oversized }: Large): Promise<Block[]> {
    const { blocks, memory, plan, thread } = this.#parts
    const hasOrdinary = chunksWithOrdinary(chunkOf, count, oversized.groupOf)
    const tasks = []
    for (let one = 1; one <= own; one++) {
      for (let other = this.#boundary === undefined ? one : own + 1; other <= count; other++) {
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

  #storeLinks({ oversized: { links } }: Large): Block[] {
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

/** For each chunk, whether it has a document that is not oversized. Two oversized documents are not compared. */
function chunksWithOrdinary(chunkOf: Uint32Array, count: number, oversizedOf: Uint32Array): Uint8Array {
  const hasOrdinary = new Uint8Array(count + 1)
  for (let position = 0; position < chunkOf.length; position++)
    if (oversizedOf.length === 0 || oversizedOf[position] === 0) hasOrdinary[chunkOf[position]!] = 1
  return hasOrdinary
}
