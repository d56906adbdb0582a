import { Worker } from 'node:worker_threads'
import { errorOf, type Fault } from './faults.js'
import { collectGarbage } from './node-collect-garbage.js'
import { runTask } from './run-task.js'
import type { Task, TaskResult } from './tasks.js'

/** Worker threads that do tasks; with one worker, the main thread does them itself. */
export class Pool {
  readonly #workers: Worker[]
  readonly #isFrugal: boolean
  #isClosed = false

  /** @param isFrugal whether memory is freed after each task, which takes some milliseconds */
  constructor(workers: number, isFrugal: boolean) {
    this.#isFrugal = isFrugal
    const file = new URL('./node-worker.js', import.meta.url)
    this.#workers = Array.from(
      { length: workers > 1 ? workers : 0 },
      () => new Worker(file, { workerData: { isFrugal } }),
    )
  }

  /**
   * Does all tasks of one kind and hands over each result with the number of its task, in the order in which they end.
   * The first error ends the run.
   */
  async run<Asked extends Task>(
    tasks: readonly Asked[],
    take: (result: TaskResult<Asked>, number: number) => void,
  ): Promise<void> {
    let next = 0
    this.#checkOpen()
    if (this.#workers.length === 0) {
      for (const [number, task] of tasks.entries()) {
        this.#checkOpen()
        take(runTask(task) as TaskResult<Asked>, number)
        if (this.#isFrugal) collectGarbage()
        await new Promise((resolve) => setImmediate(resolve))
      }
      return
    }
    if (this.#isFrugal) collectGarbage()
    let failed = false
    await Promise.all(
      this.#workers.map(async (worker) => {
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
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}

function ask(worker: Worker, task: Task): Promise<unknown> {
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
    worker.postMessage(task)
  })
}
