/// <reference types="node" />
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Lifetime } from '../../temporary/lifetime.js'
import { changePending } from '../../temporary/node-leftovers.js'
import type { CommandBudget } from '../command-budget.js'
import type { ProgramContext, ThreadOptions } from '../context.js'
import type { Printer } from '../terminal.js'
import type { StreamKind, ThreadData, ThreadMessage, ThreadRequest } from './messages.js'

/** The interval between checks of the memory in use, in milliseconds; a check takes about ten microseconds. */
const CHECK_MS = 5

/** Megabytes of the young generation if memory is limited: docs/decisions/memory.md. */
const YOUNG_MB = 4

/** How long a thread that cannot be terminated may take to stop, in milliseconds. */
const GRACE_MS = 250

/** The same for one that is terminated: it waits for a read in progress, and reading a pipe may never end. */
const TERMINATION_MS = 2000

/**
 * Runs a command line in a thread of its own, so that a long computation blocks neither signals nor the check of the memory budget.
 * When the run is stopped, the thread ends at once, and what it has not finished writing is removed when the process exits.
 *
 * @returns the exit code
 */
export async function runInOwnThread(
  args: readonly string[],
  { terminal, lifetime, version }: ProgramContext,
  { budget, isTerminated, readsStdin, hasMemoryBudget }: ThreadOptions,
): Promise<number> {
  const streams = { out: kindOf(terminal.out), err: kindOf(terminal.err) }
  const worker = new Worker(new URL('./command-thread.js', import.meta.url), {
    workerData: { args, version, streams } satisfies ThreadData,
    stdin: readsStdin,
    resourceLimits: {
      // By default, a thread may use less than the main thread.
      maxOldGenerationSizeMb: Math.ceil((budget?.heap() ?? getHeapStatistics().heap_size_limit) / 2 ** 20),
      ...(hasMemoryBudget && { maxYoungGenerationSizeMb: YOUNG_MB }),
    },
  })
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
