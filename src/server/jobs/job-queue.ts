/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '../../engine/engine.js'
import { bytes } from '../../model/quantities.js'
import { Fault } from '../fault.js'
import type { Log } from '../log.js'
import { RESULT_FORMATS, RESULTS } from '../routes/job-routes.js'
import type { Limits } from '../settings.js'
import type { JobError, JobMessage, JobTask, RunningTask, RunTask } from './job-task.js'

type State = 'waiting' | 'running' | 'done' | 'failed' | 'canceled'

/** A job as clients see it. */
export interface JobView {
  readonly job: string
  readonly command: JobTask['command']
  readonly state: State
  readonly createdAt: number
  readonly progress?: Progress
  readonly summary?: object
  readonly results?: readonly { readonly name: (typeof RESULTS)[number]; readonly bytes: number }[]
  readonly error?: Omit<JobError, 'cause'>
}

interface Job {
  readonly task: JobTask
  view: JobView
  /** Until its thread has ended, which may be a while after it was canceled. */
  running: RunningTask | undefined
  /** Whether to forget it as soon as its thread has ended. */
  isRemoved: boolean
  readonly followers: Set<() => void>
}

const HAS_ENDED: readonly State[] = ['done', 'failed', 'canceled']

/** The interval in milliseconds at which the size of what a job has written is checked. */
const DISK_INTERVAL = 250

/** Long searches. A few run at a time, some wait, and finished ones are kept for a while. */
export class JobQueue {
  readonly #folder: string
  readonly #limits: Limits
  readonly #log: Log
  readonly #run: RunTask
  readonly #jobs = new Map<string, Job>()
  #isClosed = false

  constructor(folder: string, limits: Limits, log: Log, run: RunTask) {
    this.#folder = folder
    this.#limits = limits
    this.#log = log
    this.#run = run
  }

  get running(): number {
    return this.#inState('running').length
  }

  get waiting(): number {
    return this.#inState('waiting').length
  }

  start(task: Omit<JobTask, 'folder'>): JobView {
    const { maxWaiting } = this.#limits
    if (this.#isClosed || this.waiting >= maxWaiting)
      throw new Fault(503, 'busy', `${maxWaiting} jobs are waiting`, 'try again later', { retryAfter: 30 })
    const job = randomUUID()
    const folder = join(this.#folder, job)
    this.#jobs.set(job, {
      task: { ...task, folder },
      view: { job, command: task.command, state: 'waiting', createdAt: Date.now() },
      running: undefined,
      isRemoved: false,
      followers: new Set(),
    })
    this.#next()
    return this.view(job)
  }

