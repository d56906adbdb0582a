import type { FieldAgreement } from '../apps/entities/agreement-table.js'
import type { Interval } from '../apps/entities/expectations.js'
import type { SourceRate } from '../dedup/source-rates.js'
import type { FoundRecall } from '../engine/engine.js'
import type { Plan } from '../model/plan.js'

/** The version of the data in a report; a page reads its own version only. */
export const REPORT_VERSION = 1

/** Everything a report shows. Documents are known by their numbers in `documents`. */
export interface ReportData extends ReportHeader {
  readonly pairs: ReportPairs
  /** For each document the number of its file in `documents.files`. */
  readonly fileOf: Uint32Array
  /** For each document the number of the document that is kept in its place; only of a deduplication. */
  readonly survivorOf?: Uint32Array
}

/** Pairs by the numbers of their documents, by rising a, then b; last those that were not reported (see `suggested`). */
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
  readonly counts: ReportCounts
  /** The measure of the pairs: `similarity`, or `score` for plagiarism and match. */
  readonly measure: string
  /** Pairs at or above it are listed. */
  readonly threshold: number
  readonly plan?: Plan
  readonly recall?: FoundRecall
  /** All listed pairs by similarity, from 0 to 1 in steps of equal width; a pair at 1 is in the last. */
  readonly histogram: readonly number[]
  readonly documents: {
    readonly ids: readonly string[]
    readonly files: readonly string[]
  }
  /** Texts of the documents that are shown in full. */
  readonly texts: readonly ReportText[]
  readonly sources?: readonly SourceRate[]
  /** Of a deduplication: which documents are kept, as a sentence without its full stop. */
  readonly survivorReason?: string
  /** A few sentences for the top of the page. */
  readonly notes?: readonly string[]
  /** How the similarities of all pairs are spread, listed or not, where that is known. */
  readonly backgrounds?: readonly ReportBackground[]
  readonly tables?: readonly ReportTable[]
  /** What is known of some pairs besides their similarity. */
  readonly pairDetails?: readonly PairDetail[]
  /** Of a search for records: what they hold, and how their fields agree. */
  readonly records?: ReportRecords
  /** Pairs at the end of `pairs` that were not reported, but are worth a mark. Default: 0. */
  readonly suggested?: number
  /** What the run found and the report does not hold. */
  readonly leftOut: {
    readonly pairs: number
    /** Whether clusters at every threshold are still those of all pairs. */
    readonly clustersAreComplete: boolean
    /** Documents in the tables whose text is not in the report. */
    readonly texts: number
  }
}

interface ReportCounts {
  readonly documents: number
  readonly empty: number
  readonly identical?: number
  readonly equal?: number
  readonly candidates: number
  readonly pairs: number
  readonly pairsOmitted?: number
  readonly clusters: number
  readonly kept?: number
  readonly removed?: number
}

export interface ReportText {
  readonly document: number
  readonly text: string
  /** Characters that were cut off at the end. */
  readonly cut?: number
}

/** Pairs by similarity, from 0 to 1 in steps of equal width. */
export interface ReportBackground {
  readonly title: string
  readonly counts: readonly number[]
  /** Undefined: no similarity suffices. */
  readonly threshold?: number
}

/** A table of the overview. */
export interface ReportTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** More about a pair. */
export interface PairDetail {
  readonly pair: number
  /** Names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Passages that both texts have, in UTF-16 units; where they are left out, the page looks for them. */
  readonly passages?: readonly ReportPassage[]
  /** Of two records: what each field says. */
  readonly evidence?: PairEvidence
}

/** The records that a report shows, and how their fields agree. */
export interface ReportRecords {
  /** The names of the compared fields. */
  readonly fields: readonly string[]
  /** The values of the records that are shown in full, one for each field; null: missing. */
  readonly values: readonly { readonly document: number; readonly values: readonly (string | null)[] }[]
  readonly agreement: readonly FieldAgreement[]
  /** What the probabilities lead to expect of the pairs; undefined for a score by points. */
  readonly expected?: {
    readonly precision: number
    readonly recall: number
    readonly precisionInterval?: Interval
    readonly recallInterval?: Interval
  }
  /** The numbers of the pairs that are most worth a mark, the most valuable first. */
  readonly toMark: readonly number[]
}

/** Why two records match or not, in bits: each doubles the odds of a match, or halves them. */
export interface PairEvidence {
  /** log2 of the odds of any two records. */
  readonly prior: number
  /** For each compared field; null: one of the records has no value. */
  readonly fields: readonly (FieldEvidence | null)[]
  /** log2 of the odds of the pair. */
  readonly strength: number
}

interface FieldEvidence {
  /** From 0 to 100. */
  readonly points: number
  /** What it says for a match, or against it. */
  readonly bits: number
  /** Why values that differ count as closer than their letters are. */
  readonly softenings: readonly string[]
}

export interface ReportPassage {
  readonly a: readonly [start: number, end: number]
  readonly b: readonly [start: number, end: number]
  /** Equal tokens in it. */
  readonly matched: number
}
