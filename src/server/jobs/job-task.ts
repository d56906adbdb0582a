import type { Progress } from '../../engine/engine.js'
import type { GivenArguments } from '../../report/report-data.js'

/** What a job has to do, as plain data that can be sent to its thread. */
export interface JobTask {
  readonly command: 'find' | 'dedup' | 'decontaminate'
  readonly inputs: readonly string[]
  readonly options: object
  /** The namespace of the server's index to compare with, and whether to add documents to it. */
  readonly index?: { readonly namespace: string; readonly isWritten: boolean }
  /** The names of files as clients see them, by path. */
  readonly names: Readonly<Record<string, string>>
  /** The folders whose files it may read, in addition to uploads. */
  readonly allowed: readonly string[]
  /** What a command line for the same search would contain, as the client knows the files; for the report. */
  readonly equivalent?: GivenArguments
  /** The folder for its results and temporary files. */
  readonly folder: string
}

/** Why a job failed. */
export interface JobError {
  readonly code: string
  readonly message: string
  readonly hint: string
  /** For the log only. */
  readonly cause?: string
}

/** The messages that a job sends. */
export type JobMessage =
  | { readonly progress: Progress }
  | { readonly done: object & { readonly added?: { readonly added: number } } }
  | { readonly error: JobError }

/** A running task. `stop` ends it soon; the promise resolves once nothing of it is running any more. */
export interface RunningTask {
  readonly ended: Promise<void>
  stop(): void
}

export type RunTask = (task: JobTask, report: (message: JobMessage) => void) => RunningTask
