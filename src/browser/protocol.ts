// The messages between a page and the worker that coordinates a run.

import type { BrowserRequest } from '../engine/browser/browser-request.js'
import type { FindSummary, Progress } from '../engine/engine.js'
import type { Fault } from '../engine/stages/threads/faults.js'
import type { DocumentId } from '../model/document.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { Encoding } from '../read/encoding.js'
import type { ChosenFields, InputNotes, Source } from '../read/source.js'
import type { ReportData } from '../report/report-data.js'

/** How files are read. The options have the names and defaults of the command line. */
export interface ReadOptions {
  /** The names or paths of the fields that contain the text. Default: one field, detected automatically. */
  readonly text?: readonly string[]
  /** The field that contains the id; false: none. Default: detected automatically. */
  readonly id?: string | false
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly header?: boolean
}

/** Files that the user chose, or documents of the page as lines of JSON. */
export type SentSource =
  | { readonly files: readonly { readonly name: string; readonly blob: Blob; readonly modified: number }[] }
  | { readonly lines: Blob; readonly source: Omit<Source, 'close'> }

/** The search that a run performs. */
export interface RunArguments {
  readonly source: SentSource
  readonly against?: SentSource
  readonly request: BrowserRequest
  readonly reading: ReadOptions
  readonly workers: number
  readonly inlineBelow?: number
}

/** The result of a run, in numbers. */
export interface RunOutcome {
  /** With the skipped records as plain data. */
  readonly summary: Omit<FindSummary, 'skipped'> & { readonly skipped: readonly Fault[] }
  readonly explained: ExplainedPlan
  readonly fields: ChosenFields
  readonly notes: InputNotes
}

/** Lists that are transferred in parts. */
export type ListName = 'pairs' | 'clusters' | 'pairBatches' | 'clusterBatches'

/** The calls that the worker accepts, by name: their parameters and results. */
export interface Calls {
  /** Starts workers for the next run. */
  prepare: (workers: number) => Promise<void>
  find: (run: RunArguments) => Promise<RunOutcome>
  plan: (run: RunArguments) => Promise<ExplainedPlan>
  /** Begins a list; returns its number. */
  list: (name: ListName) => Promise<number>
  /** The next piece of a list; undefined at its end. */
  next: (list: number) => Promise<readonly object[] | undefined>
  ids: (positions: Uint32Array) => Promise<readonly DocumentId[]>
  report: (title: string) => Promise<ReportData>
  /** Drops everything that was kept for a run. */
  close: () => Promise<void>
}

export type CallName = keyof Calls

export interface CallMessage {
  readonly call: number
  readonly name: CallName
  readonly argument: unknown
}

/** The progress of converting other formats to JSON Lines, in bytes. */
export interface Opening {
  readonly done: number
  readonly total: number
}

export type WorkerAnswer =
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly fault: Fault }
  | { readonly progress: Progress }
  | { readonly opening: Opening }
