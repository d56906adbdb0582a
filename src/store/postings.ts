// A posting records that a content has a key: that of a band, or a sampled shingle. There are about thirty per content, so many are stored
// in a page: all those whose keys begin with the same 16 bits, each as the rest of its key and its member.

import type { ByteString } from './byte-strings.js'

/** A kind of postings. Keys and members have fixed sizes. */
export interface PostingTable {
  /** One letter. */
  readonly name: ByteString
  /** 32-bit words per key. */
  readonly keyWords: 1 | 2
  readonly memberBytes: number
}

/** The keys of a content in a table, and the member to store under each. */
export interface Postings {
  readonly table: PostingTable
  readonly keys: Uint32Array
  readonly member: ByteString
}

/** The number of pages, selected by the first 16 bits of a key. */
const PAGES = 2 ** 16

/** Bytes of a key in its page, without those that select the page. */
export function restBytes({ keyWords }: PostingTable): number {
  return 4 * keyWords - 2
}

/** Bytes of a posting in its page. */
export function entryBytes(table: PostingTable): number {
  return restBytes(table) + table.memberBytes
}

export function pageOf(keys: Uint32Array, at: number): number {
  return keys[at]! >>> 16
}

/** The two bytes that name a page. */
export function pageName(page: number): ByteString {
  return String.fromCharCode(page >>> 8, page & 255)
}

/** Writes the rest of a key, big-endian. */
export function writeRest(
  target: Uint8Array,
  at: number,
  keys: Uint32Array,
  key: number,
  words: number,
): void {
  const first = keys[key]!
  target[at] = (first >>> 8) & 255
  target[at + 1] = first & 255
  if (words === 1) return
  const second = keys[key + 1]!
  target[at + 2] = second >>> 24
  target[at + 3] = (second >>> 16) & 255
  target[at + 4] = (second >>> 8) & 255
  target[at + 5] = second & 255
}

/** The postings of a page, stored consecutively. */
export interface PageEntries {
  readonly page: number
  readonly entries: Uint8Array
}

/** Fewer postings than this are sorted; more are counted by page. */
const FEW = 2048

/** Groups postings by page, ascending. */
export function byPage(table: PostingTable, lists: readonly Postings[]): PageEntries[] {
  const { keyWords, memberBytes } = table
  const own = lists.filter((list) => list.table === table)
  const count = own.reduce((sum, { keys }) => sum + keys.length / keyWords, 0)
  const pages = new Uint16Array(count)
  let posting = 0
  for (const { keys } of own)
    for (let key = 0; key < keys.length; key += keyWords) pages[posting++] = pageOf(keys, key)
  const slots = slotsOf(pages)
  const [width, rest] = [entryBytes(table), restBytes(table)]
  const bytes = new Uint8Array(width * count)
  posting = 0
  for (const { keys, member } of own) {
    for (let key = 0; key < keys.length; key += keyWords) {
      const at = width * slots[posting++]!
      writeRest(bytes, at, keys, key, keyWords)
      for (let i = 0; i < memberBytes; i++) bytes[at + rest + i] = member.charCodeAt(i)
    }
  }
  pages.sort()
  const groups: PageEntries[] = []
  for (let start = 0; start < count; ) {
    let end = start + 1
    while (end < count && pages[end] === pages[start]) end++
    groups.push({ page: pages[start]!, entries: bytes.subarray(width * start, width * end) })
    start = end
  }
  return groups
}

/** The target index of each posting, so that those of a page are together and pages are ascending. */
function slotsOf(pages: Uint16Array): Uint32Array {
  const slots = new Uint32Array(pages.length)
  if (pages.length < FEW) {
    const order = Float64Array.from(pages, (page, i) => FEW * page + i).sort()
    order.forEach((value, slot) => {
      slots[value % FEW] = slot
    })
    return slots
  }
  const next = new Uint32Array(PAGES + 1)
  for (const page of pages) next[page + 1]!++
  for (let page = 0; page < PAGES; page++) next[page + 1]! += next[page]!
  pages.forEach((page, i) => {
    slots[i] = next[page]!++
  })
  return slots
}
