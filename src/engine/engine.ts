/// <reference lib="esnext.disposable" preserve="true" />

// The contract of every engine: one request, one result, whatever carries the plan out. `test/conformance/engine-suite.ts`
// is the same for all of them. See docs/decisions/engine-contract.md.

import type { AuditResult } from '../audit/judge-audit.js'
import type { ClusterColumns } from '../cluster/cluster-columns.js'
import type { Document, DocumentId } from '../model/document.js'
import type { BadRecord } from '../model/errors.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { Plan } from '../model/plan.js'
import type { AgainstSummary, DocumentCluster, OmittedPairs } from '../model/report.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { AgainstRequest, FindRequest } from './request.js'

export type { AgainstRequest, FindRequest }

/** What is requested of an engine whose documents come from such a source. */
export type EngineRequest<Source = Documents> = FindRequest & AgainstRequest<Source>

/** Documents at hand or on their way: objects with a `text` and perhaps an `id`, one by one or in batches. */
export type Documents = Iterable<Document> | AsyncIterable<Document | readonly Document[]>

/** How far a run has come. */
export interface Progress {
  readonly stage: 'sketch' | 'band' | 'sets' | 'verify' | 'cluster' | 'audit'
  /** Of `total`, in the unit of the stage: bytes, tasks. */
  readonly done: number
  readonly total: number
  /** Documents read so far. */
  readonly documents: number
}

/** The part of an `AbortSignal` that engines use: they know of no platform. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What the caller controls while a run is under way. */
export interface RunControl {
  /** An `AbortSignal` that ends the run; the promise is rejected with its reason. */
  readonly signal?: StopSignal
  readonly onProgress?: (progress: Progress) => void
}

/** Carries a plan out. */
export interface Engine<Source = Documents> {
  readonly name: string
  /** The plan that `find` would follow, with its reason and what it is expected to lead to. */
  plan(source: Source, request?: EngineRequest<Source>, control?: RunControl): Promise<ExplainedPlan>
  find(source: Source, request?: EngineRequest<Source>, control?: RunControl): Promise<Found>
}

/** A share of the true pairs, measured on sampled documents, with its 95 % confidence interval; nothing without true pairs. */
export interface MeasuredShare {
  readonly measured?: number
  readonly low?: number
  readonly high?: number
}

/** How much of what is there was found. */
export interface FoundRecall extends MeasuredShare {
  readonly requested: number
  /** The probability that a pair exactly at the threshold is found. */
  readonly guaranteed: number
  /** The share of all true pairs that is listed, estimated from those listed. */
  readonly estimated: number
  /** The same for clusters: a pair that is not listed counts, too, if its documents are connected through listed pairs. */
  readonly inClusters: { readonly estimated: number } & MeasuredShare
}

/** What a run found, in numbers: plain JSON. With `against`, documents are those of the source. */
export interface FindSummary {
  readonly plan: Plan
  readonly documents: number
  /** Documents without a shingle; they match nothing. */
  readonly empty: number
  /** Documents that have the text of an earlier one, byte for byte; empty ones are not counted. */
  readonly identical: number
  /** Other documents that equal an earlier one after normalization: the same shingles in the same order. */
  readonly equal: number
  /** Pairs of different documents that were compared. What an exact search compares depends on the engine. */
  readonly candidates: number
  readonly pairs: number
  /** Pairs that reach the threshold and are not listed, because of `maxGroup`. */
  readonly pairsOmitted: OmittedPairs
  readonly clusters: number
  readonly recall: FoundRecall
  /** The other side, where there is one. */
  readonly against?: AgainstSummary
  /** Where one was requested. */
  readonly audit?: AuditResult
  /** Bad records that were left out. */
  readonly skipped: readonly BadRecord[]
}

/** The id of a position: the number of a record in the source; records of `against` are counted on after the last of the source. */
export type IdLookup = (position: number) => DocumentId

/** What an engine found. Pairs and clusters may be in files: close it when you have read them. */
export interface Found extends AsyncDisposable {
  readonly summary: FindSummary
  /** Pairs by the ids of their documents, in the order of the input. */
  pairs(): AsyncIterable<Pair>
  /** Clusters by the ids of their documents, in the order of their first members. */
  clusters(): AsyncIterable<DocumentCluster>
  /** The same pairs by positions, in typed arrays: sorted by a, then b. */
  pairBatches(): AsyncIterable<PairBatch>
  /** The same clusters by positions, in typed arrays. */
  clusterBatches(): AsyncIterable<ClusterColumns>
  /** The ids of some positions. */
  ids(positions: Iterable<number>): Promise<IdLookup>
}
