import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Outcome } from './likewise.js'

const PROCESS = fileURLToPath(new URL('./warm-process.js', import.meta.url))

export interface WarmRun {
  readonly args: readonly string[]
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly stdin: string | Uint8Array
}

let child: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a program in a process that stays: to load and optimize it takes ten times as long as a small search. Its folder and
 * environment are those of the whole process, so runs follow each other.
 * @param main the module that is the program
 */
export function runWarm(main: string, run: WarmRun): Promise<Outcome> {
  const outcome = last.then(() => answer(main, run))
  last = outcome.catch(() => {})
  return outcome
}

async function answer(main: string, run: WarmRun): Promise<Outcome> {
  child ??= start()
  const ended = new AbortController()
  const { signal } = ended
  try {
    child.send({ main: pathToFileURL(main).href, ...run })
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as Outcome),
      once(child, 'exit', { signal }).then(([code]) => {
        child = undefined
        throw new Error(`${main} ${run.args.join(' ')} ended its process (${code})`)
      }),
    ])
  } finally {
    ended.abort()
  }
}

/** A process that serves all files of tests that run in this one, does not keep it, and ends with it. */
function start(): ChildProcess {
  const started = fork(PROCESS, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  started.unref()
  started.channel?.unref()
  return started
}
