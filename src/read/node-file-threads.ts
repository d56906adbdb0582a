/// <reference types="node" />
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PackedFiles } from './node-file-input.js'
import type { FileOptions } from './node-spool-files.js'
import type { FileLayout } from './source.js'

/** The files that a thread reads, and the file that it writes. */
export interface FileJob {
  readonly files: PackedFiles
  readonly path: string
  readonly options: FileOptions
}

/** The output of a thread. */
export interface FileJobDone {
  readonly bytes: number
  readonly layouts: readonly FileLayout[]
  /** The states of the files that need not be checked again, as in `PackedFiles`. */
  readonly states: Float64Array
}

/**
 * Runs jobs in threads, several at a time.
 *
 * @param workers how many at a time. Default: the number of cores
 * @returns the output of each; undefined if there was something it cannot handle
 */
export async function spoolInThreads(
  jobs: readonly FileJob[],
  workers: number = availableParallelism(),
): Promise<(FileJobDone | undefined)[]> {
  const done: (FileJobDone | undefined)[] = jobs.map(() => undefined)
  const waiting = jobs.entries()
  const useThread = async () => {
    const worker = new Worker(new URL('./node-file-worker.js', import.meta.url))
    try {
      for (const [number, job] of waiting) {
        worker.postMessage(job)
        ;[done[number]] = await once(worker, 'message')
      }
    } catch {
      // The thread has failed, so the caller reads its files.
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }, useThread))
  return done
}
