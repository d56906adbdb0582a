import type { RunHints } from '../../plan/run-hints.js'
import type { Source } from '../../read/source.js'
import type { Progress, StopSignal } from '../engine.js'
import type { FindRequest, RunRequest } from '../request.js'
import type { Sketched } from '../stages/read/sketched.js'
import type { RunResult } from '../stages/run-result.js'
import type { Thread } from '../stages/threads/thread.js'
import type { EarlierRun } from './node-earlier-run.js'
import type { RunWorkers } from './node-pool.js'

/** @param sketched the sketches of the documents of the source, by position */
export type FindOthers = (sketched: Sketched, thread: Thread) => Promise<Source>

/** The options of the local engine. */
export interface NodeFindOptions extends FindRequest, RunRequest {
  /** If the source has a second side, whether the pairs within the first are found as well. Default: false. */
  readonly alsoWithin?: boolean
  /** The earlier run that read the second side of the source, if there is one. */
  readonly earlierRun?: EarlierRun
  /** Finds the documents of an index to compare with, and adds them to the source. Default: no index. */
  readonly findOthers?: FindOthers
  /** Workers, with the memory of the run; they are closed when the run ends. Default: new ones. */
  readonly run?: RunWorkers
  /** The folder for files that are removed at the end. Default: the system's folder for temporary files. */
  readonly temporary?: string
  /** What is known from a sample. Default: nothing. */
  readonly hints?: RunHints
  /** Fields that the run directory stores of documents that have a pair or a copy, for choosing survivors later. */
  readonly remember?: readonly string[]
  /** Cancels the run. */
  readonly signal?: StopSignal
  readonly onProgress?: (progress: Progress) => void
  /** Called when a block is complete, with its name. */
  readonly onBlock?: (name: string) => void
}

/** The result of the local engine. */
export interface NodeFindResult extends RunResult {
  /** Bytes written to files. */
  readonly spilledBytes: number
  /** Blocks of an earlier run that were reused, and damaged ones that were made again. */
  readonly reused: { readonly found: number; readonly damaged: number }
  /** Removes the storage of the result, which cannot be read afterwards. */
  close(): void
}
