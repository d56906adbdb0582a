/// <reference types="node" />
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// The data of an index is in one file, data-N.mdb. Compaction writes the next number and removes the previous file, so that a file that a
// process has open is never replaced. If compaction was interrupted between the two, the highest number counts.

const NAME = /^data-(\d+)\.mdb$/

export function dataFile(folder: string, number: number): string {
  return join(folder, `data-${number}.mdb`)
}

/** The data files of a folder by ascending number; the last one counts. */
export function listDataFiles(folder: string): { readonly number: number; readonly path: string }[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
  return names
    .flatMap((name) => (NAME.test(name) ? [Number(NAME.exec(name)![1])] : []))
    .sort((one, other) => one - other)
    .map((number) => ({ number, path: dataFile(folder, number) }))
}

/** Removes all data files except the last, with the lock files that LMDB created next to them. */
export function removeOlder(folder: string): void {
  const last = listDataFiles(folder).at(-1)?.path
  for (const name of readdirSync(folder)) {
    const path = join(folder, name.replace(/-lock$/, ''))
    if (NAME.test(name.replace(/-lock$/, '')) && path !== last) rmSync(join(folder, name), { force: true })
  }
}
