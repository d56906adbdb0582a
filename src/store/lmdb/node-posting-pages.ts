/// <reference types="node" />
import {
  entryBytes,
  type PageEntries,
  type PostingTable,
  pageName,
  pageOf,
  restBytes,
  writeRest,
} from '../postings.js'
import type { ByteString } from '../storage.js'
import type { LmdbTable } from './lmdb-types.js'
import { CHECKSUM_BYTES, CheckedTable } from './node-checked-table.js'
import {
  beginsWith,
  chunkOf,
  halfOf,
  lowerBound,
  merge,
  partition,
  sortEntries,
  without,
} from './page-chunks.js'

/** The maximum size of a chunk: with its checksum, it fits into a page of LMDB. */
const CHUNK_BYTES = 4080 - CHECKSUM_BYTES
/** The first chunk begins with the number of chunks. */
const HEADER = 4

const NO_MEMBERS: readonly ByteString[] = []
const NOTHING = Buffer.alloc(0)
const APPEND = { append: true } as const
const NO_CHUNKS: readonly Uint8Array[] = []

/** The postings of an index in a table of LMDB. */
export class PostingPages {
  readonly #table: CheckedTable
  /** The last member that was found: the next one is often the same, because similar documents share several bands. */
  #member: ByteString = ''

  constructor(table: LmdbTable) {
    this.#table = new CheckedTable(table)
  }

  /** The members under each key; consecutive keys of the same page cost one read. */
  find(space: ByteString, table: PostingTable, keys: Uint32Array, limit: number): (readonly ByteString[])[] {
    const { keyWords } = table
    const width = entryBytes(table)
    const wanted = new Uint8Array(restBytes(table))
    const lists: (readonly ByteString[])[] = []
    let page = -1
    let [first, others]: [Uint8Array, readonly Uint8Array[]] = [NOTHING, NO_CHUNKS]
    for (let key = 0; key < keys.length; key += keyWords) {
      if (pageOf(keys, key) !== page) {
        page = pageOf(keys, key)
        const name = space + table.name + pageName(page)
        first = this.#table.getFast(name) ?? NOTHING
        const chunks = first.length === 0 ? 1 : countOf(first)
        others = NO_CHUNKS
        if (chunks > 1) {
          // The next read overwrites the result of the fast one.
          first = this.#table.get(name) ?? NOTHING
          others = Array.from(
            { length: chunks - 1 },
            (_, i) => this.#table.get(chunkName(name, i + 1)) ?? NOTHING,
          )
        }
      }
      writeRest(wanted, 0, keys, key, keyWords)
      let members = this.#list(first, HEADER, width, wanted, limit, undefined)
      for (const chunk of others) {
        if (members !== undefined && members.length >= limit) break
        members = this.#list(chunk, 0, width, wanted, limit, members)
      }
      lists.push(members ?? NO_MEMBERS)
    }
    return lists
  }

