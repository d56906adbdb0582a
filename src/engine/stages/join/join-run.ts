import { ALLOCATE } from '../../../join/fast/join-block.js'
import { JoinMemory } from '../../../kernel/join-memory.js'
import type { PairBatch } from '../../../model/pair.js'
import { isShare, isSymmetric, similarityOf } from '../../../model/similarity.js'
import type { StopSignal } from '../../engine.js'
import { groupLimit } from '../../list-pairs.js'
import type { Blocks } from '../../ports.js'
import type { BlockLocation } from '../blocks/block.js'
import { type JoinShares, shareJoinMemory } from '../memory-budget.js'
import { EqualSets } from './equal-sets.js'
import { EqualPairs } from './expand-equal.js'
import { EqualTops } from './expand-top.js'
import type { JoinWorkers } from './join-context.js'
import type { SetSource } from './join-engine.js'
import { joinStored } from './join-steps.js'
import type { KeptSets, RestoredSets } from './kept-sets.js'
import { LongPairs, looseSettings, wideSides } from './long-pairs.js'
import { PairCounter } from './pair-counter.js'
import { PairStore } from './pair-store.js'
import type { PortionStore } from './portions.js'
import { WORKERS_FROM } from './prepare-step.js'
import type { JoinSettings } from './settings.js'
import { restoreSets, type StoredSets, storeSets } from './stored-sets.js'

/** Ranges of sets per worker while the sets are prepared: many, because other processes may be using the machine. */
const RANGES_PER_WORKER = 12

/** What a join needs from its platform. */
interface JoinRunParts {
  readonly pool: JoinWorkers
  readonly store: Blocks
  /** The location of a temporary block, which is removed when the join ends. */
  readonly locate: (name: string) => BlockLocation
  /** Stores what was read of each source and what was found, so that the run can be resumed. */
  readonly kept: JoinKeep | undefined
  /** Bytes that the process may use; undefined: no limit. */
  readonly memory: number | undefined
  readonly signal: StopSignal | undefined
  readonly onProgress: ((share: number) => void) | undefined
  readonly onVerify: ((done: number, total: number) => void) | undefined
}

/** What a run directory stores of a join. */
interface JoinKeep {
  readonly portions: PortionStore
  /** By the number of the source. */
  setsOf(source: number): KeptSets
}

/** The result of a join before its pairs are read. */
export interface FoundPairs {
  readonly sets: readonly number[]
  readonly empty: readonly number[]
  readonly blocks: readonly number[]
  readonly pairs: number
  readonly pairsOmitted: number
  /** All pairs, sorted; with `top`, more than the best. */
  readonly sorted: PairStore
}

/** Reads the sources, joins their distinct sets, and adds the sets that equal them. */
export async function runJoin(
  left: SetSource,
  right: SetSource | undefined,
  settings: JoinSettings,
  parts: JoinRunParts,
): Promise<FoundPairs> {
  const { pool, store, kept, memory: limit, onProgress, signal } = parts
  const portions = kept?.portions
  const budget = shareJoinMemory(limit, pool.size)
  // With a budget, sets stay outside the memory of the join, which is used for one pair of blocks after the other.
  const memory = limit === undefined ? new JoinMemory() : undefined
  const sources = right === undefined ? [left] : [left, right]
  const { stored, equal } = await storeAll(sources, budget, memory, parts)
  portions?.useLayout(stored.map(({ boundaries }) => boundaries))
  const hasEqual = equal.some(({ count, distinct }) => count > distinct)
  const wide = wideSides(sources, equal, stored)
  // With `top`, two stores are in use at a time; with long documents, one more, and their shingles.
  const stores = 1 + (hasEqual && settings.top !== undefined ? 1 : 0) + (wide === undefined ? 0 : 2)
  const held = Math.floor(budget.pairs / stores)
  let runs = 0
  const openStore = () => new PairStore(held, store, () => parts.locate(`pairs-${runs++}`))
  const sorted = openStore()
  const wideSizes = new Map<number, number>()
  const sizeOf = (number: number) => wideSizes.get(number) ?? stored[0]!.sizeOf(number)
  const expansion = hasEqual ? expansionOf(equal, sizeOf, settings, sorted, openStore) : undefined
  const counter = new PairCounter(settings.top, stored[0]!.count)
  const takeDistinct = (batch: PairBatch) => {
    counter.add(batch)
    if (!settings.countOnly) sorted.add(batch)
  }
  const take = (batch: PairBatch) => {
    if (expansion === undefined) takeDistinct(batch)
    else expansion.add(batch)
  }
  const long = wide && new LongPairs(wide, settings, openStore())
  const searched = wide === undefined ? settings : looseSettings(settings, wide)
  const isCounted = settings.countOnly && expansion === undefined && long === undefined
  await joinStored(stored, searched, isCounted ? 'count' : 'pairs', {
    pool,
    portions,
    memory,
    onProgress,
    // With a budget, memory is freed after each task, which takes longer than a small task.
    ranges: limit === undefined ? RANGES_PER_WORKER : 1,
    maxPairs: budget.taskPairs,
    take(batch) {
      signal?.throwIfAborted()
      if (long === undefined) take(batch)
      else long.add(batch, take)
    },
  })
  await long?.verify(take, parts)
  if (right === undefined && !isShare(settings.similarity)) await long?.sizes(wideSizes)
  expansion?.end()
  return {
    sets: equal.map(({ count }) => count),
    empty: equal.map(({ empty }) => empty),
    blocks: stored.map(({ blocks }) => blocks.length),
    pairs: expansion?.listed ?? counter.pairs,
    pairsOmitted: expansion instanceof EqualPairs ? expansion.omitted : 0,
    sorted,
  }
}

