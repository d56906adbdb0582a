/// <reference types="node" />
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isGone, OWNER, ownMark } from './node-owner.js'

// Temporary folders, and files that have not got their names yet. They go when the process ends, however it ends; what a killed
// process has left goes when a later one makes its own in the same folder.

const FOLDER = new RegExp(`^likewise-(${OWNER})-\\w{6}$`)
const PART = new RegExp(`^\\..+\\.part-(${OWNER})-\\d+$`)

/** Makes a folder for temporary files in a folder. */
export function makeTemporaryFolder(parent: string): string {
  sweep(parent)
  return removedAtExit(mkdtempSync(join(parent, `likewise-${ownMark()}-`)))
}

/** Removes a temporary folder and all in it. */
export function removeTemporaryFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  pending.delete(path)
}

let parts = 0

/** The name under which a file is written until it is complete; the caller makes it, and calls `forgetPart` when it is renamed. */
export function partOf(path: string): string {
  const folder = dirname(path)
  sweep(folder)
  return removedAtExit(join(folder, `.${basename(path)}.part-${ownMark()}-${parts++}`))
}

/** Nothing is to be removed under this name any more. */
export function forgetPart(part: string): void {
  pending.delete(part)
}

/** Paths that have to go when this process ends. */
const pending = new Set<string>()

function removedAtExit(path: string): string {
  if (pending.size === 0) {
    process.off('exit', removePending)
    process.on('exit', removePending)
  }
  pending.add(path)
  return path
}

function removePending(): void {
  for (const path of pending) {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // A later process removes it.
    }
  }
}

const swept = new Set<string>()

/** Removes what processes that are gone have left in a folder; once in the life of this one. */
function sweep(folder: string): void {
  if (swept.has(folder)) return
  swept.add(folder)
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    // Whoever makes a file there will report it.
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
      // Another process removes it too, or it belongs to another user.
    }
  }
}
