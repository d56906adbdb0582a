import { SharedPool } from '../engine/node/node-shared-pool.js'
import { InvalidOption } from '../model/errors.js'
import type { WorkerPool } from './pool.js'

/** The pool that a run uses. Options that the pool determines are rejected. */
export function poolOf(options: {
  readonly pool?: WorkerPool
  readonly workers?: number
  readonly memory?: number | string
}): SharedPool | undefined {
  const { pool } = options
  if (pool === undefined) return undefined
  if (!(pool instanceof SharedPool)) throw new InvalidOption('pool', pool, 'a pool that openPool returned')
  for (const name of ['workers', 'memory'] as const) {
    if (options[name] !== undefined)
      throw new InvalidOption(name, options[name], 'no value with a pool: pass it to openPool instead')
  }
  return pool
}