/**
 * Reads the sources one after the other, without sets that equal an earlier one of the same source. If an earlier run stored all sources,
 * they are restored instead.
 */
async function storeAll(
  sources: readonly SetSource[],
  budget: JoinShares,
  memory: JoinMemory | undefined,
  { pool, store, locate, kept, signal }: JoinRunParts,
): Promise<{ readonly stored: readonly StoredSets[]; readonly equal: readonly EqualSets[] }> {
  let elements = 0
  const layout = kept?.portions.layout()
  const earlier = kept && findAll(sources, kept)
  const stored: StoredSets[] = []
  const equal: EqualSets[] = []
  for (const [i, source] of sources.entries()) {
    const storage = {
      budget,
      allowed: sources.length === 1 ? budget.whole : budget.block,
      allocate: memory?.allocate ?? ALLOCATE,
      store,
      locate: (number: number) => locate(`sets-${i}-${number}`),
      kept: kept?.setsOf(i),
      cut: layout?.[i],
      onElements(more: number) {
        signal?.throwIfAborted()
        elements += more
        if (elements >= WORKERS_FROM) pool.start()
      },
    }
    const restored = earlier?.[i]
    equal.push(restored?.equal ?? new EqualSets())
    if (restored === undefined) stored.push(await storeSets(equal[i]!.without(source), equal[i]!, storage))
    else {
      if (restored.details !== undefined && 'restore' in source) source.restore?.(restored.details)
      stored.push(restoreSets(restored, storage))
    }
  }
  return { stored, equal }
}

/** What an earlier run stored of all sources; undefined if anything is missing. */
function findAll(sources: readonly SetSource[], kept: JoinKeep): RestoredSets[] | undefined {
  const found: RestoredSets[] = []
  for (const i of sources.keys()) {
    const one = kept.setsOf(i).find()
    if (one === undefined) return undefined
    found.push(one)
  }
  return found
}

/** Returns what expands pairs of distinct sets to pairs of all sets. */
function expansionOf(
  [left, right]: readonly EqualSets[],
  sizeOf: (number: number) => number,
  { similarity, threshold, top, countOnly, maxEqual }: JoinSettings,
  store: PairStore,
  openStore: () => PairStore,
): EqualPairs | EqualTops {
  const take = countOnly ? undefined : (batch: PairBatch) => store.add(batch)
  const similarityToEqual = (number: number) => {
    const size = sizeOf(number)
    const value = similarityOf(similarity, size, size, size)
    return value >= threshold ? value : undefined
  }
  if (top !== undefined) {
    return new EqualTops(left!, right, {
      top,
      similarityOf: similarityToEqual,
      distinct: openStore(),
      take,
    })
  }
  const limit = groupLimit(maxEqual)
  return new EqualPairs(left!, right, {
    maxPairs: (limit * (limit - 1)) / 2,
    smallerFirst: right === undefined && isSymmetric(similarity),
    similarityOf: similarityToEqual,
    isDirected: !isSymmetric(similarity),
    take,
  })
}