  list(): JobView[] {
    return [...this.#jobs.values()]
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ view }) => view)
      .reverse()
  }

  view(job: string): JobView {
    return this.#job(job).view
  }

  /** Calls back whenever a job changes, until the returned function is called. */
  follow(job: string, changed: () => void): () => void {
    const { followers } = this.#job(job)
    followers.add(changed)
    return () => followers.delete(changed)
  }

  hasEnded(job: string): boolean {
    return HAS_ENDED.includes(this.view(job).state)
  }

  /** The file that holds a result. */
  resultFile(job: string, name: (typeof RESULTS)[number]): { readonly path: string; readonly bytes: number } {
    const { view, task } = this.#job(job)
    const result = view.results?.find((one) => one.name === name)
    if (result === undefined)
      throw new Fault(404, 'not-found', `the job has no result ${name}`, `its state is ${view.state}`)
    return { path: fileOf(task, name), bytes: result.bytes }
  }

  /** Cancels a job that is waiting or running; removes a finished one. */
  remove(name: string): JobView {
    const job = this.#job(name)
    if (!HAS_ENDED.includes(job.view.state)) this.#cancel(job)
    else if (job.running === undefined) this.#forget(name, job)
    else job.isRemoved = true
    return job.view
  }

  /** Cancels all jobs and waits until they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    const jobs = [...this.#jobs.values()]
    for (const job of jobs) if (!HAS_ENDED.includes(job.view.state)) this.#cancel(job)
    await Promise.all(jobs.map(({ running }) => running?.ended))
  }

  #cancel(job: Job): void {
    this.#change(job, { state: 'canceled' })
    job.running?.stop()
    if (job.running === undefined) this.#next()
  }

  /** Starts waiting jobs, up to the limit. A canceled job counts until its thread has ended. */
  #next(): void {
    const busy = [...this.#jobs.values()].filter(({ running }) => running !== undefined).length
    const ready = this.#isClosed ? [] : this.#inState('waiting')
    for (const job of ready.slice(0, Math.max(0, this.#limits.maxRunning - busy))) this.#begin(job)
    const ended = [...this.#jobs].filter(
      ([, { view, running }]) => running === undefined && HAS_ENDED.includes(view.state),
    )
    for (const [name, job] of ended.slice(0, Math.max(0, ended.length - this.#limits.maxFinished)))
      this.#forget(name, job)
  }

  #begin(job: Job): void {
    mkdirSync(job.task.folder, { recursive: true })
    this.#change(job, { state: 'running' })
    const running = this.#run(job.task, (message) => this.#report(job, message))
    job.running = running
    const { jobTimeout, maxJobDisk } = this.#limits
    const stopWith = (error: JobError) => {
      if (job.view.state !== 'running') return
      this.#fail(job, error)
      running.stop()
    }
    const timer = setTimeout(
      () =>
        stopWith({
          code: 'timeout',
          message: `the job took longer than ${jobTimeout} ms`,
          hint: 'search fewer documents at a time, or raise --job-timeout',
        }),
      jobTimeout,
    ).unref()
    const watch = setInterval(() => {
      if (bytesIn(job.task.folder) <= maxJobDisk) return
      stopWith({
        code: 'too-large',
        message: `the job has written more than ${bytes(maxJobDisk)}: decompressed inputs, temporary files and results`,
        hint: 'search fewer documents at a time, or raise --max-job-disk',
      })
    }, DISK_INTERVAL).unref()
    void running.ended.then(() => {
      clearTimeout(timer)
      clearInterval(watch)
      job.running = undefined
      if (job.isRemoved) this.#forget(job.view.job, job)
      else if (job.view.state !== 'done') rmSync(job.task.folder, { recursive: true, force: true })
      this.#next()
    })
  }

  #report(job: Job, message: JobMessage): void {
    if (job.view.state !== 'running') return
    if ('progress' in message) this.#change(job, { progress: message.progress })
    else if ('error' in message) this.#fail(job, message.error)
    else this.#change(job, { state: 'done', summary: message.done, results: resultsOf(job.task) })
  }

  #fail(job: Job, { cause, ...error }: JobError): void {
    if (cause !== undefined) this.#log.error({ event: 'failure', job: job.view.job, error: cause })
    this.#change(job, { state: 'failed', error })
  }

  #change(job: Job, change: Partial<JobView>): void {
    job.view = { ...job.view, ...change }
    if (change.state !== undefined)
      this.#log.info({ event: 'job', job: job.view.job, command: job.view.command, state: change.state })
    for (const changed of job.followers) changed()
  }

  #forget(name: string, job: Job): void {
    this.#jobs.delete(name)
    rmSync(job.task.folder, { recursive: true, force: true })
  }

  #job(name: string): Job {
    const job = this.#jobs.get(name)
    if (job === undefined || job.isRemoved)
      throw new Fault(404, 'not-found', 'there is no such job', 'see /v1/jobs')
    return job
  }

  #inState(state: State): Job[] {
    return [...this.#jobs.values()].filter(({ view }) => view.state === state)
  }
}

/** The size of all files in a folder and its subfolders; those that are removed meanwhile do not count. */
function bytesIn(folder: string): number {
  let total = 0
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      total += entry.isDirectory() ? bytesIn(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    }
  } catch {
    // The folder has been removed.
  }
  return total
}

function resultsOf(task: JobTask): NonNullable<JobView['results']> {
  return RESULTS.flatMap((name) => {
    const bytes = statSync(fileOf(task, name), { throwIfNoEntry: false })?.size
    return bytes === undefined ? [] : [{ name, bytes }]
  })
}

function fileOf({ folder }: JobTask, name: (typeof RESULTS)[number]): string {
  return join(folder, `${name}.${RESULT_FORMATS[name]}`)
}
