import type { DocumentId } from '../model/document.js'
import { allDocuments, contentsInBands, type DocumentWithSet, documentsOfContents } from './batch-lookup.js'
import { BulkAdder } from './bulk-adder.js'
import { textOf } from './byte-strings.js'
import type { ContentKeys } from './content-keys.js'
import { DocumentAdder } from './document-adder.js'
import { decodeDocument } from './document-record.js'
import { isExpired } from './expire.js'
import type { IndexParts } from './index-parts.js'
import { IndexReader, limitOfCheck } from './index-reader.js'
import { IndexWriter } from './index-writer.js'
import {
  contentBucket,
  DOCUMENT_COUNTER,
  documentRecord,
  EMPTY_COUNTER,
  idKey,
  NAMESPACES_BUCKET,
  ROOT_SPACE,
  spaceOf,
  textRecord,
} from './keys.js'
import type { Expiry, IndexParameters } from './parameters.js'
import { readSnapshot, writeSnapshot } from './snapshot.js'
import type { ByteString, LoadOptions, Storage } from './storage.js'
import type {
  Added,
  Checked,
  CheckOptions,
  Claimed,
  Match,
  QueryOptions,
  Store,
  StoreDocument,
  StoredDocument,
  StoreStatistics,
} from './store.js'

const decoder = new TextDecoder()

/** A live index over any storage, or one namespace of it. Created by `openIndex`. */
export class LiveIndex implements Store {
  readonly #parts: IndexParts
  readonly #space: ByteString
  readonly #writer: IndexWriter
  readonly #reader: IndexReader
  readonly #adder: DocumentAdder

  constructor(parts: IndexParts, namespace = '') {
    this.#parts = parts
    this.#space = spaceOf(namespace)
    this.#writer = new IndexWriter(parts, this.#space)
    this.#reader = new IndexReader(parts, this.#space, this.#writer)
    this.#adder = new DocumentAdder(parts, this.#space, this.#writer)
  }

  get parameters(): IndexParameters {
    return this.#parts.parameters
  }

  get expiry(): Expiry {
    return this.#parts.expiry
  }

  namespace(name: string): LiveIndex {
    return new LiveIndex(this.#parts, name)
  }

  async namespaces(): Promise<string[]> {
    const [names] = await this.#parts.storage.members(ROOT_SPACE, [{ bucket: NAMESPACES_BUCKET }])
    // A member has at least one byte, but the name of the default namespace is empty, so a letter is prepended.
    return names!.map((name) => textOf(name.slice(1)))
  }

  add(document: StoreDocument): Promise<Added> {
    return this.addMany([document])
  }

  addMany(documents: Iterable<StoreDocument> | AsyncIterable<StoreDocument>): Promise<Added> {
    return this.#adder.addMany(documents)
  }

  async check(text: string, options: CheckOptions = {}): Promise<Checked> {
    return (await this.checkMany([text], options))[0]!
  }

  async checkMany(texts: readonly string[], options: CheckOptions = {}): Promise<Checked[]> {
    return this.#reader.check(texts, limitOfCheck(options))
  }

  async addIfNew(document: StoreDocument, options: CheckOptions = {}): Promise<Claimed> {
    const limit = limitOfCheck(options)
    const now = this.#now()
    const [joining] = this.#adder.read([document])
    const { content } = joining!
    const copies = contentBucket(content.key)
    await this.#writer.prepare(now)
    return this.#writer.repeat(async () => {
      // Copies are listed first, so that one added later is not among them.
      const [members] = await this.#parts.storage.members(this.#space, [{ bucket: copies }])
      const { checked, expect } = await this.#reader.checkOne(content, limit, now)
      if (checked.status !== 'new') return { ...checked, added: false }
      if (expect === undefined) return undefined
      const ownBucket = content.set.length === 0 ? [] : [[copies, members!] as const]
      const buckets = [...(expect.buckets ?? []), ...ownBucket]
      if (!(await this.#writer.claim(joining!, { ...expect, buckets }))) return undefined
      await this.#writer.evict()
      return { ...checked, added: true }
    })
  }

