import { availableParallelism } from 'node:os'
import { checkNames, checkWhole } from '../../../model/check.js'
import { checkRequestOption } from '../../request.js'
import { BlockMaker } from '../../stages/block-maker.js'
import { cutTop } from '../../stages/join/cut-top.js'
import type { JoinResult, NodeJoinOptions, SetSource } from '../../stages/join/join-engine.js'
import { runJoin } from '../../stages/join/join-run.js'
import { KeptSets } from '../../stages/join/kept-sets.js'
import { PortionStore } from '../../stages/join/portions.js'
import { checkJoinSettings } from '../../stages/join/settings.js'
import { garbageLimit, shareJoinMemory } from '../../stages/memory-budget.js'
import { nodeBlocks } from '../blocks/node-block-file.js'
import { FileBlockStore } from '../blocks/node-block-store.js'
import type { PoolRun } from '../node-pool-run.js'
import { RunDirectory, type RunIdentity } from '../node-run-directory.js'
import { Scratch } from '../node-scratch.js'
import type { SharedPool } from '../node-shared-pool.js'
import { TaskPool } from '../node-task-pool.js'

const OPTION_NAMES = [
  'threshold',
  'similarity',
  'top',
  'countOnly',
  'maxEqual',
  'workers',
  'memory',
  'pool',
  'temporary',
  'runDirectory',
  'signal',
  'onProgress',
  'onVerify',
  'onBlock',
]

/** The smallest accepted budget: less is surely a mistake. */
const MIN_MEMORY = 1e6

/** Milliseconds of work that justify a worker, which takes half as long to start and some time of this thread to spawn. */
const SPAWN_AFTER = 100

/** A folder that stores what a join has found. */
interface JoinRunDirectory {
  readonly path: string
  readonly resume: boolean
  /** What the join reads, and how: a run that differs in any of it is another run. */
  readonly identity: RunIdentity
}

/** The options of a join on Node. */
export interface PooledJoinOptions extends NodeJoinOptions {
  /** Workers that are shared with other runs; `memory` is then what they have for one run. Default: new ones. */
  readonly pool?: SharedPool
  /** Default: nothing is stored. */
  readonly runDirectory?: JoinRunDirectory
  /** Called when a block of the run directory is complete, with its name. */
  readonly onBlock?: (name: string) => void
}

/**
 * Joins sets on the cores of this machine, exactly: all pairs within a source, or all pairs of a set of `left` and a set of `right`. The
 * result does not depend on the number of workers, on memory, or on whether the run was interrupted. For containment, a set of `left` is
 * contained in one of `right`.
 */
export async function nodeJoin(
  left: SetSource,
  right: SetSource | undefined,
  options: PooledJoinOptions,
): Promise<JoinResult> {
  checkNames(options, OPTION_NAMES)
  const { memory, temporary, signal, onProgress, onVerify, onBlock } = options
  const workers = checkRequestOption('workers', options.workers ?? availableParallelism())
  if (memory !== undefined) checkWhole('memory', memory, MIN_MEMORY, 2 ** 53 - 1)
  const settings = checkJoinSettings(options)
  signal?.throwIfAborted()
  const directory = openDirectory(options)
  const scratch = new Scratch(temporary)
  const spilled = fileStore(() => scratch.folder())
  const kept = directory && fileStore(() => directory.blocks, directory.identity)
  let pool: PoolRun | undefined
  const close = () => {
    scratch.remove()
    directory?.close()
  }
  const abort = () => void pool?.close()
  try {
    pool = await openRun(workers, options)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', abort, { once: true })
    const found = await runJoin(left, right, settings, {
      pool,
      store: nodeBlocks,
      locate: (name) => spilled.locate(name, Number.POSITIVE_INFINITY),
      kept: kept && keepJoin(new BlockMaker(kept, pool, onBlock)),
      memory,
      signal,
      onProgress,
      onVerify,
    })
    signal?.throwIfAborted()
    const { sorted, ...counts } = found
    const { thread } = pool
    const { countOnly, top } = settings
    return {
      ...counts,
      reused: kept?.reused ?? { found: 0, damaged: 0 },
      async *batches() {
        if (countOnly) return
        for (const batch of top === undefined ? sorted.take() : cutTop(sorted.take(), top)) {
          yield batch
          thread.collect()
        }
      },
      close,
    }
  } catch (error) {
    // Nothing may be written any more when the folder is removed or the lock is released.
    await pool?.close()
    close()
    throw signal?.aborted ? signal.reason : error
  } finally {
    signal?.removeEventListener('abort', abort)
    await pool?.close()
  }
}

function openDirectory({ runDirectory }: PooledJoinOptions): RunDirectory | undefined {
  if (runDirectory === undefined) return undefined
  const { path, identity, resume } = runDirectory
  return RunDirectory.open(path, identity, resume)
}

function keepJoin(blocks: BlockMaker) {
  return {
    portions: new PortionStore(blocks, nodeBlocks),
    setsOf: (source: number) => new KeptSets(blocks.named(`sets-${source}`), nodeBlocks),
  }
}

/** Blocks in files. With an identity, those that an earlier run left are found again. */
function fileStore(folder: () => string, identity?: string): FileBlockStore {
  return new FileBlockStore({ folder, inMemory: 0, identity: identity ?? '', resume: identity !== undefined })
}

/** With a budget, workers do all the work, because the budget is divided among that many threads. */
async function openRun(workers: number, options: PooledJoinOptions): Promise<PoolRun> {
  const isLimited = options.memory !== undefined
  const garbage = garbageLimit(options.memory, shareJoinMemory(options.memory, workers).block / workers)
  if (options.pool !== undefined) return options.pool.open(garbage, options.signal)
  const threads = isLimited ? {} : { spawnAfter: SPAWN_AFTER }
  const pool = new TaskPool({ workers, group: 'sets', isLimited, isSingleRun: true, ...threads })
  return pool.open(garbage)
}
