import { availableParallelism } from 'node:os'
import { ALLOCATE, type JoinBlock } from '../../../join/fast/join-block.js'
import { checkJoinSets } from '../../../join/fast/join-sets.js'
import type { PreparedJoin } from '../../../join/fast/prepare-join.js'
import { checkTop, type PreparedTop, prepareTop } from '../../../join/fast/top-matches.js'
import { JoinMemory } from '../../../kernel/join-memory.js'
import { prepareShared, runPrepareStep, type Threads } from '../../../kernel/join-prepare.js'
import { checkNames, checkWhole } from '../../../model/check.js'
import { InvalidOption } from '../../../model/errors.js'
import type { PairBatch } from '../../../model/pair.js'
import { DEFAULT_MAX_GROUP, type MaxGroup } from '../../../model/plan.js'
import { isSymmetric, type Similarity, similarityOf } from '../../../model/similarity.js'
import { checkMaxGroup } from '../../../plan/check-plan.js'
import { TemporaryFolder } from '../../../read/node-spool.js'
import { groupLimit } from '../../list-pairs.js'
import { blockPairs } from '../../stages/join/block-pairs.js'
import { shareOut } from '../../stages/join/budget.js'
import { cutTop } from '../../stages/join/cut-top.js'
import { EqualSets } from '../../stages/join/equal-sets.js'
import { EqualPairs } from '../../stages/join/expand-equal.js'
import { EqualTops } from '../../stages/join/expand-top.js'
import type { JoinResult, NodeJoinOptions, SetSource } from '../../stages/join/join-engine.js'
import { ranges } from '../../stages/join/ranges.js'
import { ANY_GARBAGE } from '../../stages/memory-budget.js'
import type { PoolRun } from '../node-pool-run.js'
import type { SharedPool } from '../node-shared-pool.js'
import { TaskPool } from '../node-task-pool.js'
import { PairStore } from './node-pair-store.js'
import { BlockBuffer, joinParts, type LoadedBlock, type StoredSets, storeSets } from './node-set-store.js'

const OPTION_NAMES = [
  'threshold',
  'similarity',
  'top',
  'countOnly',
  'maxGroup',
  'workers',
  'memory',
  'pool',
  'temporary',
  'onProgress',
]

/** The least budget that is taken: less is surely a slip. */
const LEAST_MEMORY = 1e6

/** From so many elements on workers are called for while the sets are read: making them ready will be worth it. */
const WORKERS_FROM = 2 ** 22

/** Ranges of sets for each worker when they are made ready: many, because others may be at work on the machine. */
const RANGES_A_WORKER = 12

/** Milliseconds of work that are worth a worker, which takes half of them to come up and some of this thread's to be called. */
const PATIENCE = 100

/** The options of a join on Node. */
export interface PooledJoinOptions extends NodeJoinOptions {
  /** Workers that other runs use as well; `memory` is what they have for a run. Default: own ones. */
  readonly pool?: SharedPool
}

/**
 * Joins sets on the cores of this machine: all pairs of a source, or of a set of `left` and one of `right`, exactly. The
 * result does not depend on workers or memory. For containment a set of `left` lies in one of `right`.
 */
export async function nodeJoin(
  left: SetSource,
  right: SetSource | undefined,
  options: PooledJoinOptions,
): Promise<JoinResult> {
  checkNames(options, OPTION_NAMES)
  const workers = checkWhole('workers', options.workers ?? availableParallelism(), 1, 1024)
  if (options.memory !== undefined) checkWhole('memory', options.memory, LEAST_MEMORY, 2 ** 53 - 1)
  const run = await openRun(workers, options)
  try {
    return await joinInPool(left, right, options, run)
  } finally {
    await run.close()
  }
}

/** Within a budget workers do all, because it is shared out among so many threads. */
async function openRun(workers: number, options: PooledJoinOptions): Promise<PoolRun> {
  const isLimited = options.memory !== undefined
  const garbageLimit = isLimited ? { bytes: 0, nearBudget: 0 } : ANY_GARBAGE
  if (options.pool !== undefined) return options.pool.open(garbageLimit)
  const patience = isLimited ? {} : { patience: PATIENCE }
  const pool = new TaskPool({ workers, group: 'sets', isLimited, isOfOneRun: true, ...patience })
  return pool.open(garbageLimit)
}