  async query(text: string, options: QueryOptions = {}): Promise<Match[]> {
    return (await this.#reader.query([text], options))[0]!
  }

  async queryMany(texts: readonly string[], options: QueryOptions = {}): Promise<Match[][]> {
    return this.#reader.query(texts, options)
  }

  async remove(ids: DocumentId | readonly DocumentId[]): Promise<number> {
    const list = typeof ids === 'string' || typeof ids === 'number' ? [ids] : ids
    const keys = new Set(list.map(idKey))
    await this.#writer.prepare(this.#now())
    return this.#writer.change([], [...keys])
  }

  async get(id: DocumentId): Promise<StoredDocument | undefined> {
    const key = idKey(id)
    const { storage, parameters, expiry } = this.#parts
    const records = [documentRecord(key), ...(parameters.keepTexts ? [textRecord(key)] : [])]
    const [record, text] = await storage.records(this.#space, records)
    if (record === undefined) return undefined
    const { addedAt, usedAt, shingles } = decodeDocument(record)
    if (isExpired({ addedAt, usedAt }, expiry, this.#now())) return undefined
    return { id, addedAt, usedAt, shingles, ...(text !== undefined && { text: decoder.decode(text) }) }
  }

  async stats(): Promise<StoreStatistics> {
    const { storage } = this.#parts
    if (!storage.isReadOnly) await this.#writer.sweep(this.#now())
    const [documents, empty] = await storage.counters(this.#space, [DOCUMENT_COUNTER, EMPTY_COUNTER])
    return { documents: documents!, empty: empty!, bytes: await storage.size(), location: storage.location }
  }

  async compact(): Promise<void> {
    this.#writer.checkWritable()
    for (const name of await this.namespaces()) await this.namespace(name).#writer.sweep(this.#now())
    await this.#parts.storage.compact()
  }

  snapshot(): AsyncIterable<Uint8Array> {
    return writeSnapshot(this.#parts, () => this.namespaces())
  }

  async restore(snapshot: AsyncIterable<Uint8Array>): Promise<number> {
    this.#writer.checkWritable()
    let restored = 0
    for await (const { namespace, joining } of readSnapshot(snapshot, this.#parts)) {
      const target = this.namespace(namespace)
      await target.#writer.prepare(this.#now())
      await target.#writer.change(joining, [])
      await target.#writer.evict()
      restored += joining.length
    }
    return restored
  }

  /**
   * Registers the namespace and applies the cap, after the documents were written to the storage.
   *
   * @internal for bulk loads
   */
  async register(): Promise<void> {
    await this.#writer.prepare(this.#now())
    await this.#writer.evict()
  }

  /**
   * Begins a bulk load, or takes part in one. Returns undefined if the storage has no loads.
   *
   * @internal for bulk loads
   */
  load(options: Pick<LoadOptions, 'id' | 'now' | 'onWritten'>): Promise<BulkAdder | undefined> {
    return BulkAdder.begin(this.#parts, this.#space, this.#writer, options)
  }

  /** Where the index is. */
  get location(): string {
    return this.#parts.storage.location
  }

  /**
   * The storage of all namespaces.
   *
   * @internal for jobs in other threads
   */
  get storage(): Storage {
    return this.#parts.storage
  }

  get isReadOnly(): boolean {
    return this.#parts.storage.isReadOnly
  }

  /**
   * Adds the contents that have one of these band keys, two words each, to a set.
   *
   * @internal for batch runs
   */
  contentsInBands(keys: Uint32Array, found: ContentKeys): Promise<void> {
    return contentsInBands(this.#parts, this.#space, keys, found)
  }

  /**
   * The documents of some contents, or all, with their sets.
   *
   * @internal for batch runs
   */
  documentsWithSets(contents: ContentKeys | 'all'): AsyncGenerator<DocumentWithSet[]> {
    return contents === 'all'
      ? allDocuments(this.#parts, this.#space)
      : documentsOfContents(this.#parts, this.#space, contents)
  }

  close(): Promise<void> {
    return this.#parts.storage.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #now(): number {
    return Math.floor(this.#parts.clock())
  }
}
