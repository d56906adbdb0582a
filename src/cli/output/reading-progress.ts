/// <reference types="node" />
import { statSync } from 'node:fs'
import type { ProgressLine } from './progress.js'

/** To be called while inputs are read. */
export interface ReadingProgress {
  /** With the number of bytes of each piece. */
  readonly onRead: (bytes: number) => void
  /** With the number of records so far, in all inputs. */
  readonly onRecords: (records: number) => void
}

/**
 * Shows how many records have been read, and the share of the bytes if all inputs are regular files.
 *
 * @param unit what a record is called
 */
export function readingProgress(
  progress: ProgressLine,
  stage: string,
  paths: readonly string[],
  unit: string,
): ReadingProgress {
  const files = paths.map((path) => statSync(path, { throwIfNoEntry: false }))
  const total = files.every((file) => file?.isFile())
    ? files.reduce((sum, file) => sum + file!.size, 0)
    : undefined
  let [bytes, done] = [0, 0]
  const show = () =>
    progress.stage(stage, { ...(total && { share: Math.min(1, bytes / total) }), done, unit, bytes })
  progress.step(stage)
  return {
    onRead(more) {
      bytes += more
      show()
    },
    onRecords(records) {
      done = records
      show()
    },
  }
}
