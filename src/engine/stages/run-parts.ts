import type { Plan } from '../../model/plan.js'
import type { RunHints } from '../../plan/run-hints.js'
import type { OnError } from '../../read/bad-records.js'
import type { Source } from '../../read/source.js'
import type { Progress } from '../engine.js'
import type { BlockMaker } from './block-maker.js'
import type { Block } from './blocks/block.js'
import type { Copies } from './identical/copies.js'
import type { MemoryShares } from './memory-budget.js'
import type { RecordLocations } from './read/record-locations.js'
import type { Sketched } from './read/sketched.js'
import type { Unit } from './read/units.js'
import type { TaskWorkers } from './tasks.js'
import type { Thread } from './threads/thread.js'

/** The documents that are neither empty nor bad nor equal to an earlier one. */
export interface Distinct {
  /** One bit per position. Shared. */
  readonly bits: Uint32Array
  readonly count: number
  readonly copies: Copies
}

/** The options of a run, apart from its plan. */
export interface RunOptions {
  /** Default: `components`. */
  readonly clusters?: 'components' | 'stars'
  /** What happens at a bad record. Default: `stop`. */
  readonly onError?: OnError
  /** Whether the verified pairs of distinct documents are kept as well, for use with other thresholds. Default: false. */
  readonly keepVerified?: boolean
  /** If the source has a second side, whether the pairs within the first are found as well. Default: false. */
  readonly alsoWithin?: boolean
  /** Returns the sketch that an earlier run kept of a unit of the second side, by its number there. Default: none was kept. */
  readonly knownSketch?: (unit: number) => Block | undefined
  /** Finds the documents of an index that share a key with the source, and adds them to it. Default: no index. */
  readonly findOthers?: (own: Sketched) => Promise<Source>
  /** What is known from a sample. Default: nothing. */
  readonly hints?: RunHints
  readonly onProgress?: (progress: Progress) => void
}

/** Everything a run works with. */
export interface RunParts {
  readonly source: Source
  readonly plan: Plan
  readonly options: RunOptions
  readonly workers: TaskWorkers
  /** The thread that controls the run. */
  readonly thread: Thread
  readonly blocks: BlockMaker
  readonly memory: MemoryShares
}

/** Documents that were read, and how to report progress on them. */
export interface ReadDocuments {
  readonly units: readonly Unit[]
  readonly sketched: Sketched
  /** For each unit, the sets that were kept of its documents, if any. Only the first stage that makes sets may use them. */
  readonly keptSets: readonly (Block | undefined)[]
  readonly distinct: Distinct
  readonly locations: RecordLocations
  readonly report: (stage: Progress['stage'], done: number, total: number) => void
  /** The first position of the second side, if only pairs across the two sides are searched for. */
  readonly boundary?: number
}
