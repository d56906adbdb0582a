/// <reference types="node" />
// Each job has its own thread, so that the server keeps responding while results are clustered and written.
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { LikewiseError } from '../../model/errors.js'
import { type DedupOptions, dedup } from '../../node/dedup.js'
import { find } from '../../node/find.js'
import { partsOf } from '../fault.js'
import type { JobError, JobMessage, JobTask } from './job-task.js'

const { command, inputs, options, folder } = workerData as JobTask
/** Clients see file names, not where the server keeps the files. */
const title = inputs.map((path) => basename(path)).join(', ')
const stop = new AbortController()
parentPort!.once('message', () => stop.abort(new Error('canceled')))

const post = (message: JobMessage) => parentPort!.postMessage(message)

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

try {
  await (command === 'find' ? runFind() : runDedup())
} catch (error) {
  post({ error: errorOf(error) })
}
parentPort!.close()

async function runFind(): Promise<void> {
  await using found = await find(inputs, running)
  await writeLines('pairs', found.pairs())
  await writeLines('clusters', found.clusters())
  await found.writeReport(join(folder, 'report.html'), { title })
  const { skipped, ...summary } = found.summary
  post({ done: { ...summary, skipped: skipped.length } })
}

async function runDedup(): Promise<void> {
  const file = (name: string) => join(folder, name)
  const write = { kept: file('kept.jsonl'), removed: file('removed.jsonl'), manifest: file('manifest.json') }
  await using result = await dedup(inputs, { ...running, write })
  await writeLines('pairs', result.pairs())
  await writeLines('clusters', result.clusters())
  await result.writeReport(join(folder, 'report.html'), { title })
  const { skipped, ...summary } = result.summary
  post({ done: { ...summary, skipped: skipped.length } })
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
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${name}.jsonl`)))
}

function errorOf(error: unknown): JobError {
  if (error instanceof LikewiseError) return { code: error.code, ...partsOf(error) }
  const code = (error as NodeJS.ErrnoException)?.code
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
