/// <reference types="node" />
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { isLiveIndex } from '../../node/open-index-side.js'
import { workerFile } from '../../node/worker-file.js'
import type { Context } from '../context.js'
import type { JobMessage, JobTask, RunTask } from './job-task.js'
import { type PortIndex, serveStorage } from './port-storage.js'

/** The number of milliseconds a job has to end on its own and clean up. */
const STOP_TIMEOUT = 5000

/** Runs tasks, each in its own thread. They reach the index through this one. */
export function runInThread({
  store,
  memory,
  metrics,
}: Pick<Context, 'store' | 'memory' | 'metrics'>): RunTask {
  return (task, report) => {
    const index = openIndex(task)
    const worker = new Worker(workerFile('./job-worker.js', import.meta.url), {
      workerData: { ...task, ...(index && { index: index.data }) },
      transferList: index ? [index.data.port] : [],
    })
    let isReported = false
    worker.on('message', (message: JobMessage) => {
      isReported ||= !('progress' in message)
      if ('done' in message) metrics.documentsAdded += message.done.added?.added ?? 0
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
    // `once` of node:events would reject after an error of the thread, which is reported above.
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve())).then(() => {
      index?.port.close()
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

  function openIndex({ index }: JobTask): { port: MessagePort; data: PortIndex } | undefined {
    if (index === undefined || !isLiveIndex(store)) return undefined
    const { port1, port2 } = new MessageChannel()
    serveStorage(port1, store.storage, () => memory?.admit())
    return { port: port1, data: { port: port2, ...index } }
  }
}
