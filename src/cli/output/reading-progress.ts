/// <reference types="node" />
import { statSync } from 'node:fs'
import type { ProgressLine } from './progress.js'

/**
 * Shows how much of some files has been read, as a share of their bytes, if all of them are regular files.
 *
 * @returns a function to call with the number of bytes of each piece read
 */
export function readingProgress(
  progress: ProgressLine,
  stage: string,
  paths: readonly string[],
): (bytes: number) => void {
  const files = paths.map((path) => statSync(path, { throwIfNoEntry: false }))
  const total = files.every((file) => file?.isFile())
    ? files.reduce((sum, file) => sum + file!.size, 0)
    : undefined
  let done = 0
  progress.step(stage)
  return (bytes) => {
    done += bytes
    if (total === undefined) progress.step(stage)
    else progress.share(stage, Math.min(done, total), total)
  }
}
