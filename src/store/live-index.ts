import { checkChoice, checkNames, checkShare, checkWhole } from '../model/check.js'
import type { DocumentId } from '../model/document.js'
import { allDocuments, contentsInBands, type DocumentWithSet, documentsOfContents } from './batch-lookup.js'
import { textOf } from './byte-strings.js'
import { checkCandidates, checkQuery, defaultThreshold, queryCandidates } from './compare-contents.js'
import type { Content } from './content-reader.js'
import { decodeDocument } from './document-record.js'
import { countsUse, isExpired } from './expire.js'
import { type Candidates, findCandidates } from './find-candidates.js'
import type { IndexParts } from './index-parts.js'
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
import { listMatches } from './list-matches.js'
import type { Expiry, IndexParameters } from './parameters.js'
import type { Joining } from './plan-change.js'
import { readSnapshot, writeSnapshot } from './snapshot.js'
import type { ByteString } from './storage.js'
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

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 10_000
/** Documents and characters of one batch of `addMany`. */
const BATCH_DOCUMENTS = 2000
const BATCH_CHARACTERS = 2 ** 25

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A live index over any storage: one namespace of it. `openIndex` makes it. */
export class LiveIndex implements Store {
  readonly #parts: IndexParts
  readonly #space: ByteString
  readonly #writer: IndexWriter

  constructor(parts: IndexParts, namespace = '') {
    this.#parts = parts
    this.#space = spaceOf(namespace)
    this.#writer = new IndexWriter(parts, this.#space)
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
    // A member has at least one byte, and the default namespace has no name: so a letter comes first.
    return names!.map((name) => textOf(name.slice(1)))
  }

  add(document: StoreDocument): Promise<Added> {
    return this.addMany([document])
  }

