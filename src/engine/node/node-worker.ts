import { parentPort, workerData } from 'node:worker_threads'
import { prepareKernel } from '../../kernel/wasm-kernel.js'
import { groupOf, loadTasks, type RunTask, type TaskGroup } from '../stages/load-tasks.js'
import type { GarbageLimit } from '../stages/memory-budget.js'
import type { Task } from '../stages/tasks.js'
import { ReceivedValues } from '../stages/threads/common-values.js'
import { faultOf } from '../stages/threads/faults.js'
import { ownBuffers } from '../stages/threads/own-buffers.js'
import { Thread } from '../stages/threads/thread.js'
import { nodeBlocks } from './blocks/node-block-file.js'
import { GarbageCollector } from './node-collect-garbage.js'
import { nodeInputs } from './node-input-bytes.js'
import { allocationFor } from './node-page-memory.js'
import type { WorkerData } from './node-spawn-worker.js'
import type { WorkerAnswer, WorkerMessage } from './node-task-worker.js'

// A worker of the Node engine: runs one task at a time for a `TaskWorker`.

const port = parentPort!
const garbage = new GarbageCollector()
/** The state of each run that this worker takes part in. */
const threads = new Map<number, Thread>()
/** For each run, the values that the tasks of its stage share. */
const received = new Map<number, ReceivedValues>()
const loaded = new Map<TaskGroup, RunTask>()

const load = async (group: TaskGroup): Promise<RunTask> => {
  const run = loaded.get(group) ?? (await loadTasks(group))
  loaded.set(group, run)
  return run
}

const threadOf = (run: number, garbageLimit: GarbageLimit): Thread => {
  const allocate = allocationFor(garbageLimit)
  const thread = threads.get(run) ?? new Thread({ inputs: nodeInputs, store: nodeBlocks, allocate })
  threads.set(run, thread)
  return thread
}

async function answer(message: WorkerMessage): Promise<void> {
  if (message.task === undefined) {
    threads.delete(message.run)
    received.delete(message.run)
    return
  }
  const { run, common, garbageLimit } = message
  const values = received.get(run) ?? new ReceivedValues()
  received.set(run, values)
  if (common !== undefined) values.receive(common)
  const task = values.complete(message.task) as Task
  try {
    const result = (await load(groupOf(task)))(task, threadOf(run, garbageLimit))
    port.postMessage({ result } satisfies WorkerAnswer, ownBuffers(result))
  } catch (error) {
    port.postMessage({ fault: faultOf(error) } satisfies WorkerAnswer)
  }
  await garbage.collect(garbageLimit)
}

let queue: Promise<unknown> = load((workerData as WorkerData).group)
port.on('message', (message: WorkerMessage) => {
  queue = queue.then(() => answer(message))
})
await queue
// A worker that was spawned ahead still waits for its first task.
if ((workerData as WorkerData).group === 'documents') prepareKernel()
// The worker is ready.
port.postMessage({ isReady: true } satisfies WorkerAnswer)
