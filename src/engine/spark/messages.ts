// The messages between this program and the one on Spark, one line of JSON each. The Python side is python/likewise/spark.

import type { Plan } from '../../model/plan.js'
import type { Progress } from '../engine.js'
import type { BucketLayout } from '../oversized/large-buckets.js'

/** The location of the documents of a side. */
export interface SparkSide {
  readonly format: 'jsonl' | 'parquet' | 'csv' | 'orc' | 'avro' | 'table'
  readonly paths: readonly string[]
  readonly textFields: readonly string[]
  readonly idField: string | null
  readonly isIdDetected: boolean
  /** Whether the paths are a complete list of files, in order, and none is a glob. */
  readonly isListed: boolean
  /** Options of Spark's reader. */
  readonly options?: Readonly<Record<string, string>>
}

interface FindMessage {
  readonly do: 'find'
  readonly sides: readonly SparkSide[]
  readonly plan: Plan
  /** How documents are put into buckets; null if the plan needs none. */
  readonly buckets: BucketLayout | null
  readonly onError: 'stop' | 'skip'
  readonly alsoWithin: boolean
  /** Whether nothing but texts and ids will be needed: no records will be written. */
  readonly onlyTexts: boolean
}

/** What will be read and written. */
interface FilesMessage extends SparkOutputs {
  readonly do: 'files'
  readonly sides: readonly SparkSide[]
}

/** What Spark will write: URIs, or `table:NAME`. */
export interface SparkOutputs {
  readonly outputs: readonly string[]
  /** Whether they may exist already. */
  readonly overwrite: boolean
}

export type SparkRequest =
  | FindMessage
  | {
      readonly do: 'check'
      readonly checkpoints: string
      /** Whether the user named the folder; otherwise executors need not see it unless it is used. */
      readonly isFolderRequested: boolean
    }
  | FilesMessage
  | {
      readonly do: 'store'
      /** A file of this machine. */
      readonly file: string
      /** A URI, or `table:NAME`, for which the file must be Parquet. */
      readonly target: string
      readonly overwrite: boolean
    }
  | { readonly do: 'sample'; readonly sides: readonly SparkSide[]; readonly most: number }
  /** With the columns `a` and `b`: the positions of pairs, the smaller one first. */
  | { readonly do: 'compare'; readonly search: number }
  | {
      readonly do: 'hubs'
      readonly search: number
      readonly relation: 'within' | 'across'
      /** Positions. */
      readonly hubs: readonly number[]
      /** The documents of large buckets from position `from` up to, but not including, `to` are compared. */
      readonly from: number
      readonly to: number
    }
  | { readonly do: 'sets'; readonly search: number; readonly positions: readonly number[] }
  | {
      readonly do: 'match'
      readonly search: number
      /** The relations that have oversized documents, which are in columns (`oversizedColumns`). */
      readonly oversized: readonly string[]
      /** Whether pairs are returned with the sizes of their sets. */
      readonly withSizes: boolean
    }
  | { readonly do: 'audit'; readonly search: number; readonly sampled: readonly number[] }
  | { readonly do: 'excluded'; readonly search: number }
  /** With the column `positions`, ascending. */
  | { readonly do: 'ids' | 'lengths'; readonly search: number }
  | ({ readonly do: 'dedup'; readonly search: number } & DedupMessage)
  | { readonly do: 'release'; readonly search: number }

/** Columns of numbers that are sent before a request, in lines of limited length. */
export type SentColumns = Readonly<Record<string, Uint32Array | Float64Array>>

/** What `dedup` writes, and where. */
interface DedupMessage {
  readonly survivor: 'first' | 'longest'
  /** Whether the columns `positions`, `survivors` and `similarities` say what is removed. Spark decides it if all pairs are listed. */
  readonly isChosen: boolean
  /** Null: nothing is written. */
  readonly kept: string | null
  readonly removed: string | null
  readonly overwrite: boolean
}

/** A record that was not used. */
export interface BadRow {
  readonly side: number
  readonly position: number
  readonly file: number
  readonly line: number
  readonly problem: string
}

/** A record with the id of an earlier one. */
export interface RepeatedRow extends Omit<BadRow, 'problem'> {
  /** As JSON. */
  readonly id: string
  readonly firstFile: number
  readonly firstLine: number
}

/** What is known about a side. */
interface SideCounts {
  readonly records: number
  readonly documents: number
  readonly empty: number
  readonly characters: number
  readonly rejected_id: 'missing' | 'repeated' | null
}

/** The answer to `find`. The fields after `isStopped` are present only if no record stopped it. */
export interface FindAnswer {
  readonly search: number
  readonly count: number
  readonly boundary: number
  readonly sides: readonly SideCounts[]
  /** Documents that needed full Unicode handling. */
  readonly unicodeFallbacks: number
  /** The files of each side, if Spark listed them itself. */
  readonly files: readonly (readonly string[])[]
  readonly isStopped?: boolean
  readonly identical: number
  readonly equal: number
  readonly known?: { readonly identical: number; readonly equal: number }
}

/** The answer to `match`. */
export interface MatchAnswer {
  readonly candidates: number
  readonly compared: number
  readonly pairs: number
}

/** The answer to `sample`. The texts are sent before it. */
export interface SampleAnswer {
  readonly sides: readonly number[]
  readonly documents: number
}

/** Rows that are sent before an answer, in messages of limited size: columns of numbers or of bytes, in base64. */
export interface RowsMessage {
  readonly rows: string
  readonly columns: Readonly<Record<string, string>>
}

export type SparkMessage =
  | { readonly token: string }
  | { readonly ready: { readonly version: string; readonly master: string; readonly parallelism: number } }
  | { readonly progress: Progress }
  | RowsMessage
  | { readonly id: number; readonly result: unknown }
  | { readonly id?: number; readonly error: SparkProblem }

export interface SparkProblem {
  readonly code: string
  /** Of an output. */
  readonly file?: string
  readonly problem: string
  readonly hint: string
}
