import { computed, signal } from '@preact/signals'
import { ApiError } from '../../../src/client/api-error.js'
import type { Job, JobInput, SearchRequest } from '../../../src/client/job-client.js'
import type { ShinglePlan } from '../../../src/model/plan.js'
import { type SearchAgain, showReport } from './current.js'
import { reportInPage } from './load.js'
import { go } from './route.js'
import { callServer, problemOf } from './server.js'

/** The jobs of the server, latest first; undefined: not known yet. */
export const jobs = signal<readonly Job[] | undefined>(undefined)
export const problem = signal('')

const followed = new Set<string>()
/** The requests of the jobs that this page has started. */
const requests = new Map<string, Request>()

/** Uploads that are no longer on the server. */
const removedUploads = signal<ReadonlySet<string>>(new Set())

interface Request {
  readonly command: 'find' | 'dedup'
  readonly input: JobInput
  readonly options: SearchRequest
}

/** How often the list was asked for. */
let readings = 0

/** Reads the list, and follows every job that has not ended. An answer that comes after a later question is not shown. */
export async function readJobs(): Promise<readonly Job[] | undefined> {
  const reading = ++readings
  let list: readonly Job[] | undefined
  await reporting(async () => {
    list = await callServer((client) => client.jobs.list())
    if (reading !== readings) return
    jobs.value = list
    for (const { job, state } of list) if (!hasEnded(state)) void follow(job)
  })
  return list
}

export function hasEnded(state: Job['state']): boolean {
  return state === 'done' || state === 'failed' || state === 'canceled'
}

/** The contents of the form. */
export interface JobForm {
  readonly command: 'find' | 'dedup'
  readonly threshold: number
  /** A path on the server. */
  readonly path: string
  /** A file of the reader, which takes precedence over the path. */
  readonly file: File | undefined
}

export async function startJob({ command, threshold, path, file }: JobForm): Promise<void> {
  await reporting(async () => {
    const input: JobInput = file
      ? { upload: (await callServer((client) => client.jobs.upload(safeName(file.name), file))).upload }
      : { path }
    try {
      await start({ command, input, options: { threshold } })
    } catch (error) {
      if ('upload' in input)
        await callServer((client) => client.jobs.removeUpload(input.upload)).catch(() => {})
      throw error
    }
  })
  if (problem.value === '') await readJobs()
}

async function start(request: Request): Promise<void> {
  const { job } = await callServer((client) =>
    client.jobs.start(request.command, [request.input], request.options),
  )
  requests.set(job, request)
}

/** Cancels a job, or removes a finished one. */
export async function removeJob(job: string): Promise<void> {
  await reporting(() => callServer((client) => client.jobs.remove(job)))
  const left = await readJobs()
  // A canceled job stays in the list.
  if (left?.every((one) => one.job !== job)) await reporting(() => forget(job))
}

/** Removes the file that was uploaded for a job, unless another job of this page uses it. */
async function forget(job: string): Promise<void> {
  const upload = uploadOf(requests.get(job))
  requests.delete(job)
  if (upload === undefined || [...requests.values()].some((other) => uploadOf(other) === upload)) return
  await callServer((client) => client.jobs.removeUpload(upload))
  noteRemoved(upload)
}

function noteRemoved(upload: string): void {
  removedUploads.value = new Set([...removedUploads.value, upload])
}

function uploadOf(request: Request | undefined): string | undefined {
  return request !== undefined && 'upload' in request.input ? request.input.upload : undefined
}

/** Shows the report of a job on this page. */
export async function openJob(job: string): Promise<void> {
  await reporting(async () => {
    const stream = await callServer((client) => client.jobs.result(job, 'report'))
    showReport(await reportInPage(await new Response(stream).text()), againOf(requests.get(job)))
    go('')
  })
}

/** How a search is repeated, or why it cannot be. */
function againOf(request: Request | undefined): SearchAgain {
  return {
    async search(shingle) {
      if (request !== undefined) await searchAgain(request, shingle)
    },
    obstacle: computed(() => {
      if (request === undefined)
        return 'The page cannot search again, because it did not start this job, or was reloaded since.'
      const upload = uploadOf(request)
      return upload !== undefined && removedUploads.value.has(upload)
        ? 'The page cannot search again, because the file that was uploaded for this job was removed from the server.'
        : undefined
    }),
  }
}

async function searchAgain(request: Request, { stopWords, ...shingle }: ShinglePlan): Promise<void> {
  const upload = uploadOf(request)
  go('jobs')
  await reporting(async () => {
    try {
      await start({ ...request, options: { ...request.options, shingle } })
    } catch (error) {
      if (upload === undefined || !(error instanceof ApiError && error.status === 404)) throw error
      // Another page has removed the file, or the server was started again. The report says what to do instead.
      noteRemoved(upload)
      go('')
    }
  })
  if (problem.value === '') await readJobs()
}

async function follow(job: string): Promise<void> {
  if (followed.has(job)) return
  followed.add(job)
  try {
    await callServer(async (client) => {
      for await (const state of client.jobs.follow(job)) {
        jobs.value = jobs.value?.map((one) => (one.job === job ? state : one))
      }
    })
  } catch (error) {
    problem.value = problemOf(error)
  } finally {
    followed.delete(job)
  }
}

async function reporting(act: () => Promise<unknown>): Promise<void> {
  problem.value = ''
  try {
    await act()
  } catch (error) {
    problem.value = problemOf(error)
  }
}

/** The server accepts only plain names; the extension determines the format. */
function safeName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^[^A-Za-z0-9_]+/, '')
    .slice(-100)
}
