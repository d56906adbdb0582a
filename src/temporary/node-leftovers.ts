/// <reference types="node" />
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isGone, OWNER, ownMark } from './node-owner.js'
import { UNFINISHED } from './unfinished.js'

// Temporary folders, and files that do not have their final names yet. They are removed when the process ends, however it ends. What a
// killed process has left is removed when a later process creates its own in the same folder. A thread that can be terminated reports its
// paths to the thread that terminates it (`onPendingChange`), which removes them instead.

const FOLDER = new RegExp(`^likewise-(${OWNER})-\\w{6}$`)
const PART = new RegExp(`^\\..+\\.part-(${OWNER})-\\d+$`)

/** Creates a folder for temporary files. */
export function makeTemporaryFolder(parent: string): string {
  sweep(parent)
  for (;;) {
    // Registered before it exists, so that nothing is left if this thread is terminated in between.
    const path = removedAtExit(join(parent, `likewise-${ownMark()}-${randomName()}`))
    try {
      mkdirSync(path, 0o700)
      return path
    } catch (error) {
      forget(path)
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Six hexadecimal digits. */
function randomName(): string {
  return Math.floor(2 ** 24 * Math.random())
    .toString(16)
    .padStart(6, '0')
}

/** Removes a temporary folder and its content. */
export function removeTemporaryFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  forget(path)
}

/** Registers a folder for outputs that is to be removed when the process ends, if it is empty; returns a function that cancels this. */
export function removedIfEmptyAtExit(path: string): () => void {
  changePending({ path, removes: 'empty' })
  return () => forget(path)
}

/** Registers a file that is to be removed when the process ends; returns a function that cancels this. */
export function removeAtExit(path: string): () => void {
  removedAtExit(path)
  return () => forget(path)
}

/** The same for a file that contains the mark of this process, as long as it does. */
export function removeOwnAtExit(path: string): () => void {
  changePending({ path, removes: 'own' })
  return () => forget(path)
}

let parts = 0

/** The name under which a file is written until it is complete; the caller creates it, and calls `forgetPart` when it has been renamed. */
export function partOf(path: string): string {
  const folder = dirname(path)
  sweep(folder)
  return removedAtExit(join(folder, `.${basename(path)}.part-${ownMark()}-${parts++}`))
}

/** Cancels the removal of a partial file. */
export function forgetPart(part: string): void {
  forget(part)
}

/** Registers a folder of a run whose unfinished files are to be removed when the process ends; returns a function that cancels this. */
export function removeUnfinishedAtExit(folder: string): () => void {
  changePending({ path: folder, removes: 'unfinished' })
  return () => forget(folder)
}

/** Removes the unfinished files in the folder of a run. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true })
}

/**
 * A path that must be removed when the process ends: always, only if it is an empty folder, only the unfinished files in it, or only if it is
 * a file with the mark of this process; or one that no longer has to be.
 */
export interface PendingChange {
  readonly path: string
  readonly removes: 'all' | 'empty' | 'unfinished' | 'own' | 'nothing'
}

/** The paths that must be removed when this process ends. */
const pending = new Map<string, PendingChange['removes']>()

let listener: ((change: PendingChange) => void) | undefined

/** Reports each change of these paths to another thread before it takes effect. */
export function onPendingChange(report: (change: PendingChange) => void): void {
  listener = report
}

/** Registers a path of this or another thread, to be removed when this thread ends. */
export function changePending({ path, removes }: PendingChange): void {
  listener?.({ path, removes })
  if (removes === 'nothing') {
    pending.delete(path)
    return
  }
  if (pending.size === 0) {
    process.off('exit', removePending)
    process.on('exit', removePending)
  }
  pending.set(path, removes)
}

function removedAtExit(path: string): string {
  changePending({ path, removes: 'all' })
  return path
}

function forget(path: string): void {
  changePending({ path, removes: 'nothing' })
}

/** Removes the last first: a folder may hold the files that were registered after it. */
export function removePending(): void {
  for (const [path, removes] of [...pending].reverse()) {
    try {
      if (removes === 'all') rmSync(path, { recursive: true, force: true })
      else if (removes === 'unfinished') removeUnfinished(path)
      else if (removes === 'own') removeOwn(path)
      else rmdirSync(path)
    } catch {
      // A later process removes it, or the folder is not empty.
    }
  }
}

/** Removes a file unless it has become that of another process. */
function removeOwn(path: string): void {
  if (readFileSync(path, 'utf8') === ownMark()) rmSync(path, { force: true })
}

const swept = new Set<string>()

/** Removes what earlier processes have left in a folder; done once per process. */
function sweep(folder: string): void {
  if (swept.has(folder)) return
  swept.add(folder)
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    // Creating a file there reports the error.
    return
  }
  for (const name of names) {
    const [kind, mark] = FOLDER.test(name)
      ? (['folder', FOLDER.exec(name)![1]!] as const)
      : (['part', PART.exec(name)?.[1]] as const)
    if (mark === undefined || !isGone(mark)) continue
    const path = join(folder, name)
    try {
      const stats = lstatSync(path)
      if (kind === 'folder' ? stats.isDirectory() : stats.isFile())
        rmSync(path, { recursive: true, force: true })
    } catch {
      // Another process is removing it as well, or it belongs to another user.
    }
  }
}
