/// <reference types="node" />
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// The data of an index is in one file, data-N.mdb. Compaction writes the next number and removes the last one, so that nobody ever
// finds another file under a name that he has open. Where it was cut off between the two, the highest number counts.

const NAME = /^data-(\d+)\.mdb$/

export function dataFile(folder: string, number: number): string {
  return join(folder, `data-${number}.mdb`)
}

/** The data files of a folder by rising number: the last one counts. */
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

/** Removes all data files but the last, with the lock files that LMDB has put next to them. */
export function removeOlder(folder: string): void {
  const last = listDataFiles(folder).at(-1)?.path
  for (const name of readdirSync(folder)) {
    const path = join(folder, name.replace(/-lock$/, ''))
    if (NAME.test(name.replace(/-lock$/, '')) && path !== last) rmSync(join(folder, name), { force: true })
  }
}
