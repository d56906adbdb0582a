import { bandThreshold, keptComparison } from '../../../model/plan.js'
import { mayHaveOversized } from '../../oversized/large-buckets.js'
import { NONE_OVERSIZED, type Oversized } from '../../oversized/oversized-documents.js'
import type { Blocks } from '../../ports.js'
import { hasLargeBuckets } from '../bands/band-task.js'
import { type Block, UNKNOWN_BYTES } from '../blocks/block.js'
import { continuationBlocks } from '../blocks/continuation-blocks.js'
import { maxHeld, prefixShares } from '../memory-budget.js'
import { type ChunkSets, joinChunks, makeChunkSets } from '../oversized/join-chunks.js'
import { type Large, LargeStage, NOTHING_LARGE } from '../oversized/large-stage.js'
import { BIT_WORDS } from '../prefixes/difference-bits.js'
import { readLargeLists } from '../prefixes/large-lists.js'
import { PORTIONS } from '../prefixes/prefix-keys.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import type { ReadDocuments, RunParts } from '../run-parts.js'
import { sharedWords } from '../threads/shared-words.js'

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
  readonly sets: readonly (Block | undefined)[]
}

/** Turns sketches into candidates: by bands, or by prefixes for an exact search. */
export function findCandidates(parts: RunParts, documents: ReadDocuments): Promise<FoundCandidates> {
  return parts.plan.method === 'exact' ? findByPrefixes(parts, documents) : findByBands(parts, documents)
}

/**
 * Large buckets are rare, and searching for them takes as long as finding the candidates. So unless a sample had some, candidates are found
 * as if there were none, first those of the first bands. If a large bucket turns up, they are dropped, and all bands are searched for large
 * buckets.
 */
async function findByBands(parts: RunParts, documents: ReadDocuments): Promise<FoundCandidates> {
  const { store } = parts.thread
  const stage = new LargeStage(parts, documents)
  const { keys, triedFirst } = stage
  const steps = new Steps(documents, keys.length)
  const list = (part: typeof keys) =>
    listBuckets('candidates', parts, documents, stage, part, NOTHING_LARGE, steps)
  const haveLarge = (lists: readonly Block[][]) => lists.some(([first]) => hasLargeBuckets(store, first!))
  if (!parts.options.hints?.expectsLarge) {
    const lists = await list(keys.slice(0, triedFirst))
    if (!haveLarge(lists)) lists.push(...(await list(keys.slice(triedFirst))))
    if (!haveLarge(lists)) {
      const sets = madeSets(parts, documents, undefined)
      return { candidates: lists.flat(), oversized: NONE_OVERSIZED, exactly: new Uint32Array(0), sets }
    }
    steps.add(lists.length)
  }
  steps.add(keys.length)
  const large = await stage.find(true, steps.next)
  const others = await listBuckets('candidates-without-large', parts, documents, stage, keys, large, steps)
  const joined = await joinChunks(parts, documents, large, large.oversized)
  return {
    candidates: [...others.flat(), ...joined, ...stage.storeLinks(large)],
    oversized: large.oversized,
    exactly: large.chunkOf,
    sets: madeSets(parts, documents, large),
  }
}

/** Lists the pairs of all buckets of some keys that are not large, except those of two documents in large ones. */
function listBuckets(
  name: string,
  { blocks, memory, thread }: RunParts,
  documents: ReadDocuments,
  stage: LargeStage,
  keys: LargeStage['keys'],
  large: Large,
  steps: Steps,
): Promise<Block[][]> {
  return blocks.makeLists(
    keys.map((part) => ({
      kind: 'band' as const,
      ...part,
      largeOf: large.chunkOf,
      oversizedOf: large.oversized.groupOf,
      maxHeld: maxHeld(memory),
      location: blocks.locate(stage.nameOf(name, part), (4 * documents.distinct.count) / part.shares),
    })),
    continuationBlocks(blocks, thread.store),
    steps.next,
  )
}

