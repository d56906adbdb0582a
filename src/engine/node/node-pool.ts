import { availableParallelism } from 'node:os'
import { PATIENCE, SMALL_INPUT } from '../../plan/costs.js'
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
  return shareMemory(memory, documents, { requested: workers, usual: availableParallelism() })
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
  const pool = new TaskPool({ ...threadsFor(source, memory.workers, isLimited), isLimited, isOfOneRun: true })
  return { workers: pool.open(memory.garbage), memory }
}

/** Where memory is limited, it is shared out among so many workers, or this thread does all. */
function threadsFor({ files }: Source, workers: number, isLimited: boolean) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > SMALL_INPUT) return { workers }
  return isLimited ? { workers: 1 } : { workers, patience: PATIENCE }
}
