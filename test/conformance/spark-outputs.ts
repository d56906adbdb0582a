// What `dedup` wrote, whether to files or, on Spark, to folders of part files.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The lines of a file, or of the part files in a folder. */
export function lines(path: string): string[] {
  const isFolder = statSync(path).isDirectory()
  const parts = isFolder ? readdirSync(path).filter((name) => name.startsWith('part-')) : ['']
  return parts.flatMap((part) =>
    readFileSync(join(path, part), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  )
}

/** What a line of removed documents says: which, in favor of which, and why. */
export function removalOf(line: string): string {
  const { id, survivor, reason } = JSON.parse(line) as { id: string; survivor: string; reason: string }
  return [id, survivor, reason].join(' ')
}
