/// <reference types="node" />
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { JobMessage, RunTask } from './job-task.js'

/** The number of milliseconds a job has to end on its own and clean up. */
const STOP_TIMEOUT = 5000

/** Runs a task in its own thread. */
export const runInThread: RunTask = (task, report) => {
  const worker = new Worker(workerFile(), { workerData: task })
  let isReported = false
  worker.on('message', (message: JobMessage) => {
    isReported ||= !('progress' in message)
    report(message)
  })
  worker.on('error', (error) => {
    isReported = true
    report({
      error: {
        code: 'unexpected',
        message: 'the job failed',
        hint: 'see the log of the server',
        cause: String(error.stack),
      },
    })
  })
  const ended = once(worker, 'exit').then(() => {
    if (!isReported)
      report({ error: { code: 'stopped', message: 'the job was stopped', hint: 'start it again' } })
  })
  return {
    ended,
    stop() {
      worker.postMessage('stop')
      setTimeout(() => void worker.terminate(), STOP_TIMEOUT).unref()
    },
  }
}

/** In compiled code, next to this file; when run from source, the built file is used. */
function workerFile(): URL {
  const file = new URL('./job-worker.js', import.meta.url)
  return existsSync(fileURLToPath(file))
    ? file
    : new URL('../../../dist/server/jobs/job-worker.js', import.meta.url)
}
