import type { Task, TaskResult } from '../stages/tasks.js'
import { dropReused } from '../stages/threads/reused-arrays.js'
import { TimeLeft } from '../stages/threads/time-left.js'
import { collectGarbage } from './node-collect-garbage.js'
import { TaskWorker } from './node-task-worker.js'

/** Who does the tasks of a pool. */
export interface Staff<Known extends Task> {
  /** What a worker thread runs: `serveTasks`. */
  readonly file: URL
  /** Does one task in this thread. */
  readonly run: (task: Known) => unknown
}

export interface PoolOptions {
  readonly workers: number
  /** Bytes that may lie about in each thread before memory is freed. */
  readonly mostGarbage: number
  /**
   * Milliseconds: as soon as what is left of a run will take longer than this, the others are called for, if nobody has done
   * so before; this thread is one of the workers then. Default: all are threads of their own, called for at once.
   */
  readonly patience?: number
}

/** Tasks that a worker has at a time where this thread works too, and may be late with the next one; of few tasks, one. */
const AHEAD = 2
const MANY = 8

/**
 * Worker threads that do tasks; with one worker, this thread does them itself. If it is told to be patient, it begins by
 * itself, and goes on beside the others when they have come up: that takes some fifty milliseconds, and many a run takes less.
 */
export class TaskPool<Known extends Task> {
  readonly #staff: Staff<Known>
  readonly #options: PoolOptions
  readonly #workers: TaskWorker[] = []
  readonly #worksHere: boolean
  #isClosed = false

  constructor(staff: Staff<Known>, options: PoolOptions) {
    this.#staff = staff
    this.#options = options
    this.#worksHere = options.workers === 1 || options.patience !== undefined
    if (!this.#worksHere) this.start()
  }

  /** Calls for the workers, if nobody has. */
  start(): void {
    const { workers, mostGarbage } = this.#options
    if (this.#isClosed) return
    const others = this.#worksHere ? workers - 1 : workers
    while (this.#workers.length < others)
      this.#workers.push(new TaskWorker(this.#staff.file, { mostGarbage }))
  }

  /**
   * Does all tasks of one kind and hands over each result with the number of its task, in the order in which they end.
   * The first error ends the run.
   *
   * @param shareOf the share of all work that the first so many tasks make; default: all tasks are as long
   */
  async run<Asked extends Known>(
    tasks: readonly Asked[],
    take: (result: TaskResult<Asked>, number: number) => void,
    shareOf: (first: number) => number = (first) => first / tasks.length,
  ): Promise<void> {
    this.#checkOpen()
    dropReused()
    const { workers, mostGarbage, patience = Number.POSITIVE_INFINITY } = this.#options
    const ahead = tasks.length < MANY * workers ? 1 : AHEAD
    const began = performance.now()
    const timeLeft = new TimeLeft(tasks.length)
    const faults: unknown[] = []
    let next = 0
    const isOver = () => next >= tasks.length || faults.length > 0
    const employ = async (worker: TaskWorker) => {
      try {
        while (!isOver()) {
          const number = next++
          const result = (await worker.ask(tasks[number]!)) as TaskResult<Asked>
          if (faults.length === 0) take(result, number)
        }
      } catch (error) {
        faults.push(error)
      }
    }
    const employed = new Map<TaskWorker, Promise<unknown>>()
    if (this.#worksHere) {
      // Whoever has come up may not have been heard yet.
      if (this.#workers.some(({ isReady }) => !isReady)) await turn()
      while (!isOver()) {
        this.#checkOpen()
        for (const worker of this.#workers) {
          if (!worker.isReady || employed.has(worker)) continue
          employed.set(worker, Promise.all(Array.from({ length: ahead }, () => employ(worker))))
        }
        if (isOver()) break
        const number = next++
        try {
          take(this.#staff.run(tasks[number]!) as TaskResult<Asked>, number)
        } catch (error) {
          faults.push(error)
        }
        collectGarbage(mostGarbage)
        timeLeft.mark(performance.now() - began, shareOf(next))
        if (timeLeft.left > patience) this.start()
        await turn()
      }
    } else {
      collectGarbage(mostGarbage)
      for (const worker of this.#workers) employed.set(worker, employ(worker))
    }
    await Promise.all(employed.values())
    if (faults.length > 0) throw faults[0]
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error('the pool is closed')
  }

  /** Ends the workers, whatever they do; a run that is under way fails. */
  async close(): Promise<void> {
    this.#isClosed = true
    dropReused()
    await Promise.all(this.#workers.map((worker) => worker.end()))
  }
}

/** Lets others have their turn: messages are taken only then. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
