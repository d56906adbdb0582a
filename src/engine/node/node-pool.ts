import { availableParallelism } from 'node:os'
import type { Source } from '../../read/source.js'
import { type MemoryShares, shareMemory } from '../stages/memory-budget.js'
import { runTask } from '../stages/run-task.js'
import type { Task } from '../stages/tasks.js'
import { estimateDocuments } from './node-estimate-documents.js'
import { TaskPool } from './node-task-pool.js'

/** Worker threads that do tasks of every kind; with one worker, the main thread does them itself. */
export class Pool extends TaskPool<Task> {
  /** What the run may take for which they were called. */
  readonly memory: MemoryShares

  constructor(memory: MemoryShares) {
    const { workers, garbage } = memory
    super(
      { file: new URL('./node-worker.js', import.meta.url), run: runTask },
      { workers, mostGarbage: garbage },
    )
    this.memory = memory
  }
}

/** What is wished for a run: see `NodeFindOptions`. */
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
  return new Pool(sharesOf(source, wished))
}
