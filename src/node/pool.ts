import { SharedPool } from '../engine/node/node-shared-pool.js'
import { checkRequestOption } from '../engine/request.js'
import { checkNames, checkWhole } from '../model/check.js'
import { memoryOf } from './memory-of.js'

/** The options of a pool. */
export interface PoolOptions {
  /** Worker threads. Default: the number of cores. */
  readonly workers?: number
  /** The memory budget of the whole process, in bytes or as a size such as `'1GB'`, divided evenly among `runs`. Default: no limit. */
  readonly memory?: number | string
  /** The maximum number of concurrent runs; others wait until one ends. Default: 1 with `memory`, otherwise unlimited. */
  readonly runs?: number
}

/** Worker threads for `find`, `dedup`, `join`, `probe` and `decontaminate`. Close the pool when you no longer need it. */
export interface WorkerPool extends AsyncDisposable {
  readonly workers: number
  /** Terminates the workers; runs in progress fail. */
  close(): Promise<void>
}

const NAMES: readonly (keyof PoolOptions)[] = ['workers', 'memory', 'runs']

/**
 * Opens worker threads that several runs can share, at the same time or one after the other. This saves the time to start
 * them, and runs share the cores instead of competing for them. The pool remains usable after a run fails or is aborted.
 *
 * @example
 * await using pool = openPool({ workers: 4 })
 * const [news, blogs] = await Promise.all([find('news.jsonl', { pool }), find('blogs.jsonl', { pool })])
 */
export function openPool(options: PoolOptions = {}): WorkerPool {
  checkNames(options, NAMES)
  const memory = memoryOf(options.memory)
  const { workers, runs = memory === undefined ? Number.POSITIVE_INFINITY : 1 } = options
  if (workers !== undefined) checkRequestOption('workers', workers)
  if (options.runs !== undefined) checkWhole('runs', runs, 1, 1024)
  return new SharedPool({ workers, memory, runs })
}
