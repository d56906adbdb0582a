/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import type { BulkContent, BulkLoad } from '../bulk-contents.js'
import { encodeDocument } from '../document-record.js'
import {
  BANDS,
  CONTENT_KEY_BYTES,
  contentBucket,
  contentRecord,
  DOCUMENT_COUNTER,
  documentRecord,
  SHINGLES,
  timedMember,
} from '../keys.js'
import { entryBytes, type PostingTable, pageName, restBytes } from '../postings.js'
import { packSet } from '../set-bytes.js'
import type { ByteString, Load, LoadOptions } from '../storage.js'
import { REPLACED } from './guard-script.js'
import { inFlight } from './in-flight.js'
import { ABANDON_SCRIPT, BEGIN_SCRIPT, END_SCRIPT, LOAD_SCRIPT } from './load-script.js'
import type { IndexIdentity } from './node-index-identity.js'
import { PackedList } from './node-message-pack.js'
import type { RedisConnection } from './node-redis-connection.js'
import { missingContents } from './node-redis-postings.js'

/** The number of documents and bytes per command, because the server does nothing else in the meantime. */
const MAX_DOCUMENTS = 500
const MAX_BYTES = 2 ** 20
/** The number of steps that are sent before the first is done, so that the server need not wait. */
const IN_FLIGHT = 4

/** Begins a load, or takes part in one. */
export async function beginLoad(
  identity: IndexIdentity,
  space: ByteString,
  options: LoadOptions,
): Promise<Load> {
  const load = new RedisLoad(identity, space, options)
  await load.begin()
  return load
}

type KeyAndValue = readonly [key: Buffer, value: Buffer]

class RedisLoad implements Load {
  readonly #identity: IndexIdentity
  readonly #connection: RedisConnection
  readonly #space: ByteString
  readonly #tag: ByteString
  readonly #options: LoadOptions
  /** The number of contents withdrawn, as it was read last. */
  #withdrawn: ByteString = '0'

  constructor(identity: IndexIdentity, space: ByteString, options: LoadOptions) {
    this.#identity = identity
    this.#connection = identity.connection
    this.#space = space
    this.#tag = this.#connection.tag(space)
    this.#options = options
  }

  async begin(): Promise<void> {
    this.#begun(await this.#identity.write(BEGIN_SCRIPT, this.#space, this.#idList()))
  }

