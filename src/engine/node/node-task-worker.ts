import type { Worker } from 'node:worker_threads'
import type { GarbageLimit } from '../stages/memory-budget.js'
import { type CommonValues, SentOnce, type SentValues } from '../stages/threads/common-values.js'
import { errorOf, type Fault } from '../stages/threads/faults.js'

/** A message to a worker: a task of a run, or a request to drop everything that it keeps for a run. */
export type WorkerMessage =
  | {
      readonly run: number
      /** The task, without the values that it shares with the others of its stage. */
      readonly task: object
      /** These values, if the stage is new to the worker. */
      readonly common: SentValues | undefined
      /** How much garbage may be left uncollected. */
      readonly garbageLimit: GarbageLimit
    }
  | { readonly run: number; readonly task?: undefined }

/** The answer to a task; before the first one, that the worker is ready. */
export interface WorkerAnswer {
  readonly isReady?: true
  readonly result?: unknown
  readonly fault?: Fault
}

/** A worker thread: it runs tasks one after the other, and answers in the same order. */
export class TaskWorker {
  readonly #worker: Worker
  readonly #waiting: { resolve(result: unknown): void; reject(error: Error): void }[] = []
  /** By run. */
  readonly #sent = new Map<number, SentOnce>()
  #fault: Error | undefined
  #isReady = false

  /** @param worker runs `node-worker.ts`; it may have been ready for a while */
  constructor(worker: Worker) {
    this.#worker = worker
    this.#worker.on('message', ({ isReady, result, fault }: WorkerAnswer) => {
      this.#isReady = true
      if (isReady) return
      const pending = this.#waiting.shift()
      if (fault === undefined) pending?.resolve(result)
      else pending?.reject(errorOf(fault))
    })
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a worker ended with code ${code}`)))
  }

  /** Whether it is known to have started. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** The number of tasks that it has not answered yet. */
  get pending(): number {
    return this.#waiting.length
  }

  /** Whether it has ended, for whatever reason. */
  get hasEnded(): boolean {
    return this.#fault !== undefined
  }

  /** @param common what the task shares with the others of its stage */
  runTask(run: number, task: object, common: CommonValues, garbageLimit: GarbageLimit): Promise<unknown> {
    if (this.#fault !== undefined) return Promise.reject(this.#fault)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      const sent = this.#sent.get(run) ?? new SentOnce()
      this.#sent.set(run, sent)
      this.#send({ run, task: common.without(task), common: sent.begin(common), garbageLimit })
    })
  }

  /** Drops what it keeps for a run, after the tasks that were sent before. */
  release(run: number): void {
    this.#sent.delete(run)
    if (this.#fault === undefined) this.#send({ run })
  }

  /** Terminates it at once. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #send(message: WorkerMessage): void {
    this.#worker.postMessage(message)
  }

  #fail(error: Error): void {
    this.#fault ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#fault)
  }
}
