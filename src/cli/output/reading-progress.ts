/// <reference types="node" />
import { statSync } from 'node:fs'
import type { ProgressLine } from './progress.js'

/**
 * Shows how far the reading of some files has come: the share of their bytes, where all of them are files.
 *
 * @returns what is called with the bytes of each piece that was read
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
