import type { Cluster } from './cluster.js'
import type { DocumentId } from './document.js'
import type { Pair } from './pair.js'
import type { Plan } from './plan.js'

/** A cluster by the ids of its documents, in input order. */
export interface DocumentCluster<Id extends DocumentId = DocumentId>
  extends Omit<Cluster, 'members' | 'center'> {
  readonly members: readonly Id[]
  readonly center?: Id
}

/** What is known of a run's recall without looking further. */
export interface ReportedRecall {
  /** By the caller. */
  readonly requested: number
  /** The probability that a pair exactly at the threshold is found. */
  readonly guaranteed: number
  /** The share of all true pairs that is listed, from those listed: each stands for the inverse of its probability to be found. */
  readonly estimated: number
  /** The same for clusters: a pair that is not listed counts, too, if its documents are connected through listed pairs. */
  readonly inClusters: { readonly estimated: number }
}

/** How many pairs that reach the threshold are left out of the list, because of the limit for groups. */
export interface OmittedPairs {
  readonly count: number
  /** The 95 % confidence interval, where not all were counted. */
  readonly interval?: { readonly low: number; readonly high: number }
}

/**
 * Why a document is removed: its text is, byte for byte, that of its survivor; it equals it after normalization (the same shingles
 * in the same order); or it is similar to it.
 */
export type RemovalReason = 'identical' | 'equal' | 'similar'

/** What is known of the documents with which others were compared. */
export interface AgainstSummary {
  readonly documents: number
  /** Of these, without a shingle; they match nothing. */
  readonly empty: number
  /** Documents of the input that have the text of one of these, byte for byte; empty ones are not counted. */
  readonly identical: number
  /** Other documents of the input that equal one of these after normalization: the same shingles in the same order. */
  readonly equal: number
}

/** What a search found, and how. With documents to compare with, `documents` and what follows are those of the input. */
export interface SimilarityReport<Id extends DocumentId = DocumentId, OtherId extends DocumentId = Id> {
  readonly plan: Plan
  /** Documents read. */
  readonly documents: number
  /** Documents without a shingle; they match nothing. */
  readonly empty: number
  /** Documents that have the text of an earlier one, byte for byte; empty ones are not counted. */
  readonly identical: number
  /** Other documents that equal an earlier one after normalization: the same shingles in the same order. */
  readonly equal: number
  /** Pairs of different documents that were compared. */
  readonly candidates: number
  /** The pairs found, in input order; each was verified. All of them, except for those that `maxGroup` leaves out. */
  readonly pairs: readonly Pair<Id, OtherId>[]
  /** Pairs that reach the threshold and are not listed: both documents have more similar ones than `maxGroup` allows. */
  readonly pairsOmitted: number
  readonly clusters: readonly DocumentCluster<Id>[]
  readonly recall: ReportedRecall
  /** The documents to compare with, where there are any. */
  readonly against?: AgainstSummary
}
