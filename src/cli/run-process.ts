/// <reference types="node" />
import { readFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { Lifetime } from '../temporary/lifetime.js'
import { removePending } from '../temporary/node-leftovers.js'
import { errorLine, interruptedReport, isJsonRequested } from './error-report.js'
import { runInOwnThread } from './own-thread/run-in-own-thread.js'
import { runCommandLine } from './run.js'
import { processTerminal } from './terminal.js'

/**
 * Runs a command line, and handles what only the process itself can: signals, a closed stdout, and the exit code.
 *
 * @param thread a thread for the command that was started early
 */
export async function runProcess(args: readonly string[], thread: Worker | undefined): Promise<void> {
  const lifetime = new Lifetime()
  const terminal = processTerminal()
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }

  async function stop(code: number, signal?: NodeJS.Signals): Promise<void> {
    await lifetime.end()
    if (signal !== undefined && isJsonRequested(args))
      terminal.err.print(errorLine(interruptedReport(signal, args)))
    if (lifetime.isStuck) die(signal)
    else process.exit(code)
  }

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => {
      // A second signal does not wait.
      if (lifetime.ended) die(signal)
      if (signal === 'SIGINT' && terminal.err.isTerminal) terminal.err.control('\r\x1b[K')
      void stop(code, signal)
    })

  // As with SIGPIPE: the reader is gone, so nothing is printed, and the exit code shows that the work is not complete.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') void stop(141)
  })
  process.stderr.on('error', () => {})

  const code = await runCommandLine(args, {
    terminal,
    lifetime,
    version,
    inOwnThread: (...command) => runInOwnThread(thread, ...command),
  })
  if (!lifetime.ended) process.exitCode = code
}

/** Ends the process without waiting for its threads; shells report the same exit code. */
function die(signal: NodeJS.Signals = 'SIGKILL'): void {
  removePending()
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
