/// <reference types="node" />
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IndexInUse } from '../../model/errors.js'
import { removeAtExit } from '../../temporary/node-leftovers.js'
import { isGone, OWNER, ownMark } from '../../temporary/node-owner.js'

const LOCK = 'writer.lock'
const MARK = new RegExp(`^${OWNER}$`)

/**
 * Makes this process the writer of a folder, until the returned function is called. The lock of a process that has ended is taken over.
 *
 * @throws IndexInUse
 */
export function lockForWriting(folder: string): () => void {
  const lock = join(folder, LOCK)
  for (;;) {
    try {
      writeFileSync(lock, ownMark(), { flag: 'wx' })
      const forget = removeAtExit(lock)
      return () => {
        rmSync(lock, { force: true })
        forget()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = read(lock)
    if (holder === undefined) continue
    if (!isAbandoned(holder)) throw new IndexInUse(folder, processOf(holder))
    removeLock(folder, lock, holder)
  }
}

/** Removes an abandoned lock. If another process has replaced it in the meantime, its lock is put back. */
function removeLock(folder: string, lock: string, abandoned: string): void {
  const aside = join(folder, `${LOCK}.${process.pid}`)
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = read(aside)
  if (taken !== abandoned && taken !== undefined) {
    renameSync(aside, lock)
    throw new IndexInUse(folder, processOf(taken))
  }
  rmSync(aside, { force: true })
}

/** A process may be killed before it has written its mark; one that is still writing it finishes within moments. */
function isAbandoned(mark: string): boolean {
  return MARK.test(mark) && isGone(mark)
}

function processOf(mark: string): number {
  return Number(mark.split('-')[1] ?? 0)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