async function joinInPool(
  left: SetSource,
  right: SetSource | undefined,
  options: NodeJoinOptions,
  pool: PoolRun,
): Promise<JoinResult> {
  const settings = checkSettings(options)
  const workers = pool.size
  const budget = shareOut(options.memory, workers)
  const folder = new TemporaryFolder(options.temporary)
  try {
    const allowed = right === undefined ? budget.whole : budget.block
    // Within a budget sets stay outside the memory of the join, which is used for one two blocks after the other.
    const memory = options.memory === undefined ? new JoinMemory() : undefined
    let elements = 0
    const room = {
      budget,
      allowed,
      allocate: memory?.allocate ?? ALLOCATE,
      folder,
      onElements(more: number) {
        elements += more
        if (elements >= WORKERS_FROM) pool.start()
      },
    }
    const equal = [left, right].flatMap((source) => (source === undefined ? [] : [new EqualSets()]))
    const stored: StoredSets[] = []
    for (const [i, source] of [left, right].entries()) {
      if (source === undefined) continue
      stored.push(await storeSets(equal[i]!.without(source), room))
    }
    const hasEqual = equal.some(({ count, distinct }) => count > distinct)
    // With a top two stores are in use at a time.
    const pairs = hasEqual && settings.top !== undefined ? Math.floor(budget.pairs / 2) : budget.pairs
    const store = new PairStore(pairs, folder)
    const expansion = hasEqual
      ? expansionOf(equal, stored, settings, store, () => new PairStore(pairs, folder))
      : undefined
    const found = await joinStored(stored, settings, {
      pool,
      expansion,
      workers,
      // Within a budget memory is freed after each task, which takes longer than a small one.
      ranges: options.memory === undefined ? RANGES_A_WORKER : 1,
      store,
      onProgress: options.onProgress,
      memory,
    })
    const pairsOmitted = expansion instanceof EqualPairs ? expansion.omitted : 0
    return resultOf(stored, equal, { pairs: found, pairsOmitted }, settings, store, folder)
  } catch (error) {
    folder.remove()
    throw error
  }
}

/** What is looked for: all pairs, or the top of each set. */
interface Settings {
  readonly similarity: Similarity
  /** 0: with `top`, any element in common. */
  readonly threshold: number
  readonly top: number | undefined
  readonly countOnly: boolean
  readonly maxGroup: MaxGroup
}

function checkSettings(options: NodeJoinOptions): Settings {
  const { threshold, similarity, top, countOnly = false, maxGroup = DEFAULT_MAX_GROUP } = options
  checkMaxGroup('maxGroup', maxGroup)
  const wish = {
    ...(similarity !== undefined && { similarity }),
    ...(threshold !== undefined && { threshold }),
  }
  if (top !== undefined) return { ...checkTop({ ...wish, top }), countOnly, maxGroup }
  if (threshold === undefined) {
    throw new InvalidOption('threshold', threshold, 'a threshold, or top')
  }
  return { ...checkJoinSets({ ...wish, threshold }), top, countOnly, maxGroup }
}

