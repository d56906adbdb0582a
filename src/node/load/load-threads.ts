/// <reference types="node" />
import { Worker } from 'node:worker_threads'
import { errorOf } from '../../engine/stages/threads/faults.js'
import type { LoadOptions } from '../../store/storage.js'
import { workerFile } from '../worker-file.js'
import type { LoadReport, LoadThreadData } from './load-worker.js'

/** What threads have added. */
interface Loaded {
  readonly documents: number
  readonly replaced: number
}

/**
 * Takes part in a load with several threads, each with its own connection: a single thread cannot pack documents as fast as a server stores
 * them.
 */
export async function loadInThreads(
  data: Omit<LoadThreadData, 'share'>,
  onWritten: LoadOptions['onWritten'],
): Promise<Loaded> {
  const threads = Array.from(
    { length: data.shares },
    (_, share) =>
      new Worker(workerFile('./load-worker.js', import.meta.url), {
        workerData: { ...data, share } satisfies LoadThreadData,
      }),
  )
  const written = threads.map(() => ({ contents: 0, postings: 0 }))
  const loaded = { documents: 0, replaced: 0 }
  let posted = 0
  try {
    await Promise.all(
      threads.map(
        (thread, share) =>
          new Promise<void>((resolve, reject) => {
            const onReport = (report: LoadReport) => {
              if (report.step === 'failed') reject(errorOf(report.fault))
              else if (report.step === 'done') {
                loaded.documents += report.documents
                loaded.replaced += report.replaced
                resolve()
              } else if (report.step === 'posted') {
                if (++posted === threads.length) for (const other of threads) other.postMessage('posted')
              } else {
                written[share]![report.step] = report.written
                onWritten(
                  report.step,
                  written.reduce((sum, counts) => sum + counts[report.step as 'contents'], 0),
                )
              }
            }
            thread.on('message', (report: LoadReport) => {
              try {
                onReport(report)
              } catch (error) {
                reject(error as Error)
              }
            })
            thread.on('error', reject)
            thread.on('exit', () => reject(new Error('a thread of a load has ended')))
          }),
      ),
    )
    return loaded
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}
