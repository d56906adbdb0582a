import { groupOf, type RunTask, type TaskGroup } from '../stages/load-tasks.js'
import type { GarbageLimit } from '../stages/memory-budget.js'
import type { Task, TaskResult, TaskWorkers } from '../stages/tasks.js'
import { CommonValues } from '../stages/threads/common-values.js'
import { Thread } from '../stages/threads/thread.js'
import { TimeLeft } from '../stages/threads/time-left.js'
import { nodeBlocks } from './blocks/node-block-file.js'
import type { GarbageCollector } from './node-collect-garbage.js'
import { nodeInputs } from './node-input-bytes.js'
import { allocationFor } from './node-page-memory.js'
import type { TaskWorker } from './node-task-worker.js'

/** The interface of a pool to its runs. */
export interface PoolThreads {
  /** The number of threads that work at a time. */
  readonly size: number
  /** Whether the main thread is one of them. */
  readonly worksHere: boolean
  /** Milliseconds of remaining work above which workers are spawned. */
  readonly spawnAfter: number
  /** The workers spawned so far. */
  readonly workers: readonly TaskWorker[]
  readonly garbage: GarbageCollector
  /** Spawns the workers, unless they have been spawned. */
  start(): void
  load(group: TaskGroup): Promise<RunTask>
  /** Stops the run: a pool that belongs to it alone ends now. */
  stop(): Promise<void>
  /** The run has ended. */
  leave(): void
}

/** Tasks assigned to a worker at a time if this thread works, too, and may be late with the next one; if there are few tasks, one. */
const AHEAD = 2
const MANY = 8

/** The share of a pool that one run has. Close it when the run ends. */
export class PoolRun implements TaskWorkers {
  readonly #pool: PoolThreads
  readonly #number: number
  readonly #garbageLimit: GarbageLimit
  /** One promise for each task in progress. */
  readonly #inProgress = new Set<Promise<unknown>>()
  /** The state of this thread for the run. */
  readonly thread: Thread
  #closing: Promise<void> | undefined

  /** @param number identifies the run in the pool */
  constructor(pool: PoolThreads, number: number, garbageLimit: GarbageLimit) {
    this.#pool = pool
    this.#number = number
    this.#garbageLimit = garbageLimit
    const collect = () => pool.garbage.collect(garbageLimit)
    const allocate = allocationFor(garbageLimit)
    this.thread = new Thread({ inputs: nodeInputs, store: nodeBlocks, collect, allocate })
  }

  /** The number of threads that work at a time. */
  get size(): number {
    return this.#pool.size
  }

  start(): void {
    if (this.#closing === undefined) this.#pool.start()
  }

  async run<Requested extends Task>(
    tasks: readonly Requested[],
    take: (result: TaskResult<Requested>, number: number) => void,
    shareOf: (first: number) => number = (first) => first / tasks.length,
  ): Promise<void> {
    this.#checkOpen()
    if (tasks.length === 0) return
    // Workers may take all of these tasks, so this thread drops what other tasks left now, not when its first one begins.
    this.thread.arrays.drop()
    this.thread.begin(tasks[0]!.kind)
    const done = this.#run(tasks, take, shareOf)
    const ended = done.catch(() => {})
    this.#inProgress.add(ended)
    try {
      await done
    } finally {
      this.#inProgress.delete(ended)
    }
  }

  /**
   * Ends the run: no more tasks are started, `run` fails, tasks in progress are awaited, and everything that threads keep for the run is
   * dropped. A second call does nothing.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const stopped = this.#pool.stop()
    await Promise.all(this.#inProgress)
    for (const worker of this.#pool.workers) worker.release(this.#number)
    this.thread.drop()
    await stopped
    this.#pool.leave()
    // What follows, such as writing results, has no tasks after which memory would be freed.
    this.#pool.garbage.collect(this.#garbageLimit)
  }

  async #run<Requested extends Task>(
    tasks: readonly Requested[],
    take: (result: TaskResult<Requested>, number: number) => void,
    shareOf: (first: number) => number,
  ): Promise<void> {
    const { size, spawnAfter, worksHere, garbage } = this.#pool
    const ahead = tasks.length < MANY * size ? 1 : AHEAD
    const common = new CommonValues(tasks)
    const faults: unknown[] = []
    let next = 0
    const isOver = () => next >= tasks.length || faults.length > 0 || this.#closing !== undefined
    const start = (worker: TaskWorker) => {
      if (isOver()) return undefined
      const number = next++
      const result = worker.runTask(this.#number, tasks[number]!, common, this.#garbageLimit)
      // It may fail before it is awaited.
      result.catch(() => {})
      return { number, result: result as Promise<TaskResult<Requested>> }
    }
    const assignTasks = async (worker: TaskWorker) => {
      let current = start(worker)
      try {
        while (current !== undefined) {
          const { number } = current
          const result = await current.result
          // Taking results can take a while, so every worker that is done gets its next task first.
          current = start(worker)
          await turn()
          if (faults.length === 0) take(result, number)
        }
      } catch (error) {
        faults.push(error)
        await current?.result.catch(() => {})
      }
    }
    const assigned = new Map<TaskWorker, Promise<unknown>>()
    if (worksHere) {
      const runInline = await this.#pool.load(groupOf(tasks[0]!))
      const began = performance.now()
      const timeLeft = new TimeLeft(tasks.length)
      // A worker may be ready although its message has not been received yet.
      if (this.#pool.workers.some(({ isReady }) => !isReady)) await turn()
      while (!isOver()) {
        for (const worker of this.#pool.workers) {
          if (!worker.isReady || assigned.has(worker)) continue
          assigned.set(worker, Promise.all(Array.from({ length: ahead }, () => assignTasks(worker))))
        }
        if (isOver()) break
        const number = next++
        try {
          take(runInline(tasks[number]!, this.thread) as TaskResult<Requested>, number)
        } catch (error) {
          faults.push(error)
        }
        await garbage.collect(this.#garbageLimit)
        timeLeft.mark(performance.now() - began, shareOf(next))
        if (timeLeft.left > spawnAfter) this.start()
        await turn()
      }
    } else {
      await garbage.collect(this.#garbageLimit)
      // Replaces a worker that has ended.
      this.start()
      // Those that another call keeps busy are the last to get a task.
      const byWork = [...this.#pool.workers].sort((one, other) => one.pending - other.pending)
      for (const worker of byWork) assigned.set(worker, assignTasks(worker))
    }
    await Promise.all(assigned.values())
    if (faults.length > 0) throw faults[0]
    if (next < tasks.length) this.#checkOpen()
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new Error('the run is closed')
  }
}

/** Yields to the event loop: messages are received only then. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
