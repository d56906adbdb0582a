import type { ClusterColumns } from '../cluster/cluster-columns.js'
import type { SourceRate } from '../dedup/source-rates.js'
import type { FindSummary, Found, IdLookup, StopSignal } from '../engine/engine.js'
import type { DocumentId } from '../model/document.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { Plan } from '../model/plan.js'
import type { DocumentCluster, OmittedPairs, RemovalReason } from '../model/report.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { Added } from '../store/store.js'
import type { ReportOptions } from './report.js'

/** The options of `writeReport`. */
export interface WriteReportOptions extends ReportOptions {
  /** An `AbortSignal` that stops it. Default: that of the search. */
  readonly signal?: StopSignal
}

/**
 * The result of `find`. Pairs and ids are read from temporary files when you ask for them, and clusters are in memory, so close
 * it when you are done.
 */
export interface FoundFiles extends Found {
  /** The plan with its reasons and predictions. */
  readonly explained: ExplainedPlan
  /** Writes a page that shows the result: a self-contained HTML file that needs no network. */
  writeReport(path: string, options?: WriteReportOptions): Promise<void>
}

/** A record as it was read: the fields of a document, as plain data. */
export type StoredRecord = Readonly<Record<string, unknown>>

/** A removed document, and why it was removed. */
export interface RemovedRecord {
  /** Its 0-based number among the records of all inputs. */
  readonly position: number
  readonly id: DocumentId
  /** The document that is kept instead. */
  readonly survivor: DocumentId
  /** True if the survivor is one of the documents to compare with (`against`); otherwise omitted. */
  readonly against?: true
  /** Its exact similarity to the survivor. */
  readonly similarity: number
  readonly reason: RemovalReason
  readonly document: StoredRecord
}

export interface DedupSummary extends FindSummary {
  readonly kept: number
  readonly removed: number
  /** With `add`: how many of the kept documents were added to the index, or replaced one. */
  readonly added?: Added
}

/** The result of `dedup`. */
export interface Deduplicated extends FoundFiles {
  readonly summary: DedupSummary
  /** The kept documents, in input order. */
  kept(): AsyncGenerator<StoredRecord, void>
  /** The removed documents, in input order, each with the document that is kept instead. */
  removed(): AsyncGenerator<RemovedRecord, void>
  /** The number of documents of each source, and how many of them are removed. Reads the documents again. */
  sources(): Promise<readonly SourceRate[]>
}

/** The result of a finished run at another threshold, in numbers. */
export interface ReclusterSummary {
  readonly plan: Plan
  readonly threshold: number
  readonly documents: number
  readonly empty: number
  readonly identical: number
  readonly equal: number
  readonly pairs: number
  readonly pairsOmitted: OmittedPairs
  readonly clusters: number
  readonly kept: number
  readonly removed: number
  /** `guaranteed`: the probability that the run found a pair exactly at this threshold. */
  readonly recall: { readonly requested: number; readonly guaranteed: number }
}

/** The result of a finished run at another threshold. It is in memory, which `close` releases; the run directory stays. */
export interface Reclustered extends AsyncDisposable {
  readonly summary: ReclusterSummary
  pairs(): AsyncIterable<Pair>
  clusters(): AsyncIterable<DocumentCluster>
  /** The same pairs by position, in typed arrays, sorted by a, then b. */
  pairBatches(): AsyncIterable<PairBatch>
  /** The same clusters by position, in typed arrays of bounded size. */
  clusterBatches(): AsyncIterable<ClusterColumns>
  /** Looks up the ids of some positions. */
  ids(positions: Iterable<number>): Promise<IdLookup>
  /** The documents that would be removed, each with the document that would be kept instead. */
  removed(): AsyncIterable<{ readonly id: DocumentId; readonly survivor: DocumentId }>
  /** The result cannot be read afterwards. */
  close(): Promise<void>
}
