/// <reference types="node" />
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { InvalidArtifact } from '../../model/errors.js'
import { readWord } from '../set-bytes.js'
import { hasPages, NO_PAGE, numberAt, ROOT_IN_TREE } from './node-pages-in-use.js'

// LMDB maps its file into memory, so a truncated file ends the process with SIGBUS instead of an error. Therefore the two meta pages are
// compared with the file size before it is opened. Offsets are those of `MDB_page` and `MDB_meta` in LMDB's mdb.c.

const META_BYTES = 160
const META_PAGES = 2
const MAGIC = 0xbeefc0de
const FOREIGN = 'it is not an LMDB file, or its beginning is damaged'
const AT = { magic: 24, pageSize: 48, freePages: 48, tables: 96, lastPage: 144, transaction: 152 } as const

/** Whether nothing was ever stored in a file: a process was killed before it wrote its tables. */
export function isUnused(path: string): boolean {
  if (statSync(path).size === 0) return true
  try {
    return checkFile(path).lastPage < META_PAGES
  } catch {
    return false
  }
}

/** What the current meta page of a file says. */
export interface FileState {
  /** The number of the last page that was ever taken. */
  readonly lastPage: number
  readonly hasFreePages: boolean
}

/** @throws InvalidArtifact if the file is not an LMDB file, or pages in use are missing at its end */
export function checkFile(path: string): FileState {
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
    const lastPage = numberAt(latest, AT.lastPage)
    // Last, because a change writes its pages before its meta page.
    const { size } = fstatSync(file)
    const roots = [AT.freePages, AT.tables].map((at) => numberAt(latest, at + ROOT_IN_TREE))
    const pages = { file, pageSize: pageSize!, count: Math.floor(size / pageSize!) }
    if (pages.count <= lastPage && !hasPages(pages, roots)) {
      throw damaged(path, `it has ${size} bytes of ${(lastPage + 1) * pageSize!}: it was cut short`)
    }
    return { lastPage, hasFreePages: roots[0] !== NO_PAGE }
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