  async addMany(documents: Iterable<StoreDocument> | AsyncIterable<StoreDocument>): Promise<Added> {
    let [added, replaced, empty, characters] = [0, 0, 0, 0]
    const { batchDocuments = BATCH_DOCUMENTS } = this.#parts.storage
    let batch: StoreDocument[] = []
    let storing: Promise<void> = Promise.resolve()
    /** The texts of a batch are read while the batch before is stored. */
    const addBatch = async () => {
      const documents = batch
      const now = this.#now()
      const joining = this.#joining(documents, now)
      batch = []
      characters = 0
      await storing
      storing = this.#addBatch(joining, now).then((result) => {
        added += documents.length
        replaced += result.replaced
        empty += result.empty
      })
      // The error is thrown where it is awaited next.
      storing.catch(() => {})
    }
    try {
      for await (const document of documents) {
        batch.push(document)
        characters += document.text?.length ?? 0
        if (batch.length === batchDocuments || characters >= BATCH_CHARACTERS) await addBatch()
      }
      if (batch.length > 0) await addBatch()
    } finally {
      await storing
    }
    return { added, replaced, empty }
  }

  async check(text: string, options: CheckOptions = {}): Promise<Checked> {
    return (await this.checkMany([text], options))[0]!
  }

  async checkMany(texts: readonly string[], options: CheckOptions = {}): Promise<Checked[]> {
    checkNames(options, ['limit'])
    const limit = limitOf(options)
    const contents = this.#parts.reader.read(texts)
    const candidates = await this.#candidates(contents, true)
    return Promise.all(contents.map((content, i) => this.#check(content, candidates[i]!, limit, this.#now())))
  }

  async addIfNew(document: StoreDocument, options: CheckOptions = {}): Promise<Claimed> {
    checkNames(options, ['limit'])
    const limit = limitOf(options)
    const now = this.#now()
    const [joining] = this.#joining([document], now)
    const { content } = joining!
    const copies = contentBucket(content.key)
    await this.#writer.prepare(now)
    return this.#writer.repeat(async () => {
      const [candidates] = await this.#candidates([content], true)
      const [members] = await this.#parts.storage.members(this.#space, [{ bucket: copies }])
      const checked = await this.#check(content, candidates!, limit, now)
      if (checked.status !== 'new') return { ...checked, added: false }
      // Whoever adds a similar document first puts it into one of these buckets.
      const buckets = content.set.length === 0 ? [] : [...candidates!.seen, [copies, members!] as const]
      if (!(await this.#writer.claim(joining!, buckets))) return undefined
      await this.#writer.evict()
      return { ...checked, added: true }
    })
  }

  async query(text: string, options: QueryOptions = {}): Promise<Match[]> {
    return (await this.queryMany([text], options))[0]!
  }

  async queryMany(texts: readonly string[], options: QueryOptions = {}): Promise<Match[][]> {
    checkNames(options, ['limit', 'similarity', 'threshold'])
    const { parameters, storage, hits, expiry, reader } = this.#parts
    const { similarity = 'jaccard' } = options
    checkChoice('similarity', similarity, ['jaccard', 'dice', 'cosine', 'containment'])
    const threshold = options.threshold ?? defaultThreshold(similarity, parameters)
    checkShare('threshold', threshold)
    checkQuery(similarity, threshold, parameters)
    const limit = limitOf(options)
    const contents = reader.read(texts)
    const candidates = await this.#candidates(contents, similarity === 'containment')
    return Promise.all(
      contents.map(async (content, i) => {
        const matches = queryCandidates(content, candidates[i]!, parameters, hits, similarity, threshold)
        const found = await listMatches(storage, this.#space, matches, limit, expiry, this.#now())
        return found.map(({ match }) => match)
      }),
    )
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
      restored += joining.length
    }
    return restored
  }

  /** Where the index is. */
  get location(): string {
    return this.#parts.storage.location
  }

  get isReadOnly(): boolean {
    return this.#parts.storage.isReadOnly
  }

  /**
   * Adds the contents that have one of these band keys, two words each, to a set.
   *
   * @internal for batch runs
   */
  contentsInBands(keys: Uint32Array, found: Set<ByteString>): Promise<void> {
    return contentsInBands(this.#parts, this.#space, keys, found)
  }

  /**
   * The documents of some contents, or all, with their sets.
   *
   * @internal for batch runs
   */
  documentsWithSets(contents: Iterable<ByteString> | 'all'): AsyncGenerator<DocumentWithSet[]> {
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

  async #check(content: Content, candidates: Candidates, limit: number, now: number): Promise<Checked> {
    const { storage, parameters, hits, expiry } = this.#parts
    const matches = checkCandidates(content, candidates, parameters, hits)
    const found = await listMatches(storage, this.#space, matches, limit, expiry, now)
    if (countsUse(expiry) && !storage.isReadOnly)
      await Promise.all(found.map((match) => this.#writer.use(match, now)))
    const kind = found[0]?.match.kind ?? 'contains'
    return {
      status: kind === 'contains' ? 'new' : kind,
      matches: found.map(({ match }) => match),
      shingles: content.set.length,
    }
  }

  async #addBatch(batch: readonly Joining[], now: number): Promise<{ replaced: number; empty: number }> {
    // Of several documents with one id the last one counts.
    const joining = [...new Map(batch.map((document) => [document.id, document])).values()]
    await this.#writer.prepare(now)
    const leaving = await this.#writer.change(joining, [])
    await this.#writer.evict()
    return {
      replaced: leaving + batch.length - joining.length,
      empty: joining.filter(({ content }) => content.set.length === 0).length,
    }
  }

  #joining(documents: readonly StoreDocument[], now: number): Joining[] {
    const { keepTexts } = this.#parts.parameters
    const ids = documents.map(({ id }) => idKey(id))
    const contents = this.#parts.reader.read(documents.map(({ text }) => text))
    return documents.map(({ text }, i) => ({
      id: ids[i]!,
      content: contents[i]!,
      addedAt: now,
      usedAt: now,
      ...(keepTexts && { text: encoder.encode(text) }),
    }))
  }

  #candidates(contents: readonly Content[], withContainment: boolean): Promise<Candidates[]> {
    const { storage, hits } = this.#parts
    return findCandidates(storage, this.#space, contents, withContainment ? hits : undefined)
  }

  #now(): number {
    return Math.floor(this.#parts.clock())
  }
}

function limitOf({ limit = DEFAULT_LIMIT }: CheckOptions): number {
  return checkWhole('limit', limit, 1, MAX_LIMIT)
}
