import { availableParallelism } from 'node:os'
import type { StopSignal } from '../../model/stop-signal.js'
import { chooseWorkers, isSmallInput, SPAWN_AFTER, type WorkerChoice } from '../../plan/worker-choice.js'
import { type Source, totalBytes } from '../../read/source.js'
import { type MemoryShares, shareMemory } from '../stages/memory-budget.js'
import { estimateDocuments } from '../stages/read/estimate-documents.js'
import { nodeInputs } from './node-input-bytes.js'
import type { PoolRun } from './node-pool-run.js'
import type { SharedPool } from './node-shared-pool.js'
import { endSpawnedAhead } from './node-spawn-worker.js'
import { TaskPool } from './node-task-pool.js'

/** The workers of one run on documents, and the memory that it may use. */
export interface RunWorkers {
  readonly workers: PoolRun
  readonly memory: MemoryShares
}

/** The requested workers and memory: see `NodeFindOptions`. */
interface Requested {
  readonly workers?: number
  readonly memory?: number
  readonly pool?: SharedPool
  /** Ends the wait for a pool that is busy. */
  readonly signal?: StopSignal | undefined
}

/** The memory that a run on a source may use. */
function sharesOf(source: Source, { memory, workers }: Pick<Requested, 'memory' | 'workers'>): MemoryShares {
  const documents = estimateDocuments(nodeInputs, source)
  // If memory is limited, the budget determines the number of workers.
  const byDefault = memory === undefined ? workersFor(source, workers).workers : availableParallelism()
  return shareMemory(memory, documents, { requested: workers, byDefault })
}

/** The number of workers for a run on a source without a memory budget. */
export function workersFor(source: Source, requested?: number): WorkerChoice {
  return chooseWorkers(totalBytes(source), availableParallelism(), requested)
}

/** Workers for a run on a source: those of a pool, or new ones, which end with the run. */
export async function openWorkers(
  source: Source,
  { pool: shared, signal, ...requested }: Requested,
): Promise<RunWorkers> {
  if (shared !== undefined) {
    const { workers, memory } = shared
    const shares = sharesOf(source, { workers, ...(memory !== undefined && { memory }) })
    return { workers: await shared.open(shares.garbage, signal), memory: shares }
  }
  const memory = sharesOf(source, requested)
  const isLimited = memory.garbage.bytes < Number.POSITIVE_INFINITY
  const threads = isLimited
    ? { workers: isSmallInput(totalBytes(source)) ? 1 : memory.workers }
    : threadsOf(workersFor(source, requested.workers))
  const pool = new TaskPool({ ...threads, isLimited, isSingleRun: true })
  endSpawnedAhead()
  return { workers: pool.open(memory.garbage), memory }
}

/** Workers for a run that can keep all of them busy at once: those of a pool, or new ones, which end with the run. */
export async function openAllWorkers(
  source: Source,
  { pool, signal, ...requested }: Requested,
): Promise<PoolRun> {
  if (pool !== undefined) return (await openWorkers(source, { pool, signal })).workers
  const memory = sharesOf(source, requested)
  const isLimited = memory.garbage.bytes < Number.POSITIVE_INFINITY
  const { workers = availableParallelism() } = requested
  const threads = new TaskPool({
    workers: isLimited ? memory.workers : workers,
    isLimited,
    isSingleRun: true,
  })
  return threads.open(memory.garbage)
}

function threadsOf({ workers, startsInline }: WorkerChoice) {
  return { workers, ...(startsInline && { spawnAfter: SPAWN_AFTER }) }
}
