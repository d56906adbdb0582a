import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from '../stages/threads/faults.js'
import { collectGarbage } from './node-collect-garbage.js'
import type { WorkerData } from './node-task-worker.js'

/** What a worker thread does: one task at a time, as a `TaskWorker` asks. */
export function serveTasks<Task>(run: (task: Task) => object): void {
  const { mostGarbage } = workerData as WorkerData
  parentPort!.on('message', (task: Task) => {
    try {
      const result = run(task)
      parentPort!.postMessage({ result }, ownBuffers(result))
    } catch (error) {
      parentPort!.postMessage({ fault: faultOf(error) })
    }
    collectGarbage(mostGarbage)
  })
  // It has come up.
  parentPort!.postMessage({})
}

/** The memory of the arrays in a result that nobody else holds: handed over, not copied. */
function ownBuffers(result: object): ArrayBuffer[] {
  const values = ArrayBuffer.isView(result) ? [result] : Object.values(result)
  const buffers = values.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : []))
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}