/** What turns pairs of different sets into pairs of all. */
function expansionOf(
  [left, right]: readonly EqualSets[],
  stored: readonly StoredSets[],
  { similarity, threshold, top, countOnly, maxGroup }: Settings,
  store: PairStore,
  openStore: () => PairStore,
): EqualPairs | EqualTops {
  const take = countOnly ? undefined : (batch: PairBatch) => store.add(batch)
  const similarityToEqual = (number: number) => {
    const size = stored[0]!.sizeOf(number)
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
  const isOneSource = right === undefined
  const limit = groupLimit(maxGroup)
  return new EqualPairs(left!, right, {
    maxPairs: (limit * (limit - 1)) / 2,
    smallerFirst: isOneSource && isSymmetric(similarity),
    similarityOf: similarityToEqual,
    isDirected: !isSymmetric(similarity),
    take,
  })
}

interface Means {
  readonly expansion: EqualPairs | EqualTops | undefined
  readonly pool: PoolRun
  readonly workers: number
  /** Of sets for each worker, when they are made ready. */
  readonly ranges: number
  readonly store: PairStore
  /** In which sets lie that are in no file, if it is not needed for others. */
  readonly memory: JoinMemory | undefined
  readonly onProgress: ((share: number) => void) | undefined
}

/** Joins every two blocks that can match; returns how many pairs there are. */
async function joinStored(
  [left, right]: readonly StoredSets[],
  settings: Settings,
  means: Means,
): Promise<number> {
  const { pool, workers, store, memory: taken, onProgress, expansion } = means
  const { similarity, top, countOnly } = settings
  const directed = top !== undefined || !isSymmetric(similarity)
  const steps = blockPairs(left!.blocks, right?.blocks, { ...settings, directed })
  // A join writes over what lies in its memory, so the sets can lie there if there is one only.
  const areTaken = taken !== undefined && steps.length === 1
  const memory = areTaken ? taken : new JoinMemory()
  const counter = new PairCounter(top, left!.count)
  const buffers = [new BlockBuffer(), new BlockBuffer()] as const
  let loaded: { readonly number: number; readonly block: LoadedBlock } | undefined
  for (const [step, [i, j]] of steps.entries()) {
    const isSelf = right === undefined && i === j
    if (loaded?.number !== i) loaded = { number: i, block: left!.blocks[i]!.load(buffers[0]) }
    const other = isSelf ? undefined : (right ?? left!).blocks[j]!.load(buffers[1])
    if (step > 0) memory.reset()
    let done = 0
    const take = (batch: PairBatch, tasks: number) => {
      if (expansion !== undefined) expansion.add(batch)
      else {
        counter.add(batch)
        if (!countOnly) store.add(batch)
      }
      onProgress?.((step + ++done / tasks) / steps.length)
    }
    if (top === undefined) {
      const threads = threadsOf(means, loaded.block, other, memory)
      const join = await joinOf(
        loaded.block,
        other,
        { ...settings, areTaken },
        right === undefined,
        memory,
        threads,
      )
      const tasks = ranges(join.probes.starts, workers).map(([from, to]) => ({
        kind: 'join' as const,
        job: step,
        memory: memory.memory,
        join,
        from,
        to,
        wants: countOnly && expansion === undefined ? ('count' as const) : ('pairs' as const),
      }))
      // In one collection a probe meets the sets before it: all of them at a low threshold, and at a high one those of its size.
      // Small sets have more pairs than elements tell, large ones more work than sets tell: their geometric mean.
      const { starts, count } = join.probes
      const shareOf = (first: number) => {
        const { to } = tasks[first - 1]!
        return Math.sqrt((to / count) * (starts[to]! / starts[count]!)) ** (join.isSelf ? 1.5 : 1)
      }
      await pool.run(tasks, (batch) => take(batch, tasks.length), shareOf)
    } else {
      const search = topOf(loaded.block, other, { ...settings, top }, memory)
      const tasks = ranges(search.probes.starts, workers).map(([from, to]) => ({
        kind: 'top' as const,
        job: step,
        search,
        from,
        to,
      }))
      await pool.run(tasks, (batch) => take(batch, tasks.length))
    }
  }
  if (expansion === undefined) return counter.pairs
  expansion.end()
  return expansion.listed
}

/** Counts pairs; of each set at most the top, of which every block gives as many. */
class PairCounter {
  readonly #top: number | undefined
  readonly #of: Uint32Array
  pairs = 0

  constructor(top: number | undefined, sets: number) {
    this.#top = top
    this.#of = new Uint32Array(top === undefined ? 0 : sets)
  }

  add({ count, a }: PairBatch): void {
    if (this.#top === undefined) this.pairs += count
    else for (const set of a) if (++this.#of[set]! <= this.#top) this.pairs++
  }
}

/** The workers, for making a join ready: this thread alone if there is little to do. */
function threadsOf(
  { pool, workers, ranges }: Pick<Means, 'pool' | 'workers' | 'ranges'>,
  left: LoadedBlock,
  right: LoadedBlock | undefined,
  { memory }: JoinMemory,
): Threads {
  const elements = [left, right].reduce((sum, block) => sum + (block === undefined ? 0 : sizeOf(block)), 0)
  if (workers === 1 || elements < WORKERS_FROM) {
    return {
      count: 1,
      ranges: 1,
      async run(steps) {
        for (const step of steps) runPrepareStep(memory, step)
      },
    }
  }
  return {
    count: workers,
    ranges,
    run: (steps) =>
      pool.run(
        steps.map((step) => ({ kind: 'join' as const, wants: 'preparation' as const, memory, step })),
        () => {},
      ),
  }
}

function sizeOf({ parts }: LoadedBlock): number {
  return parts.reduce((sum, { count, offsets }) => sum + offsets[count]! - offsets[0]!, 0)
}

async function joinOf(
  left: LoadedBlock,
  right: LoadedBlock | undefined,
  settings: Settings & { readonly areTaken: boolean },
  isOneSource: boolean,
  memory: JoinMemory,
  threads: Threads,
): Promise<PreparedJoin> {
  const { areTaken } = settings
  // What comes from a file has positions of its own, and lies outside.
  const [a, b] = [left, right].map(
    (block) => block && { parts: block.parts, areTaken: areTaken && block.positions === undefined },
  )
  const join = await prepareShared(a!, b, settings, memory, threads)
  setPositions(join.index, left.positions)
  if (right !== undefined) setPositions(join.probes, right.positions)
  return { ...join, smallerFirst: isOneSource && isSymmetric(settings.similarity) }
}

function topOf(
  left: LoadedBlock,
  right: LoadedBlock | undefined,
  settings: Settings & { readonly top: number },
  { allocate }: JoinMemory,
): PreparedTop {
  const { top, similarity, threshold } = settings
  const search = prepareTop(
    joinParts(left.parts),
    right && joinParts(right.parts),
    { top, similarity, threshold },
    allocate,
  )
  setPositions(search.probes, left.positions)
  if (right !== undefined) setPositions(search.index, right.positions)
  return search
}

/** From positions in a block to positions in its source. */
function setPositions({ ids }: JoinBlock, positions: Uint32Array | undefined): void {
  if (positions === undefined) return
  for (let place = 0; place < ids.length; place++) ids[place] = positions[ids[place]!]!
}

function resultOf(
  stored: readonly StoredSets[],
  read: readonly { readonly count: number; readonly empty: number }[],
  found: Pick<JoinResult, 'pairs' | 'pairsOmitted'>,
  { top, countOnly }: Settings,
  store: PairStore,
  folder: TemporaryFolder,
): JoinResult {
  return {
    sets: read.map(({ count }) => count),
    empty: read.map(({ empty }) => empty),
    blocks: stored.map(({ blocks }) => blocks.length),
    ...found,
    async *batches() {
      if (!countOnly) yield* top === undefined ? store.take() : cutTop(store.take(), top)
    },
    close: () => folder.remove(),
  }
}
