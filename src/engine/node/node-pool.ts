import { availableParallelism } from 'node:os'
import { chooseWorkers, PATIENCE, SMALL_INPUT, type WorkerChoice } from '../../plan/worker-choice.js'
import type { Source } from '../../read/source.js'
import { type MemoryShares, shareMemory } from '../stages/memory-budget.js'
import { estimateDocuments } from '../stages/read/estimate-documents.js'
import { nodeInputs } from './node-input-bytes.js'
import type { PoolRun } from './node-pool-run.js'
import type { SharedPool } from './node-shared-pool.js'
import { TaskPool } from './node-task-pool.js'

/** The workers of one run on documents, and what it may take. */
export interface RunWorkers {
  readonly workers: PoolRun
  readonly memory: MemoryShares
}

/** What is asked for a run: see `NodeFindOptions`. */
interface Requested {
  readonly workers?: number
  readonly memory?: number
  readonly pool?: SharedPool
}

/** What a run on a source may take. */
function sharesOf(source: Source, { memory, workers }: Omit<Requested, 'pool'>): MemoryShares {
  const documents = estimateDocuments(nodeInputs, source)
  // Where memory is limited, the budget says how many workers there are.
  const usual = memory === undefined ? workersFor(source, workers).workers : availableParallelism()
  return shareMemory(memory, documents, { requested: workers, usual })
}

/** The workers of a run on a source whose memory is not limited. */
export function workersFor({ files }: Pick<Source, 'files'>, requested?: number): WorkerChoice {
  return chooseWorkers(bytesOf(files), availableParallelism(), requested)
}

function bytesOf(files: Source['files']): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Workers for a run on a source: those of a pool, or own ones, which end with it. */
export async function openWorkers(
  source: Source,
  { pool: shared, ...requested }: Requested,
): Promise<RunWorkers> {
  if (shared !== undefined) {
    const { workers, memory } = shared
    const shares = sharesOf(source, { workers, ...(memory !== undefined && { memory }) })
    return { workers: await shared.open(shares.garbage), memory: shares }
  }
  const memory = sharesOf(source, requested)
  const isLimited = memory.garbage.bytes < Number.POSITIVE_INFINITY
  const threads = isLimited
    ? { workers: bytesOf(source.files) <= SMALL_INPUT ? 1 : memory.workers }
    : threadsOf(workersFor(source, requested.workers))
  const pool = new TaskPool({ ...threads, isLimited, isOfOneRun: true })
  return { workers: pool.open(memory.garbage), memory }
}

function threadsOf({ workers, isPatient }: WorkerChoice) {
  return { workers, ...(isPatient && { patience: PATIENCE }) }
}
