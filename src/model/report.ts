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

/** The recall of a run, as far as it is known without an audit. */
export interface ReportedRecall {
  /** The recall that the caller requested. */
  readonly requested: number
  /** The probability that a pair exactly at the threshold is found. */
  readonly guaranteed: number
  /**
   * The share of all true pairs that are listed, estimated from the listed pairs: each represents the inverse of its
   * probability of being found.
   */
  readonly estimated: number
  /** The same for clusters: a pair that is not listed also counts if its documents are connected through listed pairs. */
  readonly inClusters: { readonly estimated: number }
}

/** The number of pairs that reach the threshold but are not listed, because of the limit for groups. */
export interface OmittedPairs {
  readonly count: number
  /** The 95 % confidence interval, if not all were counted. */
  readonly interval?: { readonly low: number; readonly high: number }
}

/**
 * Why a document is removed: its text is, byte for byte, that of its survivor; it equals it after normalization (the same shingles
 * in the same order); or it is similar to it.
 */
export type RemovalReason = 'identical' | 'equal' | 'similar'

/** The documents to compare with, in numbers. */
export interface AgainstSummary {
  readonly documents: number
  /** The number of these without shingles; they match nothing. */
  readonly empty: number
  /** Documents of the input that have the text of one of these, byte for byte; empty ones are not counted. */
  readonly identical: number
  /** Other documents of the input that equal one of these after normalization: the same shingles in the same order. */
  readonly equal: number
}

/** The result of a search. With documents to compare with, `documents` and the counts after it are those of the input. */
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
  /** Pairs of different documents that share a band; in an exact search, those that reach the threshold. */
  readonly candidates: number
  /** Pairs of different documents that were compared. In an exact search, their number depends on the engine. */
  readonly compared: number
  /** The verified pairs, in input order: all that were found, except those omitted because of `maxGroup`. */
  readonly pairs: readonly Pair<Id, OtherId>[]
  /** Pairs that reach the threshold but are not listed, because both documents have larger groups than `maxGroup` allows. */
  readonly pairsOmitted: OmittedPairs
  readonly clusters: readonly DocumentCluster<Id>[]
  readonly recall: ReportedRecall
  /** The documents to compare with, if there are any. */
  readonly against?: AgainstSummary
}