  #begun(answer: unknown): void {
    this.#withdrawn = bufferOf(answer as Uint8Array).toString('latin1')
  }

  async end(): Promise<void> {
    await this.#connection.run(END_SCRIPT, this.#space, this.#idList())
  }

  async writePages(bulk: BulkLoad, known: ReadonlySet<ByteString>): Promise<void> {
    const { client } = this.#connection
    let written = 0
    await inFlight(IN_FLIGHT, groupsOf(this.#pages(bulk, known)), async (pages) => {
      await this.#connection.request(async () => {
        if ((await client.msetnx(...pages.flat())) === 1) return
        await Promise.all(pages.map(([key, entries]) => client.append(key, entries)))
      })
      written += pages.length
      this.#options.onWritten('postings', written)
    })
  }

  async writeDocuments(bulk: BulkLoad): Promise<number> {
    const { add, onWritten } = this.#options
    let [documents, contents] = [0, 0]
    await inFlight(IN_FLIGHT, stepsOf(bulk.contents()), async (step) => {
      if (!(await this.#load(step))) {
        await add(step)
        this.#begun(await this.#identity.writeAgain(BEGIN_SCRIPT, this.#space, this.#idList()))
      }
      for (const { ids } of step) documents += ids.length
      contents += step.length
      onWritten('contents', contents)
    })
    return documents
  }

  async #load(step: readonly BulkContent[]): Promise<boolean> {
    const withdrawn = this.#withdrawn
    const records = step.flatMap(({ key, set }) => [
      Buffer.from(`${this.#tag}r${contentRecord(key)}`, 'latin1'),
      bufferOf(packSet(set)),
    ])
    await this.#connection.request(() => this.#connection.client.mset(...records))
    const message = packStep(this.#tag, [this.#options.id, randomUUID(), withdrawn], step, this.#options.now)
    const answer = await this.#identity.attempt(LOAD_SCRIPT, this.#space, message)
    if (answer === REPLACED) await this.#abandon(step)
    return this.#identity.check(answer) === 1
  }

  async #abandon(step: readonly BulkContent[]): Promise<void> {
    const list = new PackedList()
    for (const { key } of step) list.add(key)
    await this.#connection.run(ABANDON_SCRIPT, this.#space, list)
  }

  async known(bulk: BulkLoad): Promise<ReadonlySet<ByteString>> {
    const { client } = this.#connection
    const counter = Buffer.from(`${this.#tag}n${DOCUMENT_COUNTER}`, 'latin1')
    const documents = await this.#connection.request(() => client.get(counter))
    // A content that is added in the meantime has its postings twice, which does no harm.
    if (Number(documents) === 0) return new Set()
    const records = Array.from(bulk.contents(), ({ key }) => ({ record: contentRecord(key), postings: [] }))
    const { missing } = await missingContents(this.#identity, this.#space, records)
    const known = new Set(records.map(({ record }) => record.slice(1)))
    for (const { record } of missing) known.delete(record.slice(1))
    return known
  }

  *#pages(bulk: BulkLoad, known: ReadonlySet<ByteString>): Generator<KeyAndValue> {
    for (const table of [BANDS, SHINGLES]) {
      for (const { page, entries } of bulk.pages(table)) {
        const fresh = known.size === 0 ? bufferOf(entries) : withoutKnown(table, bufferOf(entries), known)
        if (fresh.length === 0) continue
        yield [Buffer.from(`${this.#tag}p${table.name}${pageName(page)}`, 'latin1'), fresh]
      }
    }
  }

  #idList(): PackedList {
    const list = new PackedList()
    list.add(this.#options.id)
    return list
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

function withoutKnown(table: PostingTable, entries: Buffer, known: ReadonlySet<ByteString>): Buffer {
  const [width, rest] = [entryBytes(table), restBytes(table)]
  const kept: Buffer[] = []
  for (let at = 0; at < entries.length; at += width) {
    if (!known.has(entries.toString('latin1', at + rest, at + rest + CONTENT_KEY_BYTES)))
      kept.push(entries.subarray(at, at + width))
  }
  return Buffer.concat(kept)
}

/** Pages in groups that are written together. */
function* groupsOf(pages: Iterable<KeyAndValue>): Generator<KeyAndValue[]> {
  let [group, bytes]: [KeyAndValue[], number] = [[], 0]
  for (const page of pages) {
    group.push(page)
    bytes += page[1].length
    if (group.length < 2 * MAX_DOCUMENTS && bytes < MAX_BYTES) continue
    yield group
    ;[group, bytes] = [[], 0]
  }
  if (group.length > 0) yield group
}

/** Contents with few documents each. Those of a content with many are divided, and a content occurs once in a step. */
function* stepsOf(contents: Iterable<BulkContent>): Generator<BulkContent[]> {
  let [step, documents, bytes] = [new Map<ByteString, BulkContent>(), 0, 0]
  for (const { key, set, ids } of contents) {
    for (let from = 0; from < ids.length; from += MAX_DOCUMENTS) {
      const some = ids.slice(from, from + MAX_DOCUMENTS)
      if (documents + some.length > MAX_DOCUMENTS || bytes >= MAX_BYTES) {
        yield [...step.values()]
        ;[step, documents, bytes] = [new Map(), 0, 0]
      }
      const earlier = step.get(key)
      step.set(key, { key, set, ids: earlier === undefined ? some : [...earlier.ids, ...some] })
      documents += some.length
      bytes += set.byteLength
    }
  }
  if (step.size > 0) yield [...step.values()]
}

/** A step in the form that the script accepts, without the records of contents. */
function packStep(
  tag: ByteString,
  start: readonly ByteString[],
  step: readonly BulkContent[],
  now: number,
): PackedList {
  const [documents, single, timed, several] = Array.from({ length: 4 }, () => new PackedList())
  let count = 0
  for (const { key, set, ids } of step) {
    const bucket = `${tag}b${contentBucket(key)}`
    const record = encodeDocument({ addedAt: now, usedAt: now, shingles: set.length, content: key })
    for (const id of ids) {
      documents!.add(`${tag}r${documentRecord(id)}`)
      documents!.add(record)
      timed!.add(0)
      timed!.add(timedMember(now, id))
      count++
    }
    if (ids.length === 1) {
      single!.add(bucket)
      single!.add(ids[0]!)
      continue
    }
    const members = new PackedList()
    for (const id of ids) {
      members.add(0)
      members.add(id)
    }
    several!.add(bucket)
    several!.addList(members)
  }
  const message = new PackedList()
  for (const value of [...start, count]) message.add(value)
  for (const list of [documents, single, timed, several]) message.addList(list!)
  return message
}
