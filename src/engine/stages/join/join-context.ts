import type { JoinMemory } from '../../../kernel/join-memory.js'
import type { PairBatch } from '../../../model/pair.js'
import type { TaskWorkers } from '../tasks.js'
import type { PortionStore } from './portions.js'

/** The workers of a join. */
export interface JoinWorkers extends TaskWorkers {
  /** The number of threads that work at a time. */
  readonly size: number
  /** Spawns the workers, unless they have been spawned. */
  start(): void
}

/** Everything a join works with. */
export interface JoinContext {
  readonly pool: JoinWorkers
  /** Ranges of sets per worker while the sets are prepared. */
  readonly ranges: number
  /** The memory for sets that are not in files, unless others need it. */
  readonly memory: JoinMemory | undefined
  /** Stores what was found, so that the run can be resumed. */
  readonly portions: PortionStore | undefined
  /** The number of pairs that a task finds before it returns them. */
  readonly maxPairs: number
  /** Receives the pairs in any order, or their number with empty arrays. */
  readonly take: (batch: PairBatch) => void
  readonly onProgress: ((share: number) => void) | undefined
}