/** The pairs that prefixes cannot rule out; all similar pairs are among them, except those of two oversized documents. */
async function findByPrefixes(parts: RunParts, documents: ReadDocuments): Promise<FoundCandidates> {
  const { blocks, memory, plan, thread } = parts
  const { sketched, distinct, boundary } = documents
  const sizes = sharedWords(sketched.firsts.at(-1)!)
  visitUnits(thread.store, sketched, SKETCH.sizes, (words, first) => sizes.set(words, first))
  const bits = readBits(thread.store, sketched)
  const elements = sizes.reduce((sum, size) => sum + size, 0)
  const expected = ((1 - bandThreshold(plan)) * elements + sizes.length) / PORTIONS
  const shares = prefixShares(expected, memory)
  const stage = mayHaveOversized(distinct.count, plan) ? new LargeStage(parts, documents) : undefined
  const steps = new Steps(documents, (stage?.keys.length ?? 0) + PORTIONS * shares)
  const large = await stage?.find(false, steps.next)
  const tasks = Array.from({ length: PORTIONS * shares }, (_, number) => ({
    kind: 'prefix' as const,
    sketched,
    portion: Math.floor(number / shares),
    share: number % shares,
    shares,
    distinct: distinct.bits,
    boundary,
    sizes,
    bits,
    ...keptComparison(plan),
    oversizedOf: large?.oversized.groupOf ?? new Uint32Array(0),
    maxHeld: maxHeld(memory),
    location: blocks.locate(
      `candidates-by-prefix-${Math.floor(number / shares)}-${number % shares}-of-${shares}`,
      UNKNOWN_BYTES,
    ),
  }))
  const lists = await blocks.makeLists(tasks, continuationBlocks(blocks, thread.store), steps.next)
  const oversized = large?.oversized ?? NONE_OVERSIZED
  const inLargeLists = readLargeLists(
    thread.store,
    lists.map(([first]) => first!),
    sizes.length,
  )
  const keptSets = madeSets(parts, documents, large)
  const joined =
    inLargeLists.length === 0
      ? undefined
      : await makeChunkSets(parts, { ...documents, keptSets }, inLargeLists)
  const candidates = lists.flat()
  if (joined !== undefined) candidates.push(...(await joinChunks(parts, documents, joined, oversized)))
  if (stage !== undefined && large !== undefined)
    candidates.push(...(await stage.connect(large)), ...stage.storeLinks(large))
  const sets = madeSets(parts, { ...documents, keptSets }, joined)
  return { candidates, oversized, exactly: new Uint32Array(0), sets }
}

/** The bits of all documents; empty if not all of them have bits. Shared. */
function readBits(store: Blocks, sketched: Sketched): Uint32Array {
  let bits = sharedWords(0)
  let isComplete = true
  visitUnits(store, sketched, SKETCH.bits, (words, first, count) => {
    isComplete &&= words.length === BIT_WORDS * count
    if (!isComplete) return
    if (bits.length === 0) bits = sharedWords(BIT_WORDS * sketched.firsts.at(-1)!)
    bits.set(words, BIT_WORDS * first)
  })
  return isComplete ? bits : sharedWords(0)
}

/** Reports steps. */
class Steps {
  readonly #report: ReadDocuments['report']
  #total: number
  #done = 0

  constructor({ report }: ReadDocuments, total: number) {
    this.#report = report
    this.#total = total
    report('band', 0, total)
  }

  readonly next = (): void => this.#report('band', ++this.#done, this.#total)

  /** Adds steps that were not expected. */
  add(more: number): void {
    this.#total += more
  }
}

/**
 * For each unit, the sets that can be used later: those that were made last, which include what was kept before. With a memory budget, sets
 * are made again when they are needed, because they would take up memory until then.
 */
function madeSets(
  { memory }: RunParts,
  { keptSets }: ReadDocuments,
  made: ChunkSets | undefined,
): readonly (Block | undefined)[] {
  if (memory.blocks !== Number.POSITIVE_INFINITY) return []
  return made === undefined || made.sets.length === 0 ? keptSets : made.sets.map(({ block }) => block)
}
