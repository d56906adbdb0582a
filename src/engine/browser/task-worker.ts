import { runDocumentTask } from '../stages/run-document-task.js'
import type { DocumentTask } from '../stages/tasks.js'
import { ReceivedValues, type SentValues } from '../stages/threads/common-values.js'
import { type Fault, faultOf } from '../stages/threads/faults.js'
import { ownBuffers } from '../stages/threads/own-buffers.js'
import { Thread } from '../stages/threads/thread.js'
import type { BlobFiles } from './blob-files.js'
import { BlobInputs } from './blob-inputs.js'
import { BrowserBlocks, blockBuffers } from './browser-blocks.js'
import { makeInputCache, type SharedInputs } from './input-cache.js'

/** The messages to a worker: first the files, then one task after the other. */
export type TaskMessage =
  | {
      readonly files: BlobFiles
      /** The number of threads of the run. */
      readonly threads: number
      /** Memory for the bytes of the files, if threads share memory. */
      readonly shared: SharedInputs | undefined
    }
  | {
      /** The task, without the values that it shares with the others of its stage. */
      readonly task: object
      /** These values, if the stage is new to the worker. */
      readonly common: SentValues | undefined
    }

/** The answer to the first message, and then to each task, in the same order. */
export type TaskAnswer = { readonly isReady: true } | { readonly result: object } | { readonly fault: Fault }

/** Makes this worker run tasks. */
export function startTaskWorker(scope: DedicatedWorkerGlobalScope): void {
  let thread: Thread | undefined
  const values = new ReceivedValues()
  scope.onmessage = ({ data }: MessageEvent<TaskMessage>) => {
    if ('files' in data) {
      const { files, threads, shared } = data
      const cache = makeInputCache(files, threads, shared)
      thread = new Thread({ inputs: new BlobInputs(files, cache), store: new BrowserBlocks(threads) })
      scope.postMessage({ isReady: true } satisfies TaskAnswer)
      return
    }
    try {
      if (data.common !== undefined) values.receive(data.common)
      const result = runDocumentTask(values.complete(data.task) as DocumentTask, thread!)
      scope.postMessage({ result } satisfies TaskAnswer, [...ownBuffers(result), ...blockBuffers(result)])
    } catch (error) {
      scope.postMessage({ fault: faultOf(error) } satisfies TaskAnswer)
    }
  }
}
