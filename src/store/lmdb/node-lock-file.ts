/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { forgetPart, partOf } from '../../temporary/node-leftovers.js'
import { writeFault } from '../../write/node-fault.js'

/** The size of the lock file for `MAX_READERS`, in whole pages. LMDB uses a larger one as it is. */
const BYTES = 2 ** 16
/** The first pages of a new data file, of the largest size that a page has. */
const FIRST_BYTES = 2 ** 16
/** The permissions that LMDB gives its files. */
const MODE = 0o664

/**
 * Creates the lock file of a data file, unless there is one. LMDB creates a sparse one and maps it into memory, so that a full disk ends the
 * process with SIGBUS. The first process that locks the file initializes it, whatever it contains.
 *
 * A disk without space for the first pages of a new data file ends the process as well, so this is checked, too.
 *
 * @throws UnwritableOutput if the disk is full
 */
export function createLockFile(path: string): void {
  const lock = `${path}-lock`
  if (existsSync(lock)) return
  // Another process may create and map it at any time, so it must appear in full and never be replaced.
  const part = partOf(`${lock}.${randomUUID()}`)
  try {
    writeFileSync(part, new Uint8Array(BYTES + (existsSync(path) ? 0 : FIRST_BYTES)), { mode: MODE })
    truncateSync(part, BYTES)
    linkSync(part, lock)
  } catch (error) {
    if (isFull(error)) throw writeFault(dirname(path), error)
    // The file was created meanwhile, the disk has no links, or it is read-only: LMDB reports what matters.
  } finally {
    rmSync(part, { force: true })
    forgetPart(part)
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
