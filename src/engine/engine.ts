/// <reference lib="esnext.disposable" preserve="true" />

// The contract of every engine: the same request and the same result, wherever the plan is carried out. All engines pass
// `test/conformance/engine-suite.ts`. See docs/decisions/engine-contract.md.

import type { AuditResult } from '../audit/judge-audit.js'
import type { ClusterColumns } from '../cluster/cluster-columns.js'
import type { Document, DocumentId } from '../model/document.js'
import type { BadRecord } from '../model/errors.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { Plan } from '../model/plan.js'
import type { AgainstSummary, DocumentCluster, OmittedPairs } from '../model/report.js'
import type { StopSignal } from '../model/stop-signal.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { AgainstRequest, FindRequest } from './request.js'

export type { AgainstRequest, FindRequest, StopSignal }

/** The request to an engine that reads documents from this kind of source. */
export type EngineRequest<Source = Documents> = FindRequest & AgainstRequest<Source>

/** Documents in an iterable or async iterable: objects with a `text` and optionally an `id`, one by one or in batches. */
export type Documents = Iterable<Document> | AsyncIterable<Document | readonly Document[]>

/** The progress of a run, of whatever kind: a search, a join, or `recluster` and `restore` of an earlier one. */
export interface Progress {
  /** `write`: the files of a deduplication or its restored inputs are written, or documents are added to an index. */
  readonly stage: 'read' | 'sketch' | 'band' | 'sets' | 'join' | 'verify' | 'cluster' | 'audit' | 'write'
  /** How much of `total` is done, in the unit of the stage: documents, sets, pairs, bytes or tasks. */
  readonly done: number
  /** 0 if it is not known, as while a stream is read. */
  readonly total: number
  /** Documents read so far; in a join, sets. */
  readonly documents: number
}

/** How the caller controls a run. */
export interface RunControl {
  /**
   * An `AbortSignal` that stops the run: the promise is rejected with its reason. Later, it ends the iterations over the
   * result in the same way.
   */
  readonly signal?: StopSignal
  readonly onProgress?: (progress: Progress) => void
}

/** An engine carries out a plan. */
export interface Engine<Source = Documents> {
  readonly name: string
  /** Returns the plan that `find` would follow, with its reason and its predictions. */
  plan(source: Source, request?: EngineRequest<Source>, control?: RunControl): Promise<ExplainedPlan>
  find(source: Source, request?: EngineRequest<Source>, control?: RunControl): Promise<Found>
}

/** A share of the true pairs, measured on sampled documents, with its 95 % confidence interval. Empty if there are no true pairs. */
export interface MeasuredShare {
  readonly measured?: number
  readonly low?: number
  readonly high?: number
}

/** The recall of a run. */
export interface FoundRecall extends MeasuredShare {
  readonly requested: number
  /** The probability that a pair exactly at the threshold is found. */
  readonly guaranteed: number
  /** The share of all true pairs that are listed, estimated from the listed pairs. */
  readonly estimated: number
  /** The same for clusters: a pair that is not listed also counts if its documents are connected through listed pairs. */
  readonly inClusters: { readonly estimated: number } & MeasuredShare
}

/** The result of a run in numbers, as plain JSON. With `against`, the documents are those of the source. */
export interface FindSummary {
  readonly plan: Plan
  readonly documents: number
  /** Documents without a shingle; they match nothing. */
  readonly empty: number
  /** Documents that have the text of an earlier one, byte for byte; empty ones are not counted. */
  readonly identical: number
  /** Other documents that equal an earlier one after normalization: the same shingles in the same order. */
  readonly equal: number
  /** Pairs of distinct documents that share a band; in an exact search, those that reach the threshold. The same in every engine. */
  readonly candidates: number
  /** Pairs of distinct documents that were compared. In an exact search, their number depends on the engine. */
  readonly compared: number
  readonly pairs: number
  /** Pairs that reach the threshold but are not listed because of `maxGroup`. */
  readonly pairsOmitted: OmittedPairs
  readonly clusters: number
  readonly recall: FoundRecall
  /** The documents to compare with, if there are any. */
  readonly against?: AgainstSummary
  /** Only if an audit was requested. */
  readonly audit?: AuditResult
  /** Bad records that were skipped. */
  readonly skipped: readonly BadRecord[]
}

/**
 * Returns the id of a position, which is the number of a record in the source. The numbers of records of `against` follow
 * those of the source.
 */
export type IdLookup = (position: number) => DocumentId

/** The result of an engine. It may hold files, threads and memory, so close it when you have read it. */
export interface Found extends AsyncDisposable {
  readonly summary: FindSummary
  /** Pairs by the ids of their documents, in input order. */
  pairs(): AsyncIterable<Pair>
  /** Clusters by the ids of their documents, ordered by their first members. */
  clusters(): AsyncIterable<DocumentCluster>
  /** The same pairs by position, in typed arrays, sorted by a, then b. */
  pairBatches(): AsyncIterable<PairBatch>
  /** The same clusters by position, in typed arrays of bounded size; a batch has many clusters, or a single large one. */
  clusterBatches(): AsyncIterable<ClusterColumns>
  /** Looks up the ids of some positions. */
  ids(positions: Iterable<number>): Promise<IdLookup>
  /** Releases what it holds; it cannot be read afterwards. */
  close(): Promise<void>
}
