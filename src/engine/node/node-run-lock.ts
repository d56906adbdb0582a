import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RunInUse } from '../../model/errors.js'
import { startOf } from '../../temporary/node-owner.js'
import { writeFault } from '../../write/node-fault.js'

/** The name of the lock in a folder. */
export const LOCK = 'lock'

/** Whether a file in a locked folder is its lock, or was about to become it. */
export function isLock(name: string): boolean {
  return name === LOCK || name.startsWith(`${LOCK}.`)
}

/**
 * Locks a folder for this process. The lock of a process that has ended is taken over.
 *
 * @throws RunInUse
 */
export function lock(path: string): void {
  while (!takeLock(path)) {
    const holder = holderOf(path)
    if (holder !== undefined) throw new RunInUse(path, holder)
    removeStale(path)
  }
}

/** Creates the lock atomically. Returns false if there is one already. */
function takeLock(path: string): boolean {
  const own = join(path, `${LOCK}.${process.pid}`)
  try {
    writeFileSync(own, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }))
    linkOrCopy(own, join(path, LOCK))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeFault(path, error)
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/** Some file systems do not support links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code!))
      throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}

/** Removes a stale lock. If another process has replaced it in the meantime, its lock is put back. */
function removeStale(path: string): void {
  const stale = join(path, `${LOCK}.${process.pid}`)
  try {
    renameSync(join(path, LOCK), stale)
    const holder = holderOf(path, `${LOCK}.${process.pid}`)
    if (holder !== undefined) {
      renameSync(stale, join(path, LOCK))
      throw new RunInUse(path, holder)
    }
    rmSync(stale, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw writeFault(path, error)
  }
}

/** The process that holds the lock, if it is still running. */
function holderOf(path: string, name = LOCK): number | undefined {
  let text: string
  try {
    text = readFileSync(join(path, name), 'utf8')
  } catch {
    return undefined
  }
  const { pid, started } = parse(text)
  if (pid === undefined) return undefined
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
  }
  return startOf(pid) === started ? pid : undefined
}

function parse(text: string): { readonly pid?: number; readonly started?: string } {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}

export function unlock(path: string): void {
  rmSync(join(path, LOCK), { force: true })
}
