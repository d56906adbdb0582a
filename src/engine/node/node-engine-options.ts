import type { Source } from '../../read/source.js'
import type { Progress, StopSignal } from '../engine.js'
import type { FindRequest, RunRequest } from '../request.js'
import type { Sketched } from '../stages/read/sketched.js'
import type { RunResult } from '../stages/run-result.js'
import type { Thread } from '../stages/threads/thread.js'
import type { EarlierRun } from './node-earlier-run.js'
import type { RunWorkers } from './node-pool.js'

/** @param sketched what is known of the documents of the source, by their positions */
export type FindOthers = (sketched: Sketched, thread: Thread) => Promise<Source>

/** What the local engine is asked. */
export interface NodeFindOptions extends FindRequest, RunRequest {
  /** Where the source has a second side, whether the pairs inside the first are found, too. Default: false. */
  readonly alsoWithin?: boolean
  /** Where the second side of the source was read by an earlier run: that run. */
  readonly earlierRun?: EarlierRun
  /** Finds the documents of an index to compare with, and joins them to the source. Default: no index. */
  readonly findOthers?: FindOthers
  /** Workers, with the memory of the run; they are closed when the run ends. Default: own ones. */
  readonly run?: RunWorkers
  /** Where files go that are removed at the end. Default: the system's folder for temporary files. */
  readonly temporary?: string
  /** Fields that the run directory remembers of documents that have a pair or a copy, for choosing survivors later. */
  readonly remember?: readonly string[]
  /** Ends the run. */
  readonly signal?: StopSignal
  readonly onProgress?: (progress: Progress) => void
  /** Called when a block is whole, with its name. */
  readonly onBlock?: (name: string) => void
}

/** What the local engine found. */
export interface NodeFindResult extends RunResult {
  /** Bytes that went to files. */
  readonly spilledBytes: number
  /** Blocks of an earlier run that were used again, and damaged ones that were made again. */
  readonly reused: { readonly found: number; readonly damaged: number }
  /** Removes what the result lies in; it cannot be read afterwards. */
  close(): void
}
