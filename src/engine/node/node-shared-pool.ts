import { availableParallelism } from 'node:os'
import type { StopSignal } from '../../model/stop-signal.js'
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

  /**
   * @param garbageLimit see `TaskPool`
   * @param signal ends the wait for other runs
   */
  async open(garbageLimit: GarbageLimit, signal?: StopSignal): Promise<PoolRun> {
    if (this.#open < this.#runs) this.#open++
    else await this.#turn(signal)
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

  /** Waits until it is the turn of this run. */
  #turn(signal: StopSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(signal!.reason)
      }
      const start = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      this.#waiting.push(start)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  #next(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#open--
    else next()
  }
}
