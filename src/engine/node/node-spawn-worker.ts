import { Worker } from 'node:worker_threads'
import type { TaskGroup } from '../stages/load-tasks.js'

/** The data that a worker is started with. */
export interface WorkerData {
  /** The tasks that it will run first. */
  readonly group: TaskGroup
}

export interface WorkerOptions extends WorkerData {
  /** Whether its heap is kept small, because memory is limited. */
  readonly isLimited: boolean
}

const WORKER = new URL('./node-worker.js', import.meta.url)

/** Megabytes of the young generation of a worker's heap if memory is limited: docs/decisions/memory.md. */
export const YOUNG_MB = 4

/** Workers for documents without a limit of memory that no pool has taken yet. */
const ahead: Worker[] = []

/** Spawns workers for the documents of a search before the code of the search has been loaded. */
export function spawnAhead(count: number): void {
  for (let i = 0; i < count; i++) {
    const worker = new Worker(WORKER, { workerData: { group: 'documents' } satisfies WorkerData })
    // As long as no pool has taken it, it does not keep the process running.
    worker.unref()
    // Nor does anybody else listen until then, and an error would end the process.
    worker.on('error', () => {})
    ahead.push(worker)
  }
}

/** One of the workers that were spawned ahead, or a new one. */
export function spawnWorker({ isLimited, group }: WorkerOptions): Worker {
  const spawned = isLimited || group !== 'documents' ? undefined : ahead.pop()
  if (spawned !== undefined && hasEnded(spawned)) return spawnWorker({ isLimited, group })
  spawned?.ref()
  return (
    spawned ??
    new Worker(WORKER, {
      workerData: { group } satisfies WorkerData,
      ...(isLimited && { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
    })
  )
}

/** Whether a thread has ended, for whatever reason. */
export function hasEnded(thread: Worker): boolean {
  return thread.threadId === -1
}

/** Ends the workers that no pool has taken. */
export function endSpawnedAhead(): void {
  for (const worker of ahead.splice(0)) void worker.terminate()
}
