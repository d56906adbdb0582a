import { Worker } from 'node:worker_threads'
import { errorOf, type Fault } from './faults.js'
import { collectGarbage } from './node-collect-garbage.js'
import type { Task, TaskResult } from './tasks.js'

/** Who does the tasks of a pool. */
export interface Staff<Known extends Task> {
  /** What a worker thread runs: it takes tasks as `serveTasks` does. */
  readonly file: URL
  /** Does one task in this thread. */
  readonly run: (task: Known) => unknown
}

export interface PoolOptions {
  readonly workers: number
  /** Whether memory is freed after each task, which takes some milliseconds. */
  readonly isFrugal: boolean
  /**
   * Milliseconds of a run after which this thread calls for the workers, if nobody has done so before; it goes on until
   * they have come up. Default: they are called for at once, and do all.
   */
  readonly patience?: number
}

/** What a worker is told when it is started. */
export interface WorkerData {
  readonly isFrugal: boolean
  /** Whether it says when it is ready. */
  readonly isAwaited: boolean
}

/**
 * Worker threads that do tasks; with one worker, this thread does them itself. So it does, if it is told to be patient,
 * until the workers have come up: that takes some fifty milliseconds, and many a run takes less.
 */
export class TaskPool<Known extends Task> {
  readonly #staff: Staff<Known>
  readonly #options: PoolOptions
  readonly #workers: { readonly worker: Worker; readonly isReady: Promise<unknown> }[] = []
  /** Whether tasks go to the workers. */
  #handsOver = false
  #isClosed = false

  constructor(staff: Staff<Known>, options: PoolOptions) {
    this.#staff = staff
    this.#options = options
    if (options.patience === undefined) this.start()
  }

  /** Lets the workers come up, if they have not been called for. */
  start(): void {
    const { workers, isFrugal, patience } = this.#options
    if (workers === 1 || this.#workers.length > 0 || this.#isClosed) return
    const isAwaited = patience !== undefined
    this.#handsOver = !isAwaited
    const workerData: WorkerData = { isFrugal, isAwaited }
    while (this.#workers.length < workers) {
      const worker = new Worker(this.#staff.file, { workerData })
      const isReady = isAwaited ? nextAnswer(worker) : Promise.resolve()
      if (isAwaited) {
        isReady.then(
          () => {
            this.#handsOver = true
          },
          () => {},
        )
      }
      this.#workers.push({ worker, isReady })
    }
  }

  /**
   * Does all tasks of one kind and hands over each result with the number of its task, in the order in which they end.
   * The first error ends the run.
   */
  async run<Asked extends Known>(
    tasks: readonly Asked[],
    take: (result: TaskResult<Asked>, number: number) => void,
  ): Promise<void> {
    const { isFrugal, patience = Number.POSITIVE_INFINITY } = this.#options
    const began = performance.now()
    let next = 0
    this.#checkOpen()
    while (next < tasks.length && !this.#handsOver) {
      this.#checkOpen()
      const number = next++
      take(this.#staff.run(tasks[number]!) as TaskResult<Asked>, number)
      if (isFrugal) collectGarbage()
      if (next < tasks.length && performance.now() - began > patience) this.start()
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (next === tasks.length) return
    if (isFrugal) collectGarbage()
    let failed = false
    await Promise.all(
      this.#workers.map(async ({ worker, isReady }) => {
        await isReady
        while (next < tasks.length && !failed) {
          const number = next++
          try {
            take((await ask(worker, tasks[number]!)) as TaskResult<Asked>, number)
          } catch (error) {
            failed = true
            throw error
          }
        }
      }),
    )
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error('the pool is closed')
  }

  /** Ends the workers, whatever they do; a run that is under way fails. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()))
  }
}

function ask(worker: Worker, task: Task): Promise<unknown> {
  const answer = nextAnswer(worker)
  worker.postMessage(task)
  return answer
}

function nextAnswer(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const listen = (on: boolean) => {
      const change = on ? 'on' : 'off'
      worker[change]('message', answer)
      worker[change]('error', fail)
      worker[change]('exit', leave)
    }
    const answer = ({ result, fault }: { result?: unknown; fault?: Fault }) => {
      listen(false)
      if (fault === undefined) resolve(result)
      else reject(errorOf(fault))
    }
    const fail = (error: Error) => {
      listen(false)
      reject(error)
    }
    const leave = (code: number) => {
      listen(false)
      reject(new Error(`a worker ended with code ${code}`))
    }
    listen(true)
  })
}
