import { parentPort, workerData } from 'node:worker_threads'
import { faultOf } from './faults.js'
import { collectGarbage } from './node-collect-garbage.js'
import { runTask } from './run-task.js'
import type { Task } from './tasks.js'

// A worker of the local engine: one task at a time.
const { isFrugal } = workerData as { readonly isFrugal: boolean }

parentPort!.on('message', (task: Task) => {
  try {
    parentPort!.postMessage({ result: runTask(task) })
  } catch (error) {
    parentPort!.postMessage({ fault: faultOf(error) })
  }
  if (isFrugal) collectGarbage()
})
