/// <reference types="node" />
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { hasEnded } from '../../engine/node/node-spawn-worker.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import { changePending } from '../../temporary/node-leftovers.js'
import type { CommandBudget } from '../command-budget.js'
import type { ProgramContext, ThreadOptions } from '../context.js'
import type { Printer } from '../terminal.js'
import { startThread } from './early-thread.js'
import type { StreamKind, ThreadData, ThreadMessage, ThreadRequest } from './messages.js'

/** The interval between checks of the memory in use, in milliseconds; a check takes about ten microseconds. */
const CHECK_MS = 5

/** How long a thread that cannot be terminated may take to stop, in milliseconds. */
const GRACE_MS = 250

/** The same for one that is terminated: it waits for a read in progress, and reading a pipe may never end. */
const TERMINATION_MS = 2000

/**
 * Runs a command line in a thread of its own, so that a long computation blocks neither signals nor the check of the memory budget.
 * When the run is stopped, the thread ends at once, and what it has not finished writing is removed when the process exits.
 *
 * @param early a thread that was started early, if any; it is not used for a command that reads stdin or has a memory budget
 * @returns the exit code
 */
export async function runInOwnThread(
  early: Worker | undefined,
  args: readonly string[],
  { terminal, lifetime, version }: ProgramContext,
  { budget, isTerminated, readsStdin, hasMemoryBudget }: ThreadOptions,
): Promise<number> {
  const streams = { out: kindOf(terminal.out), err: kindOf(terminal.err) }
  const isUsable = early !== undefined && !hasEnded(early) && !readsStdin && !hasMemoryBudget
  if (!isUsable) void early?.terminate()
  const worker = isUsable ? early : startThread({ heap: budget?.heap(), hasMemoryBudget, readsStdin })
  worker.ref()
  worker.postMessage({ args, version, streams } satisfies ThreadData)
  if (readsStdin) process.stdin.pipe(worker.stdin!)
  const release = lifetime.onEnd(() => stop(worker, isTerminated, lifetime))
  try {
    return await outcomeOf(worker, terminal, budget)
  } finally {
    release()
    if (readsStdin) process.stdin.destroy()
  }
}

/** Stops the thread, or reports that it did not stop in time. */
async function stop(worker: Worker, isTerminated: boolean, lifetime: Lifetime): Promise<void> {
  const exited = once(worker, 'exit')
  if (isTerminated) void worker.terminate()
  else worker.postMessage({ end: true } satisfies ThreadRequest)
  const graceMs = isTerminated ? TERMINATION_MS : GRACE_MS
  const hasExited = await Promise.race([exited.then(() => true), wait(graceMs, false)])
  if (!hasExited) lifetime.reportStuck()
}

function outcomeOf(
  worker: Worker,
  terminal: ProgramContext['terminal'],
  budget: CommandBudget | undefined,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let code = 1
    let fault: unknown
    const timer = budget === undefined ? undefined : setInterval(check, CHECK_MS)
    function check(): void {
      try {
        budget!.check()
      } catch (error) {
        clearInterval(timer)
        fault = error
        void worker.terminate()
      }
    }
    worker.on('message', (message: ThreadMessage) => {
      if ('pending' in message) changePending(message.pending)
      else if ('code' in message) code = message.code
      else terminal[message.stream][message.kind](message.text)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      fault ??= error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? (budget?.exceeded() ?? error) : error
    })
    // All messages have been received by then.
    worker.on('exit', () => {
      clearInterval(timer)
      if (fault === undefined) resolve(code)
      else reject(fault)
    })
  })
}

function kindOf({ isTerminal, colors, columns }: Printer): StreamKind {
  return { isTerminal, colors, columns }
}
