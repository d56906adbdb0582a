import type { ClusterColumns } from '../cluster/cluster-columns.js'
import type { SourceRate } from '../dedup/source-rates.js'
import type { FindSummary, Found } from '../engine/engine.js'
import type { DocumentId } from '../model/document.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { Plan } from '../model/plan.js'
import type { DocumentCluster, OmittedPairs, RemovalReason } from '../model/report.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { Added } from '../store/store.js'
import type { ReportOptions } from './report.js'

/** What `find` found. Pairs, clusters and ids are read from temporary files as you ask for them: close it when you are done. */
export interface FoundFiles extends Found {
  /** The plan with its reasons and what was predicted. */
  readonly explained: ExplainedPlan
  /** Writes a page that shows the result: one HTML file that needs no other and no network. */
  writeReport(path: string, options?: ReportOptions): Promise<void>
  /** Removes the temporary files; the result cannot be read afterwards. */
  close(): Promise<void>
}

/** A record as it was read: the fields of a document, in plain data. */
export type StoredRecord = Readonly<Record<string, unknown>>

/** A document that is removed, and why. */
export interface RemovedRecord {
  /** Its 0-based number among the records of all inputs. */
  readonly position: number
  readonly id: DocumentId
  /** The document that is kept in its place. */
  readonly survivor: DocumentId
  /** True where the survivor is one of the documents to compare with (`against`); left out elsewhere. */
  readonly against?: true
  /** Its true similarity to the survivor. */
  readonly similarity: number
  readonly reason: RemovalReason
  readonly document: StoredRecord
}

export interface DedupSummary extends FindSummary {
  readonly kept: number
  readonly removed: number
  /** With `add`: what became of the kept documents in the index. */
  readonly added?: Added
}

/** What `dedup` keeps and removes. */
export interface Deduplicated extends FoundFiles {
  readonly summary: DedupSummary
  /** The documents that are kept, in the order of the input. */
  kept(): AsyncGenerator<StoredRecord, void>
  /** The documents that are removed, in the order of the input, each with the one that is kept in its place. */
  removed(): AsyncGenerator<RemovedRecord, void>
  /** How many documents of each source there are and how many of them are removed; reads the documents again. */
  sources(): Promise<readonly SourceRate[]>
}

/** A finished run at another threshold, in numbers. */
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
  /** `guaranteed`: the probability with which the run found a pair exactly at this threshold. */
  readonly recall: { readonly requested: number; readonly guaranteed: number }
}

/** What a run found, at another threshold. */
export interface Reclustered {
  readonly summary: ReclusterSummary
  pairs(): AsyncIterable<Pair>
  clusters(): AsyncIterable<DocumentCluster>
  /** The same pairs by positions, in typed arrays: sorted by a, then b. */
  pairBatches(): AsyncIterable<PairBatch>
  clusterBatches(): AsyncIterable<ClusterColumns>
  /** The documents that would be removed, each with the one that is kept in its place. */
  removed(): AsyncIterable<{ readonly id: DocumentId; readonly survivor: DocumentId }>
}
