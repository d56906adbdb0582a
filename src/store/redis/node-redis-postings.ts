/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { BANDS, contentBucket, contentRecord, documentRecord, SHINGLES } from '../keys.js'
import { byPage, entryBytes, type PostingTable, pageName, pageOf, restBytes, writeRest } from '../postings.js'
import type { Ahead, ByteString, Reads, StoredContent } from '../storage.js'
import type { IndexIdentity } from './node-index-identity.js'
import { PackedList, unpackLists } from './node-message-pack.js'
import { APPEND_SCRIPT, MISSING_SCRIPT, POSTED_SCRIPT, POSTINGS_SCRIPT, READ_AHEAD_SCRIPT } from './script.js'

/** The maximum number of keys and bytes per script, because the server does nothing else in the meantime. */
const MAX_KEYS = 2000
const MAX_BYTES = 2 ** 19
/** Means no limit. */
const ALL = 2 ** 31 - 1
/** The number of contents, and of documents of each, that are read ahead. */
const MAX_CONTENTS = 64
const MAX_DOCUMENTS = 100

/** Adds keys of postings to a message, each as its page and its rest. */
export function addKeys(list: PackedList, table: PostingTable, keys: Uint32Array): void {
  const rest = new Uint8Array(restBytes(table))
  for (let key = 0; key < keys.length; key += table.keyWords) {
    list.add(table.name + pageName(pageOf(keys, key)))
    writeRest(rest, 0, keys, key, table.keyWords)
    list.add(rest)
  }
}

/** The members under each key, without repeats: postings that were written twice are stored twice. */
export async function findPostings(
  identity: IndexIdentity,
  space: ByteString,
  table: PostingTable,
  keys: Uint32Array,
  limit = ALL,
): Promise<ByteString[][]> {
  const lists = await listPostings(identity, space, table, keys, limit)
  const found = lists.map(unique)
  // Repeats count for the limit, so that others may be missing: these lists are read completely.
  const short = lists.flatMap((list, i) => (list.length === limit && found[i]!.length < limit ? [i] : []))
  if (short.length === 0) return found
  const { keyWords } = table
  const again = short.flatMap((i) => [...keys.subarray(keyWords * i, keyWords * (i + 1))])
  const whole = await listPostings(identity, space, table, Uint32Array.from(again), ALL)
  short.forEach((i, n) => {
    found[i] = unique(whole[n]!).slice(0, limit)
  })
  return found
}

async function listPostings(
  identity: IndexIdentity,
  space: ByteString,
  table: PostingTable,
  keys: Uint32Array,
  limit: number,
): Promise<ByteString[][]> {
  const { keyWords } = table
  const answers: Promise<ByteString[][]>[] = []
  for (let from = 0; from < keys.length; from += keyWords * MAX_KEYS) {
    const list = new PackedList()
    list.add(entryBytes(table))
    list.add(limit)
    addKeys(list, table, keys.subarray(from, from + keyWords * MAX_KEYS))
    answers.push(
      identity.read(POSTINGS_SCRIPT, space, list).then((answer) => unpackLists(answer as Uint8Array)),
    )
  }
  return (await Promise.all(answers)).flat()
}

function unique(members: ByteString[]): ByteString[] {
  return members.length < 2 ? members : [...new Set(members)]
}

/** Reads the postings of a document, and what a search needs next, in one round trip. */
export async function readAhead(
  identity: IndexIdentity,
  storage: Reads,
  space: ByteString,
  keys: Uint32Array,
  documents: number,
  withRecords: boolean,
): Promise<Reads> {
  const limit = Math.min(documents, MAX_DOCUMENTS)
  const list = new PackedList()
  for (const number of [entryBytes(BANDS), MAX_CONTENTS, limit, withRecords ? 1 : 0]) list.add(number)
  addKeys(list, BANDS, keys)
  const lists = unpackLists((await identity.read(READ_AHEAD_SCRIPT, space, list)) as Uint8Array)
  const records = new Map<ByteString, Uint8Array | undefined>()
  const buckets = new Map<ByteString, ByteString[]>()
  const bytesOf = (value: ByteString) => (value === '' ? undefined : Buffer.from(value, 'latin1'))
  const count = keys.length / BANDS.keyWords
  for (const [content = '', set = '', ...members] of lists.slice(count)) {
    records.set(contentRecord(content), bytesOf(set))
    const ids = withRecords ? members.slice(0, members.length / 2) : members
    for (let i = 0; i < members.length - ids.length; i++)
      records.set(documentRecord(ids[i]!), bytesOf(members[ids.length + i]!))
    buckets.set(contentBucket(content), ids)
  }
  const found = lists.slice(0, count).map(unique)
  return {
    records: async (at, wanted) =>
      wanted.every((key) => records.has(key))
        ? wanted.map((key) => records.get(key))
        : storage.records(at, wanted),
    members: async (at, ranges) =>
      ranges.every((range) => buckets.has(range.bucket) && !range.after && (range.limit ?? ALL) <= limit)
        ? ranges.map((range) => buckets.get(range.bucket)!.slice(0, range.limit))
        : storage.members(at, ranges),
    postings: async (at, table, wanted, max) =>
      wanted === keys && max === undefined ? found : storage.postings(at, table, wanted, max),
  }
}

/** Appends the postings of new contents to their pages, in small steps. */
export async function postAhead(
  identity: IndexIdentity,
  space: ByteString,
  contents: readonly StoredContent[],
): Promise<Ahead> {
  if (contents.length === 0) return ''
  const { withdrawn, missing } = await missingContents(identity, space, contents)
  const lists = missing.flatMap(({ postings }) => postings)
  const steps: Promise<unknown>[] = []
  let [list, pages, bytes] = [new PackedList(), 0, 0]
  const send = () => {
    if (pages > 0) steps.push(identity.writeAgain(APPEND_SCRIPT, space, list))
    ;[list, pages, bytes] = [new PackedList(), 0, 0]
  }
  for (const table of [BANDS, SHINGLES]) {
    for (const { page, entries } of byPage(table, lists)) {
      list.add(table.name + pageName(page))
      list.add(entries)
      pages++
      bytes += entries.length
      if (pages === MAX_KEYS || bytes >= MAX_BYTES) send()
    }
  }
  send()
  await Promise.all(steps)
  const token = randomUUID()
  const noted = new PackedList()
  noted.add(token)
  noted.add(withdrawn)
  await identity.writeAgain(POSTED_SCRIPT, space, noted)
  return token
}

/** Which contents have no record, and the number of contents that had been withdrawn before. */
export async function missingContents(
  identity: IndexIdentity,
  space: ByteString,
  contents: readonly StoredContent[],
): Promise<{ withdrawn: ByteString; missing: StoredContent[] }> {
  let withdrawn: ByteString | undefined
  const missing: StoredContent[] = []
  for (let from = 0; from < contents.length; from += MAX_KEYS) {
    const some = contents.slice(from, from + MAX_KEYS)
    const list = new PackedList()
    for (const { record } of some) list.add(record)
    const answer = unpackLists((await identity.write(MISSING_SCRIPT, space, list)) as Uint8Array)
    const [[before], flags] = answer as [[ByteString], ByteString[]]
    withdrawn ??= before
    missing.push(...some.filter((_, i) => flags[i] === '1'))
  }
  return { withdrawn: withdrawn ?? '0', missing }
}
