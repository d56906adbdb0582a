/// <reference types="node" />
// Each job has its own thread, so that the server keeps responding while results are clustered and written.
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { decontaminateFiles } from '../../node/decontaminate.js'
import type { DecontaminateOptions } from '../../node/decontaminate-types.js'
import { type DedupOptions, dedup } from '../../node/dedup.js'
import { find } from '../../node/find.js'
import type { FoundInFiles } from '../../node/found-in-files.js'
import type { FoundFiles } from '../../node/results.js'
import { openIndex } from '../../store/open-index.js'
import { AllowedFolders, searchAllowed } from '../allowed-folders.js'
import type { JobError, JobMessage, JobTask } from './job-task.js'
import { type PortIndex, PortStorage } from './port-storage.js'

const { command, inputs, options, index, names, allowed, equivalent, folder } = workerData as Omit<
  JobTask,
  'index'
> & {
  readonly index?: PortIndex
}
/** Clients see file names, not where the server keeps the files. */
const nameOf = (path: string) => names[path] ?? basename(path)
const title = inputs.map((path) => basename(path)).join(', ')
const stop = new AbortController()
parentPort!.once('message', () => stop.abort(new Error('canceled')))

const post = (message: JobMessage) => parentPort!.postMessage(message)
const file = (name: string) => join(folder, name)
const split = { kept: file('kept.jsonl'), removed: file('removed.jsonl'), manifest: file('manifest.json') }

/** The interval between progress reports, in milliseconds. */
const PAUSE = 100
let reported = 0

const running: DedupOptions = {
  ...options,
  temporary: folder,
  signal: stop.signal,
  onProgress(progress) {
    if (Date.now() - reported < PAUSE) return
    reported = Date.now()
    post({ progress })
  },
}

const RUN = { find: runFind, dedup: runDedup, decontaminate: runDecontaminate }

try {
  const { against = [], benchmarks = [] } = options as { [side: string]: readonly string[] | undefined }
  const done: object = await searchAllowed(
    new AllowedFolders(allowed),
    [...inputs, ...against, ...benchmarks],
    RUN[command],
  )
  post({ done })
} catch (error) {
  post({ error: errorOf(error) })
}
index?.port.close()
parentPort!.close()

async function runFind(): Promise<object> {
  await using found = await find(inputs, { ...running, ...(await secondSide()) })
  return await writeFound(found)
}

async function runDedup(): Promise<object> {
  await using result = await dedup(inputs, { ...running, ...(await secondSide()), write: split })
  return await writeFound(result)
}

async function runDecontaminate(): Promise<object> {
  const { remove, ...rest } = running as unknown as DecontaminateOptions & { readonly remove?: string }
  const write = {
    ...split,
    report: file('contamination.jsonl'),
    ...(remove === 'spans' && { edited: file('edited.jsonl') }),
  }
  const { summary } = await decontaminateFiles(inputs, rest, write, nameOf)
  const { tooShort, ...counts } = summary
  const kept = counts.documents - counts.contaminated
  return { ...counts, itemsTooShort: tooShort.length, kept, removed: counts.contaminated }
}

/** The index of the server, if it is the second side. */
async function secondSide(): Promise<Pick<DedupOptions, 'against'>> {
  if (index === undefined) return {}
  const opened = await openIndex(new PortStorage(index), { ifMissing: 'refuse' })
  return { against: opened.namespace(index.namespace) }
}

/** Returns the summary for the client. */
async function writeFound(found: FoundFiles): Promise<object> {
  await writeLines('pairs', pairsOf(found))
  await writeLines('clusters', found.clusters())
  // A report shows a single collection.
  if (found.summary.against === undefined) {
    const origin = { nameOf, ...(equivalent && { equivalent }) }
    await (found as FoundInFiles).writeReport(file('report.html'), { title }, origin)
  }
  return { ...found.summary, skipped: found.summary.skipped.length }
}

/** The pairs as the command line writes them: if both kinds of pairs were searched for, each says of which kind it is. */
async function* pairsOf(found: FoundFiles): AsyncGenerator<object> {
  const isMixed = running.alsoWithin === true
  for await (const pair of found.pairs()) yield isMixed ? { ...pair, against: pair.against === true } : pair
}

async function writeLines(name: string, items: AsyncIterable<object>): Promise<void> {
  async function* lines() {
    let text = ''
    for await (const item of items) {
      text += `${JSON.stringify(item)}\n`
      if (text.length < 65_536) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(Readable.from(lines()), createWriteStream(file(`${name}.jsonl`)))
}

function errorOf(error: unknown): JobError {
  // Errors of the library have become faults, with the names that the client knows.
  const { code, message, hint } = error as Partial<JobError>
  if (code !== undefined && message !== undefined && hint !== undefined) return { code, message, hint }
  if (code === 'ENOSPC') {
    return {
      code: 'unwritable-output',
      message: 'no space is left for the results',
      hint: 'remove jobs and uploads, or give the server a larger disk',
    }
  }
  return {
    code: 'unexpected',
    message: 'the job failed',
    hint: 'see the log of the server',
    cause: String((error as Error)?.stack ?? error),
  }
}
