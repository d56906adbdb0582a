/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { UnwritableOutput } from '../../model/errors.js'
import { writeFault } from '../../write/node-fault.js'
import { damaged } from './node-check-file.js'
import { commitFault } from './node-commit-fault.js'
import { dataFile, listDataFiles } from './node-data-files.js'
import type { Opened } from './node-open-file.js'
import type { WriterLock } from './node-writer-lock.js'

/** What begins the names of copies. */
const COPY = 'compacted'

/** A key that no counter has. */
const UNUSED_KEY = '\xff'

/**
 * Writes the data of a folder to its next data file, without free pages, and opens that. Nothing must be written to the old file meanwhile.
 * If this fails, the folder is left with the old file, which stays open.
 *
 * @throws UnwritableOutput
 */
export async function compactFile(
  folder: string,
  { environment, path }: Opened,
  openNext: () => Opened,
  lock: Pick<WriterLock, 'check'> | undefined,
): Promise<Opened> {
  // Another name than that of a process that takes the folder over meanwhile.
  const copy = join(folder, `${COPY}-${randomUUID()}`)
  const next = dataFile(folder, (listDataFiles(folder).at(-1)?.number ?? 0) + 1)
  let isRenamed = false
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(COPY)) rmSync(join(folder, name), { force: true })
    // Transactions are committed in order: when this one is, all earlier ones are.
    await environment.childTransaction(() => {})
    await environment.backup(copy, true).catch((error: unknown) => {
      throw backupFault(folder, path, error)
    })
    await syncFile(copy)
    // A process that took the folder over in the meantime has written to the old file, and may have a next one.
    lock?.check()
    renameSync(copy, next)
    isRenamed = true
    return openNext()
  } catch (error) {
    // The file with the highest number counts, so one that could not be opened must go.
    for (const path of isRenamed ? [next, `${next}-lock`] : [copy])
      rmSync(path, { force: true, recursive: true })
    throw writeFault(folder, await commitFault(folder, error))
  }
}

/**
 * Makes two small changes, which release pages. A compacted file has no free pages, and LMDB ends the process (an assertion fails in
 * `mdb_page_alloc`, in lmdb 3.5) if the first change that releases any releases so many that their list needs a page of its own.
 */
export function freeSomePages({ environment, counters }: Pick<Opened, 'environment' | 'counters'>): void {
  environment.transactionSync(() => counters.put(UNUSED_KEY, new Uint8Array(1)))
  environment.transactionSync(() => counters.remove(UNUSED_KEY))
}

/** The package reports the error without its code, and after a colon what an earlier error was about. */
function backupFault(folder: string, path: string, error: unknown): Error {
  const [problem] = String((error as Error).message).split(':') as [string]
  if (problem.startsWith('MDB_')) return damaged(path, `a page is damaged (${problem})`)
  return new UnwritableOutput(
    folder,
    `it cannot be compacted: ${problem.toLowerCase()}`,
    'compaction needs as much free space as the index takes at most: free some, and try again',
  )
}

/** The copy must be on the disk before the old file is removed. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
