import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from './faults.js'
import { collectGarbage } from './node-collect-garbage.js'
import { runTask } from './run-task.js'
import type { Task } from './tasks.js'

// A worker of the local engine: one task at a time.
const { isFrugal } = workerData as { readonly isFrugal: boolean }

parentPort!.on('message', (task: Task) => {
  try {
    const result = runTask(task)
    parentPort!.postMessage({ result }, ownBuffers(result))
  } catch (error) {
    parentPort!.postMessage({ fault: faultOf(error) })
  }
  if (isFrugal) collectGarbage()
})

/** The memory of the arrays in a result that nobody else holds: handed over, not copied. */
function ownBuffers(result: object): ArrayBuffer[] {
  const values = ArrayBuffer.isView(result) ? [result] : Object.values(result)
  const buffers = values.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : []))
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}
