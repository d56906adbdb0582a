/// <reference types="node" />
import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { YOUNG_MB } from '../../engine/node/node-spawn-worker.js'
import { chooseWorkers, isSmallInput } from '../../plan/worker-choice.js'

/** What the thread of a command can prepare before it receives the command line. */
export interface EarlyWork {
  readonly command: string
  /** The number of workers to spawn. */
  readonly workers: number
}

/** The commands for which a thread is started early. */
const SEARCHES = ['find', 'dedup']
/** With these arguments, a thread started early would not be used. */
const NOT_EARLY = /^(?:-m.*|-h|--memory.*|spark|--engine=spark|--help)$/
/** Options that an input may follow. What follows others may be their value, such as a file to write. */
const BEFORE_INPUT =
  /^(?:-q|--|--(?:against|also-within|bag|fail-on-found|force|json|nfkc|no-id|open|quiet|resume))$/
/** Files that are read as they are, so that their size says how long a search takes. */
const PLAIN = /\.(?:jsonl|ndjson)$/
const STDIN = '-'

interface ThreadStart {
  /** The most bytes of its old generation. Default: as many as the main thread may use; that of a thread would be smaller. */
  readonly heap?: number | undefined
  readonly hasMemoryBudget?: boolean
  readonly readsStdin?: boolean
  readonly early?: EarlyWork
}

/** Starts a thread that runs a command when it receives a `ThreadData`. */
export function startThread({
  heap = getHeapStatistics().heap_size_limit,
  hasMemoryBudget = false,
  readsStdin = false,
  early,
}: ThreadStart): Worker {
  return new Worker(new URL('./command-thread.js', import.meta.url), {
    workerData: early,
    stdin: readsStdin,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil(heap / 2 ** 20),
      ...(hasMemoryBudget && { maxYoungGenerationSizeMb: YOUNG_MB }),
    },
  })
}

/**
 * Starts the thread of a search of large files before the command line has been parsed, and even before the code for that has been loaded.
 * As long as it has no command line, it does not keep the process running.
 */
export function startEarly([command = '', ...args]: readonly string[]): Worker | undefined {
  if (!SEARCHES.includes(command) || args.some((arg) => NOT_EARLY.test(arg))) return undefined
  const inputs = args.filter((arg, i) => isInput(arg, args[i - 1]))
  const bytes = inputs.reduce((sum, path) => sum + sizeOf(path), 0)
  if (isSmallInput(bytes) || inputs.includes(STDIN)) return undefined
  try {
    const thread = startThread({ early: { command, workers: workersFor(bytes, args) } })
    thread.unref()
    // Until it is used, nobody else listens, and an error would end the process.
    thread.on('error', () => {})
    return thread
  } catch {
    // What the system refuses now is reported when the thread is needed.
    return undefined
  }
}

/** Whether an argument is stdin or a plain file, and not the value of the option before it. */
function isInput(arg: string, before = ''): boolean {
  return (arg === STDIN || PLAIN.test(arg)) && (!before.startsWith('-') || BEFORE_INPUT.test(before))
}

/** How many workers the search will spawn at once. */
function workersFor(bytes: number, args: readonly string[]): number {
  const cores = availableParallelism()
  const [, requested] = /(?:^|\0)(?:-w|--workers)[\0=]?(\d+)(?:$|\0)/.exec(args.join('\0')) ?? []
  const { workers, startsInline } = chooseWorkers(
    bytes,
    cores,
    requested === undefined ? undefined : Number(requested),
  )
  return startsInline || workers === 1 ? 0 : Math.min(cores, workers)
}

/** The reader reports what is wrong with a path. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
