import { availableParallelism } from 'node:os'
import type { GarbageLimit } from '../stages/memory-budget.js'
import type { PoolRun } from './node-pool-run.js'
import { TaskPool } from './node-task-pool.js'

export interface SharedPoolOptions {
  readonly workers: number | undefined
  /** Bytes that all runs together may use. */
  readonly memory: number | undefined
  /** The number of concurrent runs. */
  readonly runs: number
}

/** Workers that outlive a run and serve several at a time; runs beyond the limit wait until one ends. */
export class SharedPool implements AsyncDisposable {
  readonly workers: number
  /** Bytes that one run may use. */
  readonly memory: number | undefined
  readonly #pool: TaskPool
  readonly #runs: number
  #open = 0
  readonly #waiting: (() => void)[] = []

  constructor({ workers = availableParallelism(), memory, runs }: SharedPoolOptions) {
    this.workers = workers
    this.memory = memory === undefined ? undefined : Math.floor(memory / runs)
    this.#runs = runs
    this.#pool = new TaskPool({ workers, isLimited: memory !== undefined, onLeave: () => this.#next() })
  }

  /** @param garbageLimit see `TaskPool` */
  async open(garbageLimit: GarbageLimit): Promise<PoolRun> {
    if (this.#open < this.#runs) this.#open++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return this.#pool.open(garbageLimit)
    } catch (error) {
      this.#next()
      throw error
    }
  }

  /** Ends the workers; runs in progress fail. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #next(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#open--
    else next()
  }
}
