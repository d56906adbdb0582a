import { loadTasks, type RunTask, type TaskGroup } from '../stages/load-tasks.js'
import { ANY_GARBAGE } from '../stages/memory-budget.js'
import { GarbageCollector } from './node-collect-garbage.js'
import { PoolRun, type PoolThreads } from './node-pool-run.js'
import { spawnWorker } from './node-spawn-worker.js'
import { TaskWorker } from './node-task-worker.js'

export interface PoolOptions {
  readonly workers: number
  /** Whether memory is limited; if so, the heaps of the workers are kept small. Default: false. */
  readonly isLimited?: boolean
  /** The tasks that the workers will run first. Default: `documents`. */
  readonly group?: TaskGroup
  /** Whether the pool belongs to one run and ends with it; then a run that ends does not wait for tasks. Default: false. */
  readonly isSingleRun?: boolean
  /**
   * Milliseconds: when the rest of a run is expected to take longer than this, the workers are spawned, unless they have been already; this
   * thread counts as one of them. Default: all workers are separate threads, spawned at once.
   */
  readonly spawnAfter?: number
  /** Called when a run has ended. */
  readonly onLeave?: () => void
  /** Loads the code that runs tasks in this thread. */
  readonly load?: (group: TaskGroup) => Promise<RunTask>
}

/**
 * Worker threads that run the tasks of any number of runs, which take turns. With one worker, this thread runs them itself. A pool with
 * `spawnAfter` begins in this thread, which continues to work when the others are ready: spawning them takes about fifty milliseconds, and
 * many runs take less.
 */
export class TaskPool implements PoolThreads {
  readonly size: number
  readonly worksHere: boolean
  readonly spawnAfter: number
  readonly garbage = new GarbageCollector()
  readonly #options: PoolOptions
  #workers: readonly TaskWorker[] = []
  #runs = 0
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.size = options.workers
    this.spawnAfter = options.spawnAfter ?? Number.POSITIVE_INFINITY
    this.worksHere = options.workers === 1 || options.spawnAfter !== undefined
    if (!this.worksHere) this.start()
  }

  get workers(): readonly TaskWorker[] {
    return this.#workers
  }

  start(): void {
    if (this.#isClosed) return
    const { isLimited = false, group = 'documents' } = this.#options
    const running = this.#workers.filter(({ hasEnded }) => !hasEnded)
    const others = this.worksHere ? this.size - 1 : this.size
    while (running.length < others) running.push(new TaskWorker(spawnWorker({ isLimited, group })))
    this.#workers = running
  }

  /** @param garbageLimit how much garbage each thread may leave uncollected; default: V8 decides */
  open(garbageLimit = ANY_GARBAGE): PoolRun {
    if (this.#isClosed) throw new Error('the pool is closed')
    return new PoolRun(this, ++this.#runs, garbageLimit)
  }

  load(group: TaskGroup): Promise<RunTask> {
    return (this.#options.load ?? loadTasks)(group)
  }

  async stop(): Promise<void> {
    if (this.#options.isSingleRun) await this.close()
  }

  leave(): void {
    this.#options.onLeave?.()
  }

  /** Ends the workers at once; runs in progress fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#workers.map((worker) => worker.end()))
  }
}
