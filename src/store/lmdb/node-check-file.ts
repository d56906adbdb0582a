/// <reference types="node" />
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { InvalidArtifact } from '../../model/errors.js'
import { readWord } from '../set-bytes.js'

// LMDB maps its file into memory, so a truncated file ends the process with SIGBUS instead of an error. Therefore the two meta pages are
// compared with the file size before it is opened. Offsets are those of `MDB_page` and `MDB_meta` in LMDB's mdb.c.

const META_BYTES = 160
const META_PAGES = 2
const MAGIC = 0xbeefc0de
const FOREIGN = 'it is not an LMDB file, or its beginning is damaged'
const AT = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152 } as const

/** Whether nothing was ever stored in a file: a process was killed before it wrote its tables. */
export function isUnused(path: string): boolean {
  if (statSync(path).size === 0) return true
  try {
    return checkFile(path) < META_PAGES
  } catch {
    return false
  }
}

/**
 * @returns the number of the last page in use
 * @throws InvalidArtifact if the file is not an LMDB file, or is shorter than its last change made it
 */
export function checkFile(path: string): number {
  const { size } = statSync(path)
  const file = openSync(path, 'r')
  try {
    const metaAt = (position: number) => {
      const bytes = new Uint8Array(META_BYTES)
      return readSync(file, bytes, 0, META_BYTES, position) === META_BYTES ? bytes : undefined
    }
    const first = metaAt(0)
    if (first !== undefined && readWord(first, AT.magic) !== MAGIC) throw damaged(path, FOREIGN)
    const pageSize = first && readWord(first, AT.pageSize)
    const second = pageSize === undefined ? undefined : metaAt(pageSize)
    if (first === undefined || second === undefined) throw damaged(path, 'it was cut short')
    if (readWord(second, AT.magic) !== MAGIC) throw damaged(path, FOREIGN)
    const latest = numberAt(second, AT.transaction) > numberAt(first, AT.transaction) ? second : first
    const needed = (numberAt(latest, AT.lastPage) + 1) * pageSize!
    if (size < needed) throw damaged(path, `it has ${size} bytes of ${needed}: it was cut short`)
    return numberAt(latest, AT.lastPage)
  } finally {
    closeSync(file)
  }
}

export function damaged(path: string, problem: string): InvalidArtifact {
  return new InvalidArtifact(
    'a live index',
    `${path}: ${problem}`,
    'restore a snapshot, or build the index again',
  )
}

function numberAt(bytes: Uint8Array, at: number): number {
  return readWord(bytes, at) + readWord(bytes, at + 4) * 2 ** 32
}
