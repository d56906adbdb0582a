import type { Progress } from '../../engine/engine.js'

/** What a job is to do: plain data, for its thread. */
export interface JobTask {
  readonly command: 'find' | 'dedup'
  readonly inputs: readonly string[]
  readonly options: object
  /** For its results and its temporary files. */
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

/** What a job reports. */
export type JobMessage =
  | { readonly progress: Progress }
  | { readonly done: object }
  | { readonly error: JobError }

/** Runs a task. `stop` ends it soon; the promise is kept when nothing of it runs any more. */
export interface RunningTask {
  readonly ended: Promise<void>
  stop(): void
}

export type RunTask = (task: JobTask, report: (message: JobMessage) => void) => RunningTask
