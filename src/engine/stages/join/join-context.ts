import type { JoinMemory } from '../../../kernel/join-memory.js'
import type { PairBatch } from '../../../model/pair.js'
import type { TaskWorkers } from '../tasks.js'
import type { PortionStore } from './portions.js'

/** The workers of a join. */
export interface JoinWorkers extends TaskWorkers {
  /** How many threads work at a time. */
  readonly size: number
  /** Spawns them, if nobody has. */
  start(): void
}

/** What a join works with. */
export interface JoinContext {
  readonly pool: JoinWorkers
  /** Of sets for each worker, when they are made ready. */
  readonly ranges: number
  /** In which the sets are that are in no file, if it is not needed for others. */
  readonly memory: JoinMemory | undefined
  /** Keeps what was found for a run that is resumed. */
  readonly portions: PortionStore | undefined
  /** Pairs that a task finds before it hands them over. */
  readonly maxPairs: number
  /** Takes the pairs, or their number with empty arrays, in any order. */
  readonly take: (batch: PairBatch) => void
  readonly onProgress: ((share: number) => void) | undefined
}
