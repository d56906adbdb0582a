import type { Cluster } from '../../model/cluster.js'
import type { BadRecord } from '../../model/errors.js'
import type { PairBatch } from '../../model/pair.js'
import type { Plan } from '../../model/plan.js'
import type { FindOptions } from '../find-options.js'

/** What the local engine is asked. */
export interface LocalOptions extends FindOptions {
  /** Worker threads. Default: the number of cores. The result does not depend on it. */
  readonly workers?: number
  /** What a bad record does. Default: `stop`. */
  readonly onError?: 'stop' | 'skip'
  readonly onProgress?: (progress: Progress) => void
}

/** How far a run has come. */
export interface Progress {
  readonly stage: 'sketch' | 'band' | 'verify' | 'cluster'
  /** Of `total`, in the unit of the stage: bytes, bands, pairs, pairs. */
  readonly done: number
  readonly total: number
  /** Documents read so far. */
  readonly documents: number
}

/** What the local engine found, by positions: the number of a record among all records of the source, bad ones counted. */
export interface LocalResult {
  readonly plan: Plan
  readonly documents: number
  /** Documents without a shingle. */
  readonly empty: number
  /** Documents that are identical to an earlier one. */
  readonly identical: number
  /** Pairs of different documents that were compared. */
  readonly candidates: number
  /** Documents that needed full Unicode treatment. */
  readonly slowWay: number
  /** In the order of a, then b. */
  readonly pairs: PairBatch
  /** Pairs that are true but not listed, because they stand between copies of one document that has very many. */
  readonly pairsOmitted: number
  readonly clusters: readonly Cluster[]
  readonly recall: { readonly wished: number; readonly promised: number }
  readonly skipped: readonly BadRecord[]
  /** For each position its place in the source, for reading the records again. */
  readonly places: RecordPlaces
}

/** Where the records of a source are, by position. */
export interface RecordPlaces {
  readonly count: number
  /** Which file of the source. */
  readonly file: Uint32Array
  /** The first byte of the line. */
  readonly start: Float64Array
  /** Bytes of the line, without its newline. */
  readonly length: Uint32Array
}
