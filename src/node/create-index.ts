/// <reference types="node" />
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UnreadableInput, UnwritableOutput } from '../model/errors.js'
import { isUnused } from '../store/lmdb/node-check-file.js'
import { dataFile, listDataFiles } from '../store/lmdb/node-data-files.js'
import { openLmdbStore } from '../store/lmdb/node-lmdb-store.js'
import { lockForWriting } from '../store/lmdb/node-writer-lock.js'
import { NO_INDEX } from '../store/open-index.js'
import {
  makeTemporaryFolder,
  removedIfEmptyAtExit,
  removeTemporaryFolder,
} from '../temporary/node-leftovers.js'
import { writeFault } from '../write/node-fault.js'
import { makeFolder } from '../write/node-make-folder.js'

/**
 * Creates an index in a temporary folder inside its own, and moves it there when it is complete. A build that is stopped leaves nothing,
 * and an index that it would replace stays until then.
 *
 * @param isReplacing whether an index with documents may be replaced
 * @param force how the caller allows it: `--force`, or the name of an option
 * @param fill creates the index in the folder that it is given, and closes it
 */
export async function createIndex<Result>(
  folder: string,
  isReplacing: boolean,
  force: string,
  fill: (temporary: string) => Promise<Result>,
): Promise<Result> {
  if (!isReplacing && !(await isWithoutDocuments(folder))) throw existing(folder, force)
  const isNew = !existsSync(folder)
  const keep = isNew ? removedIfEmptyAtExit(folder) : () => {}
  let temporary: string | undefined
  try {
    makeFolder(folder)
    temporary = makeTemporaryFolder(folder)
    const result = await fill(temporary)
    await moveInto(folder, temporary, isReplacing, force)
    return result
  } catch (error) {
    throw renamed(writeFault(folder, error), temporary, folder)
  } finally {
    if (temporary !== undefined) removeTemporaryFolder(temporary)
    if (isNew) removeIfEmpty(folder)
    keep()
  }
}

/** @throws IndexInUse if another process is writing to the index in the folder */
async function moveInto(
  folder: string,
  temporary: string,
  isReplacing: boolean,
  force: string,
): Promise<void> {
  const lock = lockForWriting(folder)
  try {
    if (!isReplacing && !(await isWithoutDocuments(folder))) throw existing(folder, force)
    // A process that reads the old file notices that it was removed.
    const number = (listDataFiles(folder).at(-1)?.number ?? 0) + 1
    renameSync(listDataFiles(temporary).at(-1)!.path, dataFile(folder, number))
    for (const name of readdirSync(folder))
      if (/^data-\d+\.mdb(-lock)?$/.test(name) && !name.startsWith(`data-${number}.mdb`))
        rmSync(join(folder, name), { force: true })
  } finally {
    lock.release()
  }
}

/** Whether a folder has no index, or one without documents. A damaged index may have some. */
async function isWithoutDocuments(folder: string): Promise<boolean> {
  if (listDataFiles(folder).every(({ path }) => isUnused(path))) return true
  try {
    await using store = await openLmdbStore(folder, { readOnly: true })
    for (const name of ['', ...(await store.namespaces())]) {
      const { documents } = await store.namespace(name).stats()
      if (documents > 0) return false
    }
    return true
  } catch (error) {
    return error instanceof UnreadableInput && error.problem === NO_INDEX
  }
}

function existing(folder: string, force: string): UnwritableOutput {
  return new UnwritableOutput(
    folder,
    'an index already exists there',
    `add documents to it, or overwrite it with ${force}`,
  )
}

/** Errors name the folder of the index, not the temporary one. */
function renamed(error: unknown, temporary: string | undefined, folder: string): unknown {
  if (!(error instanceof UnwritableOutput) || error.file !== temporary) return error
  return new UnwritableOutput(folder, error.problem, error.hint)
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The index is in it.
  }
}
