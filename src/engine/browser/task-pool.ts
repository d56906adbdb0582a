import { runDocumentTask } from '../stages/run-document-task.js'
import type { DocumentTask, Task, TaskResult, TaskWorkers } from '../stages/tasks.js'
import { CommonValues, SentOnce } from '../stages/threads/common-values.js'
import { errorOf } from '../stages/threads/faults.js'
import { CAN_SHARE } from '../stages/threads/shared-words.js'
import { Thread } from '../stages/threads/thread.js'
import type { BlobFiles } from './blob-files.js'
import { BlobInputs } from './blob-inputs.js'
import { BrowserBlocks } from './browser-blocks.js'
import { copyMessage } from './copy-message.js'
import { makeInputCache, shareInputs } from './input-cache.js'
import { type Readers, TaskQueue } from './task-queue.js'
import type { TaskAnswer, TaskMessage } from './task-worker.js'

/** For smaller inputs, one thread takes less time than starting other workers would. */
const INLINE_BELOW = 4 * 2 ** 20

export interface TaskPoolOptions {
  /** The number of threads that work at a time. */
  readonly workers: number
  readonly files: BlobFiles
  /** An input of fewer bytes is searched on this thread. Default: 4 MiB. */
  readonly inlineBelow?: number
  /** Starts a worker that runs `startTaskWorker`. */
  readonly spawn: () => Worker
}

/** Web Workers that run the tasks of one run; with one worker, and for small inputs, this thread runs them itself. */
export class WebTaskPool implements TaskWorkers {
  readonly size: number
  readonly thread: Thread
  readonly #workers: TaskWorker[] = []
  #started: Promise<unknown> = Promise.resolve()
  readonly #readers: Readers | undefined = CAN_SHARE ? undefined : new Map()

  constructor({ workers, files, inlineBelow = INLINE_BELOW, spawn }: TaskPoolOptions) {
    const bytes = files.reduce((sum, [, { size }]) => sum + size, 0)
    this.size = workers
    const runsInline = workers === 1 || bytes < inlineBelow
    const threads = runsInline ? 1 : workers + 1
    const shared = runsInline ? undefined : shareInputs(files, threads)
    const cache = makeInputCache(files, threads, shared)
    this.thread = new Thread({ inputs: new BlobInputs(files, cache), store: new BrowserBlocks(threads) })
    if (runsInline) return
    const setup = { files, threads, shared }
    try {
      for (let i = 0; i < workers; i++) this.#workers.push(new TaskWorker(spawn(), setup))
    } catch {
      // The worker of a page that was opened from disk may not start others, so this thread runs all tasks.
      this.close()
    }
    this.#started = Promise.all(this.#workers.map((worker) => worker.started))
  }

  /** Waits until the workers have started. A worker can only start others while it is idle, so it must not begin to read before. */
  async waitForWorkers(): Promise<void> {
    await this.#started
  }

  async run<Requested extends Task>(
    tasks: readonly Requested[],
    take: (result: TaskResult<Requested>, number: number) => void,
  ): Promise<void> {
    const queue = new TaskQueue(tasks, this.#workers.length, this.#readers)
    let hasFailed = false
    const work = async (run: (task: DocumentTask) => object | Promise<object>, thread = 0) => {
      while (!hasFailed) {
        const number = queue.take(thread)
        if (number === undefined) return
        // A search of documents has no other tasks.
        const result = await run(tasks[number] as DocumentTask)
        if (hasFailed) return
        take(result as TaskResult<Requested>, number)
      }
    }
    const here = (task: DocumentTask) => runDocumentTask(task, this.thread)
    // What a single task needs would have to be copied, unless this thread has other work meanwhile.
    const isAlone = tasks.length === 1 && tasks[0]!.kind !== 'try-prefixes'
    if (isAlone || this.#workers.length === 0) return work(here)
    this.thread.drop()
    const common = new CommonValues(tasks)
    try {
      await Promise.all(
        this.#workers.map((worker, thread) => work((task) => worker.runTask(task, common), thread)),
      )
    } catch (error) {
      // The first error ends the run: no more tasks are started.
      hasFailed = true
      throw error
    }
  }

  /** Terminates the workers immediately. */
  close(): void {
    for (const worker of this.#workers.splice(0)) worker.end()
  }
}

/** A worker, which runs one task at a time. */
class TaskWorker {
  readonly #worker: Worker
  readonly #sent = new SentOnce()
  readonly started: Promise<object>
  #pending: { resolve(result: object): void; reject(error: unknown): void } | undefined

  constructor(worker: Worker, setup: TaskMessage) {
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<TaskAnswer>) => {
      if ('fault' in data) this.#pending?.reject(errorOf(data.fault))
      else this.#pending?.resolve('result' in data ? data.result : data)
    }
    worker.onerror = ({ message }) => this.#pending?.reject(new Error(message || 'a worker could not start'))
    this.started = new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
    })
    worker.postMessage(setup)
  }

  /** @param common what the task shares with the others of its stage */
  runTask(task: DocumentTask, common: CommonValues): Promise<object> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      const { message, buffers } = copyMessage({
        task: common.without(task),
        common: this.#sent.begin(common),
      })
      this.#worker.postMessage(message satisfies TaskMessage, [...buffers])
    })
  }

  end(): void {
    this.#worker.terminate()
  }
}
