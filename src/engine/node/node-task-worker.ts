import { Worker } from 'node:worker_threads'
import type { Task } from '../stages/tasks.js'
import { errorOf, type Fault } from '../stages/threads/faults.js'

/** What a worker is told when it is started. */
export interface WorkerData {
  /** Bytes that may lie about before memory is freed. */
  readonly mostGarbage: number
}

/** Megabytes of the young generation of a worker's heap where memory is limited: docs/decisions/memory.md. */
const YOUNG_MB = 4

/** A worker thread: it does what it is asked one after the other, and answers in the same order. */
export class TaskWorker {
  readonly #worker: Worker
  readonly #waiting: { resolve(result: unknown): void; reject(error: Error): void }[] = []
  #fault: Error | undefined
  /** Whether it has come up. */
  isReady = false

  constructor(file: URL, workerData: WorkerData) {
    const isLimited = workerData.mostGarbage < Number.POSITIVE_INFINITY
    this.#worker = new Worker(file, {
      workerData,
      ...(isLimited && { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
    })
    this.#worker.once('message', () => {
      this.isReady = true
      this.#worker.on('message', ({ result, fault }: { result?: unknown; fault?: Fault }) => {
        const asked = this.#waiting.shift()
        if (fault === undefined) asked?.resolve(result)
        else asked?.reject(errorOf(fault))
      })
    })
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a worker ended with code ${code}`)))
  }

  ask(task: Task): Promise<unknown> {
    if (this.#fault !== undefined) return Promise.reject(this.#fault)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(task)
    })
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#fault ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#fault)
  }
}
