import type { AuditResult } from '../../audit/judge-audit.js'
import type { SortPairs } from '../../cluster/greedy-cover.js'
import type { BadRecord } from '../../model/errors.js'
import type { Plan } from '../../model/plan.js'
import type { AgainstSummary, OmittedPairs, ReportedRecall } from '../../model/report.js'
import type { Source } from '../../read/source.js'
import type { MeasuredShare, Progress, StopSignal } from '../engine.js'
import type { FindRequest, RunRequest } from '../request.js'
import type { ClusterTable } from '../stages/cluster/cluster-table.js'
import type { Copies } from '../stages/identical/copies.js'
import type { RecordLocations } from '../stages/read/record-locations.js'
import type { Thread } from '../stages/threads/thread.js'
import type { PairStream } from '../stages/verify/pair-stream.js'
import type { EarlierRun } from './node-earlier-run.js'
import type { RunWorkers } from './node-pool.js'

/** What the local engine is asked. */
export interface NodeFindOptions extends FindRequest, RunRequest {
  /** Where the source has a second side, whether the pairs inside the first are found, too. Default: false. */
  readonly alsoWithin?: boolean
  /** Where the second side of the source was read by an earlier run: that run. */
  readonly earlierRun?: EarlierRun
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

/** How much of what is there is listed, and how much is connected through what is listed. */
export interface MeasuredRecall extends ReportedRecall, MeasuredShare {
  readonly inClusters: ReportedRecall['inClusters'] & MeasuredShare
}

/** The second side, and how it was compared. */
export interface AgainstSides extends AgainstSummary {
  /** The first position of its records. */
  readonly boundary: number
  /** Whether pairs inside the first side were looked for, too. */
  readonly alsoWithin: boolean
}

/** What the local engine found, by positions: the number of a record among all records of the source, bad ones counted. */
export interface NodeFindResult {
  /** The source that was searched, without its id where that was detected and does not hold one for each record. */
  readonly source: Source
  readonly plan: Plan
  readonly documents: number
  /** Documents without a shingle. */
  readonly empty: number
  /** Documents that have the text of an earlier one, byte for byte; empty ones are not counted. */
  readonly identical: number
  /** Other documents that equal an earlier one after normalization: the same shingles in the same order. */
  readonly equal: number
  /** Pairs of different documents that were compared. */
  readonly candidates: number
  /** Documents that needed full Unicode treatment. */
  readonly slowWay: number
  /** In the order of a, then b. */
  readonly pairs: PairStream
  /** Pairs that reach the threshold and are not listed, because of the limit for groups. */
  readonly pairsOmitted: OmittedPairs
  readonly clusters: ClusterTable
  /** Where there are two sides. */
  readonly against?: AgainstSides
  /** Documents that are equal after normalization. */
  readonly copies: Copies
  /** Documents with identical texts. */
  readonly identicalTexts: Copies
  /** Sorts any number of pairs within the memory of the run. */
  readonly sort: SortPairs
  readonly recall: MeasuredRecall
  /** Where one was requested. */
  readonly audit?: AuditResult
  readonly skipped: readonly BadRecord[]
  /** For each position its place in the source, for reading the records again. */
  readonly places: RecordLocations
  /** What reads documents again. */
  readonly thread: Thread
  /** Bytes that went to files. */
  readonly spilledBytes: number
  /** Blocks of an earlier run that were used again, and damaged ones that were made again. */
  readonly reused: { readonly found: number; readonly damaged: number }
  /** Removes what the result lies in; it cannot be read afterwards. */
  close(): void
}
