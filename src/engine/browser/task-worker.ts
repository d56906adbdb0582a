import { runDocumentTask } from '../stages/run-document-task.js'
import type { DocumentTask } from '../stages/tasks.js'
import { type Fault, faultOf } from '../stages/threads/faults.js'
import { ownBuffers } from '../stages/threads/own-buffers.js'
import { Thread } from '../stages/threads/thread.js'
import type { BlobFiles } from './blob-files.js'
import { BlobInputs } from './blob-inputs.js'
import { browserBlocks } from './browser-blocks.js'
import type { InputCache } from './input-cache.js'

/** What a worker is asked: first which files there are, and what was read of them, then one task after the other. */
export type TaskMessage =
  | { readonly files: BlobFiles; readonly cache: InputCache }
  | { readonly task: DocumentTask }

/** What it answers to each task, in the same order. */
export type TaskAnswer = { readonly result: object } | { readonly fault: Fault }

/** Makes this worker do tasks. */
export function startTaskWorker(scope: DedicatedWorkerGlobalScope): void {
  let thread: Thread | undefined
  scope.onmessage = ({ data }: MessageEvent<TaskMessage>) => {
    if ('files' in data) {
      thread = new Thread({ inputs: new BlobInputs(data.files, data.cache), store: browserBlocks })
      return
    }
    try {
      const result = runDocumentTask(data.task, thread!)
      scope.postMessage({ result } satisfies TaskAnswer, ownBuffers(result))
    } catch (error) {
      scope.postMessage({ fault: faultOf(error) } satisfies TaskAnswer)
    }
  }
}
