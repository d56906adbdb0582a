import { SharedPool } from '../engine/node/node-shared-pool.js'
import { checkRequestOption } from '../engine/request.js'
import { checkNames, checkWhole } from '../model/check.js'
import { memoryOf } from './memory-of.js'

/** How a pool is opened. */
export interface PoolOptions {
  /** Worker threads. Default: the number of cores. */
  readonly workers?: number
  /** Memory that the whole process may use, in bytes or such as `'1GB'`, shared out evenly among `runs`. Default: no limit. */
  readonly memory?: number | string
  /** How many runs go on at a time; others wait until one ends. Default: 1 with `memory`, otherwise any number. */
  readonly runs?: number
}

/** Worker threads for `find`, `dedup`, `join` and `probe`. Close it when you need it no longer. */
export interface WorkerPool extends AsyncDisposable {
  readonly workers: number
  /** Ends the workers; runs that are under way fail. */
  close(): Promise<void>
}

const NAMES: readonly (keyof PoolOptions)[] = ['workers', 'memory', 'runs']

/**
 * Opens worker threads that several runs use, at once or one after the other: it saves their start, and runs share the cores
 * instead of competing for them. A run that fails or is aborted leaves the pool as it was.
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
