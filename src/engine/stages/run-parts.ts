import type { Plan } from '../../model/plan.js'
import type { OnError } from '../../read/bad-records.js'
import type { Source } from '../../read/source.js'
import type { Progress } from '../engine.js'
import type { BlockMaker } from './block-maker.js'
import type { Block } from './blocks/block.js'
import type { Copies } from './identical/copies.js'
import type { MemoryShares } from './memory-budget.js'
import type { Sketched } from './read/sketched.js'
import type { TaskWorkers } from './tasks.js'
import type { Thread } from './threads/thread.js'

/** The documents that are neither empty nor bad nor like an earlier one. */
export interface Distinct {
  /** A bit for each position. Shared. */
  readonly bits: Uint32Array
  readonly count: number
  readonly copies: Copies
}

/** What is asked of a run besides its plan. */
export interface RunOptions {
  /** Default: `components`. */
  readonly clusters?: 'components' | 'stars'
  /** What a bad record does. Default: `stop`. */
  readonly onError?: OnError
  /** Whether the verified pairs of distinct documents are kept too, for other thresholds. Default: false. */
  readonly keepVerified?: boolean
  /** Where the source has a second side, whether the pairs inside the first are found, too. Default: false. */
  readonly alsoWithin?: boolean
  /** What an earlier run has kept of a unit of the second side, by its number there. Default: nothing is known. */
  readonly knownSketch?: (unit: number) => Block | undefined
  /** Finds the documents of an index that share a key with one of the source, and joins them to it. Default: no index. */
  readonly findOthers?: (own: Sketched) => Promise<Source>
  readonly onProgress?: (progress: Progress) => void
}

/** What a run works with. */
export interface RunParts {
  readonly source: Source
  readonly plan: Plan
  readonly options: RunOptions
  readonly workers: TaskWorkers
  /** The thread from which the run is led. */
  readonly thread: Thread
  readonly blocks: BlockMaker
  readonly memory: MemoryShares
}
