import type { BulkContent, BulkLoad } from './bulk-contents.js'
import { chunksOf } from './find-candidates.js'
import type { IndexParts } from './index-parts.js'
import type { IndexWriter } from './index-writer.js'
import type { Joining } from './plan-change.js'
import type { ByteString, Load, LoadOptions } from './storage.js'

/** The number of documents without shingles that are added in one change. */
const EMPTY_DOCUMENTS = 500

/** Adds documents that were read in other threads to a namespace, in the way of its storage, and in changes if that is not possible. */
export class BulkAdder {
  readonly #parts: IndexParts
  readonly #writer: IndexWriter
  readonly #now: number
  readonly #load: Load
  /** Documents that the index had before. */
  replaced = 0

  private constructor(parts: IndexParts, writer: IndexWriter, now: number, load: Load) {
    this.#parts = parts
    this.#writer = writer
    this.#now = now
    this.#load = load
  }

  /** Begins a load, or takes part in one. Returns undefined if the storage has no loads. */
  static async begin(
    parts: IndexParts,
    space: ByteString,
    writer: IndexWriter,
    options: Pick<LoadOptions, 'id' | 'now' | 'onWritten'>,
  ): Promise<BulkAdder | undefined> {
    const { storage } = parts
    if (storage.load === undefined) return undefined
    const { now } = options
    await writer.prepare(now)
    const load = await storage.load(space, { ...options, add: (contents) => adder.#add(contents) })
    const adder = new BulkAdder(parts, writer, now, load)
    return adder
  }

  known(bulk: BulkLoad): Promise<ReadonlySet<ByteString>> {
    return this.#load.known(bulk)
  }

  writePages(bulk: BulkLoad, known: ReadonlySet<ByteString>): Promise<void> {
    return this.#load.writePages(bulk, known)
  }

  /** Returns the number of documents. */
  writeDocuments(bulk: BulkLoad): Promise<number> {
    return this.#load.writeDocuments(bulk)
  }

  /** Adds documents without shingles, by the keys of their ids, and returns their number. */
  async writeEmpty(ids: Iterable<ByteString>): Promise<number> {
    const [content] = this.#parts.reader.read([''])
    let count = 0
    for (const some of chunksOf(ids, EMPTY_DOCUMENTS)) {
      await this.#change(some.map((id) => ({ id, content: content!, ...this.#times() })))
      count += some.length
    }
    return count
  }

  end(): Promise<void> {
    return this.#load.end()
  }

  async #add(contents: readonly BulkContent[]): Promise<void> {
    const { reader } = this.#parts
    const joining = contents.flatMap(({ key, set, ids }) => {
      const content = reader.ofSet(key, set)
      return ids.map((id) => ({ id, content, ...this.#times() }))
    })
    await this.#change(joining)
  }

  async #change(joining: readonly Joining[]): Promise<void> {
    this.replaced += await this.#writer.change(joining, [])
  }

  #times() {
    return { addedAt: this.#now, usedAt: this.#now }
  }
}
