import { parentPort } from 'node:worker_threads'
import { runTask } from './run-task.js'
import type { Task } from './tasks.js'

// A worker of the local engine: one task at a time, its arrays handed over with the answer.
parentPort!.on('message', (task: Task) => {
  try {
    const result = runTask(task)
    parentPort!.postMessage({ result }, ownBuffers(result))
  } catch (error) {
    parentPort!.postMessage({ error })
  }
})

/** The memory of the arrays in a result that nobody else holds. */
function ownBuffers(result: object): ArrayBuffer[] {
  const values = ArrayBuffer.isView(result) ? [result] : Object.values(result)
  const buffers = values.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : []))
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}
