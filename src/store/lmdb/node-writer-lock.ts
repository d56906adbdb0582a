/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { IndexInUse } from '../../model/errors.js'
import { removeAtExit, removeOwnAtExit } from '../../temporary/node-leftovers.js'
import { isGone, isOfThisMachine, OWNER, ownMark } from '../../temporary/node-owner.js'

const LOCK = 'writer.lock'
const MARK = new RegExp(`^${OWNER}$`)

/**
 * Milliseconds between two writes to the lock, which tell other machines and containers that its process is running, and after which a
 * lock that was not written to counts as abandoned. A process that was suspended for that long no longer writes to the index.
 */
const BEAT = 5000
const LEASE = 60_000

/** The right of this process to write to a folder. */
export interface WriterLock {
  /** @throws IndexInUse if another process has taken it over */
  check(): void
  release(): void
}

/**
 * Makes this process the writer of a folder. The lock of a process that has ended is taken over.
 *
 * @throws IndexInUse
 */
export function lockForWriting(folder: string, beat = BEAT): WriterLock {
  const lock = join(folder, LOCK)
  const own = `${lock}.${randomUUID()}`
  const forgetOwn = removeAtExit(own)
  try {
    // The lock appears with its content: a process that is killed in between leaves no lock.
    writeFileSync(own, ownMark())
    for (;;) {
      const file = create(lock, own)
      if (file !== undefined) return new HeldLock(folder, lock, file, beat)
      const holder = read(lock)
      if (holder === undefined) continue
      if (!isAbandoned(holder, lock, own)) throw inUse(folder, holder)
      removeLock(folder, lock, holder)
    }
  } finally {
    rmSync(own, { force: true })
    forgetOwn()
  }
}

class HeldLock implements WriterLock {
  readonly #folder: string
  readonly #lock: string
  readonly #file: number
  readonly #timer: NodeJS.Timeout
  readonly #forget: () => void
  #written = Date.now()
  #isReleased = false

  constructor(folder: string, lock: string, file: number, beat: number) {
    this.#folder = folder
    this.#lock = lock
    this.#file = file
    this.#forget = removeOwnAtExit(lock)
    this.#timer = setInterval(() => this.#beat(), beat).unref()
  }

  check(): void {
    // A machine that was suspended counts this time as well.
    if (Date.now() - this.#written > LEASE / 2) this.#beat()
    else if (!this.#isReleased && !this.#isOurs()) this.#end()
    if (this.#isReleased) throw inUse(this.#folder, read(this.#lock) ?? '')
  }

  release(): void {
    if (this.#isReleased) return
    if (this.#isOurs()) rmSync(this.#lock, { force: true })
    this.#end()
  }

  #beat(): void {
    if (this.#isReleased) return
    if (!this.#isOurs()) {
      this.#end()
      return
    }
    try {
      // Written to, so that the time of change is that of the file system, which all machines share.
      writeSync(this.#file, ownMark(), 0)
      this.#written = Date.now()
    } catch {
      // A full disk is reported by the next change.
    }
  }

  /** Whoever takes the lock over removes this file. */
  #isOurs(): boolean {
    try {
      return fstatSync(this.#file).nlink > 0
    } catch (error) {
      // A network file system says so of a file that another machine removed.
      return (error as NodeJS.ErrnoException).code !== 'ESTALE'
    }
  }

  #end(): void {
    this.#isReleased = true
    clearInterval(this.#timer)
    closeSync(this.#file)
    this.#forget()
  }
}

/** Creates the lock, unless there is one, and opens it. */
function create(lock: string, own: string): number | undefined {
  const file = openSync(own, 'r+')
  try {
    linkSync(own, lock)
    return file
  } catch (error) {
    closeSync(file)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return undefined
    if (code === 'ENOENT') throw error
  }
  // The file system has no links.
  try {
    const created = openSync(lock, 'wx+')
    writeSync(created, ownMark(), 0)
    return created
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
}

/** Removes an abandoned lock. If another process has replaced it in the meantime, its lock is put back. */
function removeLock(folder: string, lock: string, abandoned: string): void {
  const aside = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = read(aside)
  if (taken !== abandoned && taken !== undefined) {
    renameSync(aside, lock)
    throw inUse(folder, taken)
  }
  rmSync(aside, { force: true })
}

/**
 * Whether the process that has the lock has ended. Processes of other machines and containers cannot be seen, so their locks are
 * compared with a file that was just written.
 */
function isAbandoned(mark: string, lock: string, own: string): boolean {
  if (MARK.test(mark) && isOfThisMachine(mark)) return isGone(mark)
  try {
    return statSync(own).mtimeMs - statSync(lock).mtimeMs > LEASE
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function inUse(folder: string, mark: string): IndexInUse {
  const pid = Number(mark.split('-')[1] ?? 0)
  if (MARK.test(mark) && isOfThisMachine(mark)) return new IndexInUse(folder, pid)
  return new IndexInUse(
    folder,
    pid,
    `wait until it ends, or open the index read-only; if it is on another machine or in another container and was killed, wait ${LEASE / 1000} seconds, or remove ${join(folder, LOCK)}`,
  )
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
