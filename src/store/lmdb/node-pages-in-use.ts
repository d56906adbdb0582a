/// <reference types="node" />
import { readSync } from 'node:fs'
import { readWord } from '../set-bytes.js'

// The layout of a page is that of `MDB_page` and `MDB_node` in LMDB's mdb.c: a header, the offsets of the nodes behind it, and the nodes.

const PAGE_HEADER = 24
const NODE_HEADER = 8
const AT = { flags: 18, nodesEnd: 20 } as const
const IS_BRANCH = 0x01
const IS_LEAF = 0x02
/** The value of a node is on pages of its own. */
const HAS_OWN_PAGES = 0x01
/** The value of a node describes another tree. */
const IS_TREE = 0x02
/** Where the number of the root is in the description of a tree. */
export const ROOT_IN_TREE = 40
/** Where the number of pages of a long value is, after that of the first one. */
const PAGES_IN_VALUE = 16
/** The root of an empty tree: all bits are ones, which as a number is rounded up. */
export const NO_PAGE = 2 ** 64

/** The pages of a file of LMDB. */
interface Pages {
  readonly file: number
  readonly pageSize: number
  /** The number of complete pages that the file has. */
  readonly count: number
}

/**
 * Whether a file has all pages of these trees. LMDB does not write pages that a change takes and releases again, so a file may end before
 * the last page that was ever taken.
 *
 * @param roots the numbers of the pages that the trees begin with
 */
export function hasPages({ file, pageSize, count }: Pages, roots: readonly number[]): boolean {
  const open = roots.filter((root) => root !== NO_PAGE)
  const page = new Uint8Array(pageSize)
  for (let seen = 0; open.length > 0; seen++) {
    const number = open.pop()!
    // More pages than there are: they refer to each other in a circle.
    if (number >= count || seen === count) return false
    if (readSync(file, page, 0, pageSize, number * pageSize) < pageSize) return false
    const kind = shortAt(page, AT.flags)
    if ((kind & (IS_BRANCH | IS_LEAF)) === 0) return false
    for (let at = PAGE_HEADER; at < PAGE_HEADER + shortAt(page, AT.nodesEnd); at += 2) {
      const node = PAGE_HEADER + shortAt(page, at)
      if (node + NODE_HEADER > pageSize) return false
      const flags = shortAt(page, node + 4)
      if ((kind & IS_BRANCH) !== 0) {
        open.push(readWord(page, node) + flags * 2 ** 32)
        continue
      }
      const value = node + NODE_HEADER + shortAt(page, node + 6)
      if ((flags & IS_TREE) !== 0) {
        const root = numberAt(page, value + ROOT_IN_TREE)
        if (root !== NO_PAGE) open.push(root)
      } else if (
        (flags & HAS_OWN_PAGES) !== 0 &&
        numberAt(page, value) + numberAt(page, value + PAGES_IN_VALUE) > count
      )
        return false
    }
  }
  return true
}

/** A number of 64 bits. */
export function numberAt(bytes: Uint8Array, at: number): number {
  return readWord(bytes, at) + readWord(bytes, at + 4) * 2 ** 32
}

function shortAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! + bytes[at + 1]! * 2 ** 8
}
