/// <reference types="node" />
import { UnwritableOutput } from '../../model/errors.js'

/** How lmdb-js rejects a write whose commit failed: the cause is the reason of another rejected promise. */
interface FailedCommit extends Error {
  readonly commitError: Promise<never>
}

function isFailedCommit(error: unknown): error is FailedCommit {
  return error instanceof Error && 'commitError' in error && error.commitError instanceof Promise
}

/** LMDB's error for a write that the disk accepted only in part, and the system's error for a full disk (errno of Linux). */
const [EIO, ENOSPC] = [5, 28]

/** The error that caused a write to fail. */
export async function commitFault(location: string, error: unknown): Promise<unknown> {
  const cause: unknown = isFailedCommit(error)
    ? await error.commitError.catch((reason: unknown) => reason)
    : error
  const code = (cause as { readonly code?: unknown } | undefined)?.code
  if (code !== EIO && code !== ENOSPC) return cause
  return new UnwritableOutput(
    location,
    'no space is left on its disk, or the disk failed',
    'free some space and try again',
  )
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