  /** Adds those postings to a page that it does not have. */
  insert(space: ByteString, table: PostingTable, { page, entries }: PageEntries): void {
    const width = entryBytes(table)
    const chunks = new PageChunks(this.#table, space + table.name + pageName(page), table)
    const added = sortEntries(entries, width)
    if (chunks.count === 1) chunks.set(0, merge(chunks.get(0), added, width))
    else {
      for (const number of new Set(chunks.numbersOf(added))) {
        const [own] = partition(added, width, (at) => chunks.numberOf(added, at) === number)
        chunks.set(number, merge(chunks.get(number), own, width))
      }
    }
    chunks.grow()
    chunks.write()
  }

  /** Writes a new page at the end of the table. Its postings are ascending. */
  append(space: ByteString, table: PostingTable, { page, entries }: PageEntries): void {
    const chunks = new PageChunks(this.#table, space + table.name + pageName(page), table, true)
    chunks.set(0, entries)
    chunks.grow()
    chunks.write()
  }

  /** Removes postings from a page; missing ones are ignored. */
  erase(space: ByteString, table: PostingTable, { page, entries }: PageEntries): void {
    const width = entryBytes(table)
    const chunks = new PageChunks(this.#table, space + table.name + pageName(page), table)
    for (let from = 0; from < entries.length; from += width) {
      const number = chunks.numberOf(entries, from)
      chunks.set(number, without(chunks.get(number), entries, from, width))
    }
    chunks.shrink()
    chunks.write()
  }

  /** Adds the members under a key in a chunk to a list, which is created if there are any. */
  #list(
    chunk: Uint8Array,
    start: number,
    width: number,
    wanted: Uint8Array,
    limit: number,
    members: ByteString[] | undefined,
  ): ByteString[] | undefined {
    const { length } = wanted
    if (chunk.length <= start) return members
    let at = lowerBound(chunk, start, width, wanted, 0, length)
    for (; beginsWith(chunk, at, wanted, 0, length); at += width) {
      members ??= []
      if (members.length >= limit) break
      members.push(this.#memberAt(chunk, at + length, at + width))
    }
    return members
  }

  #memberAt(chunk: Uint8Array, start: number, end: number): ByteString {
    if (!isTextAt(chunk, start, end, this.#member))
      this.#member = (chunk as Buffer).toString('latin1', start, end)
    return this.#member
  }
}

function isTextAt(bytes: Uint8Array, start: number, end: number, text: ByteString): boolean {
  if (text.length !== end - start) return false
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false
  return true
}

/** The chunks of a page while they are changed. */
class PageChunks {
  readonly #table: CheckedTable
  readonly #name: ByteString
  readonly #width: number
  readonly #rest: number
  readonly #read = new Map<number, Uint8Array>()
  readonly #changed = new Map<number, Uint8Array | undefined>()
  readonly #countBefore: number
  readonly #isAppended: boolean
  count: number

  /** @param isAppended whether the page is new, and the last one of the table */
  constructor(table: CheckedTable, name: ByteString, kind: PostingTable, isAppended = false) {
    this.#table = table
    this.#isAppended = isAppended
    this.#name = name
    this.#width = entryBytes(kind)
    this.#rest = restBytes(kind)
    const first = isAppended ? undefined : table.get(name)
    this.count = first === undefined || first.length === 0 ? 1 : countOf(first)
    this.#countBefore = this.count
    this.#read.set(0, first?.subarray(HEADER) ?? NOTHING)
  }

  get(number: number): Uint8Array {
    const changed = this.#changed.get(number)
    if (changed !== undefined) return changed
    let chunk = this.#read.get(number)
    if (chunk === undefined) {
      if (!this.#isAppended) chunk = this.#table.get(chunkName(this.#name, number))
      chunk ??= NOTHING
      this.#read.set(number, chunk)
    }
    return chunk
  }

  set(number: number, chunk: Uint8Array): void {
    if (chunk !== this.get(number)) this.#changed.set(number, chunk)
  }

  numberOf(entries: Uint8Array, at: number): number {
    return chunkOf(entries, at + this.#rest, this.count)
  }

  *numbersOf(entries: Uint8Array): Generator<number> {
    for (let at = 0; at < entries.length; at += this.#width) yield this.numberOf(entries, at)
  }

  /** Splits chunks: once for each LMDB page by which a chunk is too large. */
  grow(): void {
    const sizes = [...this.#changed.values()].map((chunk) => HEADER + (chunk?.length ?? 0))
    let splits = sizes.reduce((sum, size) => sum + Math.floor((size - 1) / CHUNK_BYTES), 0)
    for (; splits > 0; splits--) {
      const [old, fresh] = [this.count - halfOf(this.count), this.count]
      this.count++
      const whole = this.get(old)
      const [kept, moved] = partition(whole, this.#width, (at) => this.numberOf(whole, at) === old)
      this.#changed.set(old, kept)
      this.#changed.set(fresh, moved)
    }
  }

  /** Merges the last chunk into the one that it was split from, while a chunk is less than a quarter full. */
  shrink(): void {
    const isSmall = () =>
      [...this.#changed.values()].some((chunk) => chunk !== undefined && chunk.length < CHUNK_BYTES / 4)
    while (this.count > 1 && isSmall()) {
      const last = this.count - 1
      const target = last - halfOf(last)
      const joined = merge(this.get(target), this.get(last), this.#width)
      if (HEADER + joined.length > CHUNK_BYTES) return
      this.count--
      this.#changed.set(target, joined)
      this.#changed.set(last, undefined)
    }
  }

  write(): void {
    if (this.count !== this.#countBefore && !this.#changed.has(0)) this.#changed.set(0, this.get(0))
    const options = this.#isAppended ? APPEND : undefined
    for (const [number, chunk] of [...this.#changed].sort(([one], [other]) => one - other)) {
      const name = number === 0 ? this.#name : chunkName(this.#name, number)
      if (chunk === undefined || (number === 0 && chunk.length === 0 && this.count === 1))
        this.#table.remove(name)
      else this.#table.put(name, number === 0 ? withCount(chunk, this.count) : chunk, options)
    }
  }
}

function countOf(first: Uint8Array): number {
  return (first[0]! | (first[1]! << 8) | (first[2]! << 16) | (first[3]! << 24)) >>> 0
}

function withCount(chunk: Uint8Array, count: number): Uint8Array {
  const first = new Uint8Array(HEADER + chunk.length)
  for (let byte = 0; byte < HEADER; byte++) first[byte] = count >>> (8 * byte)
  first.set(chunk, HEADER)
  return first
}

function chunkName(name: ByteString, number: number): ByteString {
  return `${name}${String.fromCharCode(number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255)}`
}
