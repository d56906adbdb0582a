import type { FieldAgreement } from '../apps/entities/agreement-table.js'
import type { Interval } from '../apps/entities/expectations.js'
import type { SavedDecision } from '../dedup/decisions.js'
import type { SourceRate } from '../dedup/source-rates.js'
import type { FoundRecall } from '../engine/engine.js'
import type { Plan } from '../model/plan.js'
import type { SampleStatistics } from '../plan/sample-statistics.js'

/** The version of the data in a report; a page can read only its own version. */
export const REPORT_VERSION = 1

/** Everything a report shows. Documents are identified by their numbers in `documents`. */
export interface ReportData extends ReportHeader {
  readonly pairs: ReportPairs
  /** For each document, the number of its file in `documents.files`. */
  readonly fileOf: Uint32Array
  /** For each document, the number of the document kept instead; only for a deduplication. */
  readonly survivorOf?: Uint32Array
}

/** Pairs by document number, in ascending order of a, then b; pairs that were not reported come last (see `suggested`). */
export interface ReportPairs {
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly similarity: Float32Array
}

/** The part of a report that is plain JSON. */
export interface ReportHeader {
  readonly version: number
  readonly command: 'find' | 'dedup' | 'plagiarism' | 'match'
  /** What was searched. */
  readonly title: string
  /** When the report was written, as an ISO date and time. */
  readonly created: string
  /** The command line of the run, without secrets; omitted if there was none. */
  readonly given?: GivenArguments
  /** If there was none: what a command line for the same run would contain in addition to the options of the plan. */
  readonly equivalent?: GivenArguments
  readonly counts: ReportCounts
  /** The measure of the pairs: `similarity`, or `score` for plagiarism and match. */
  readonly measure: string
  /** Pairs with at least this similarity are duplicates; the run may have kept others (see `pairsBelow`). */
  readonly threshold: number
  readonly plan?: Plan
  /** The sample that the plan was made from, if it was made from one: other settings can be planned with it. */
  readonly sample?: SampleStatistics
  readonly recall?: FoundRecall
  /** All listed pairs by similarity, from 0 to 1 in bins of equal width; a pair at 1 is in the last bin. */
  readonly histogram: readonly number[]
  /** Estimates from a sample, in the same bins, of the pairs that are too dissimilar to be listed. */
  readonly estimated?: readonly number[]
  readonly documents: {
    readonly ids: readonly string[]
    readonly files: readonly string[]
  }
  /** The texts of the documents that are shown in full. */
  readonly texts: readonly ReportText[]
  readonly sources?: readonly SourceRate[]
  /** For a deduplication: which documents are kept, as a sentence without its final period. */
  readonly survivorReason?: string
  /** For a deduplication: the decisions of a person that it applied. */
  readonly decisions?: readonly SavedDecision[]
  /** A few sentences for the top of the page. */
  readonly notes?: readonly string[]
  /** The distribution of the similarities of all pairs, listed or not, if known. */
  readonly backgrounds?: readonly ReportBackground[]
  readonly tables?: readonly ReportTable[]
  /** What is known about some pairs in addition to their similarity. */
  readonly pairDetails?: readonly PairDetail[]
  /** For a search for records: their values, and how their fields agree. */
  readonly records?: ReportRecords
  /** The number of pairs at the end of `pairs` that were not reported but are worth labeling. Default: 0. */
  readonly suggested?: number
  /** What the run found but the report does not contain. */
  readonly leftOut: {
    readonly pairs: number
    /** Whether the clusters at every threshold are still those of all pairs. */
    readonly clustersAreComplete: boolean
    /** The number of documents in the tables whose text is not in the report. */
    readonly texts: number
    /** The number of sources without removal rates. Default: 0. */
    readonly sources?: number
    /** The number of ids that are shortened, see `shortName`. Default: 0. */
    readonly ids?: number
    /** The number of names of files, sources and fields that are shortened. Default: 0. */
    readonly names?: number
    /** The number of files that are not named. Default: 0. */
    readonly files?: number
    /** The number of listed pairs without `pairDetails`, if other pairs have them. Default: 0. */
    readonly details?: number
  }
}

/** The inputs and options of a command line as they were given. */
export interface GivenArguments {
  readonly inputs: readonly string[]
  /** Names without dashes, with their values as written; a flag has none. */
  readonly options: readonly (readonly [name: string, value?: string])[]
}

interface ReportCounts {
  readonly documents: number
  readonly empty: number
  readonly identical?: number
  readonly equal?: number
  readonly candidates: number
  readonly pairs: number
  readonly pairsOmitted?: number
  /** Kept pairs below the threshold; omitted if the run kept none. */
  readonly pairsBelow?: number
  readonly clusters: number
  readonly kept?: number
  readonly removed?: number
}

export interface ReportText {
  readonly document: number
  readonly text: string
  /** The number of characters cut off at the end. */
  readonly cut?: number
}

/** Pairs by similarity, from 0 to 1 in bins of equal width. */
export interface ReportBackground {
  readonly title: string
  readonly counts: readonly number[]
  /** Undefined: no similarity is high enough. */
  readonly threshold?: number
}

/** A table in the overview. */
export interface ReportTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** The number of further rows that the report does not contain. Default: 0. */
  readonly leftOut?: number
}

/** More about a pair. */
export interface PairDetail {
  readonly pair: number
  /** Names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Passages that both texts contain, in UTF-16 code units; if missing, the page finds them. */
  readonly passages?: readonly ReportPassage[]
  /** What the passages count. Default: words. */
  readonly passageUnit?: 'token'
  /** For two records: the evidence from each field. */
  readonly evidence?: PairEvidence
}

/** The records that a report shows, and how their fields agree. */
export interface ReportRecords {
  /** The names of the compared fields. */
  readonly fields: readonly string[]
  /** The values of the records that are shown in full, one per field; null: missing. */
  readonly values: readonly { readonly document: number; readonly values: readonly (string | null)[] }[]
  readonly agreement: readonly FieldAgreement[]
  /** The expected quality of the pairs, according to their probabilities; a value whose interval is too wide is omitted. */
  readonly expected?: {
    readonly precision?: number
    readonly recall?: number
    readonly precisionInterval?: Interval
    readonly recallInterval?: Interval
  }
  /** The numbers of the pairs most worth labeling, most valuable first. */
  readonly toMark: readonly number[]
}

/** Why two records match or not, in bits: each bit doubles the odds of a match, or halves them. */
export interface PairEvidence {
  /** log2 of the odds for any two records. */
  readonly prior: number
  /** One entry per compared field; null: one of the records has no value. */
  readonly fields: readonly (FieldEvidence | null)[]
  /** log2 of the odds for the pair. */
  readonly strength: number
}

interface FieldEvidence {
  /** From 0 to 100. */
  readonly points: number
  /** The evidence for a match, or against it if negative. */
  readonly bits: number
  /** Why differing values count as closer than their letters suggest. */
  readonly softenings: readonly string[]
}

export interface ReportPassage {
  readonly a: readonly [start: number, end: number]
  readonly b: readonly [start: number, end: number]
  /** The number of equal tokens in it. */
  readonly matched: number
}
