/// <reference types="node" />
import { lmdbFault } from './node-lmdb-fault.js'

/** How lmdb-js rejects a write whose commit failed: the cause is the reason of another rejected promise. */
interface FailedCommit extends Error {
  readonly commitError: Promise<never>
}

function isFailedCommit(error: unknown): error is FailedCommit {
  return error instanceof Error && 'commitError' in error && error.commitError instanceof Promise
}

/**
 * The error that caused a write to fail.
 *
 * @param path the file that was written, or the folder
 */
export async function commitFault(folder: string, error: unknown, path = folder): Promise<unknown> {
  const cause: unknown = isFailedCommit(error)
    ? await error.commitError.catch((reason: unknown) => reason)
    : error
  return lmdbFault(path, cause, folder)
}

/** The number of open indexes that this thread writes to. */
let writers = 0

/**
 * Keeps the process alive when a commit fails. In addition to the promise of the write, lmdb-js rejects another one that no caller can
 * reach, and Node ends the process for that. Every other unhandled rejection has its usual effect.
 *
 * @returns a function to be called once, when the index is closed: nobody listens any more when all indexes are
 */
export function tolerateFailedCommits(): () => void {
  if (writers++ === 0) process.on('unhandledRejection', tolerate)
  return () => {
    // Node reports a rejection only after the reactions to all promises that were resolved or rejected with it.
    setImmediate(() => {
      if (--writers === 0) process.off('unhandledRejection', tolerate)
    })
  }
}

function tolerate(reason: unknown): void {
  if (isFailedCommit(reason)) reason.commitError.catch(() => {})
  else if (process.listenerCount('unhandledRejection') === 1) throw reason
}
