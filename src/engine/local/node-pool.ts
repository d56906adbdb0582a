import { availableParallelism } from 'node:os'
import type { Source } from '../../read/source.js'
import { type MemoryShares, shareMemory } from './memory-budget.js'
import { estimateDocuments } from './node-estimate-documents.js'
import { TaskPool } from './node-task-pool.js'
import { runTask } from './run-task.js'
import type { Task } from './tasks.js'

/** Worker threads that do tasks of every kind; with one worker, the main thread does them itself. */
export class Pool extends TaskPool<Task> {
  /** @param mostGarbage bytes that may lie about in each thread before memory is freed */
  constructor(workers: number, mostGarbage = Number.POSITIVE_INFINITY) {
    super({ file: new URL('./node-worker.js', import.meta.url), run: runTask }, { workers, mostGarbage })
  }
}

/** What is wished for a run: see `LocalOptions`. */
interface Wished {
  readonly workers?: number
  readonly memory?: number
}

/** What a run on a source may take. */
export function sharesOf(source: Source, { memory, workers }: Wished): MemoryShares {
  return shareMemory(memory, estimateDocuments(source), { wished: workers, usual: availableParallelism() })
}

/** The workers of a run on a source. */
export function openPool(source: Source, wished: Wished): Pool {
  const { workers, garbage } = sharesOf(source, wished)
  return new Pool(workers, garbage)
}
