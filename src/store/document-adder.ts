import type { IndexParts } from './index-parts.js'
import type { IndexWriter } from './index-writer.js'
import { idKey } from './keys.js'
import { type Joining, storedContent } from './plan-change.js'
import type { Ahead, ByteString } from './storage.js'
import type { Added, StoreDocument } from './store.js'

/** Documents per change, unless the storage specifies a number. */
const BATCH_DOCUMENTS = 2000
/** Shingles per batch: 256 MB. */
const BATCH_SHINGLES = 2 ** 26
/** The number of documents and characters that are read at a time; their texts are not kept. */
const PIECE_DOCUMENTS = 1000
const PIECE_CHARACTERS = 2 ** 21

/** The number of changes of a batch that are sent to the storage concurrently. */
const CHANGES_AT_ONCE = 8

const encoder = new TextEncoder()

/** Adds documents to a namespace, batch by batch. */
export class DocumentAdder {
  readonly #parts: IndexParts
  readonly #space: ByteString
  readonly #writer: IndexWriter

  constructor(parts: IndexParts, space: ByteString, writer: IndexWriter) {
    this.#parts = parts
    this.#space = space
    this.#writer = writer
  }

  /** The texts of a batch are read while the previous batch is stored. */
  async addMany(documents: Iterable<StoreDocument> | AsyncIterable<StoreDocument>): Promise<Added> {
    const total = { added: 0, replaced: 0, empty: 0 }
    let storing: Promise<void> = Promise.resolve()
    const store = async (batch: readonly Joining[]) => {
      await storing
      storing = this.#store(batch, total)
      // The error is thrown when this promise is awaited next.
      storing.catch(() => {})
    }
    try {
      for await (const batch of this.#batches(documents)) await store(batch)
    } finally {
      await storing
    }
    return total
  }

  /** Documents with their contents, ready to be stored. */
  read(documents: readonly StoreDocument[]): Joining[] {
    const { parameters, reader, clock } = this.#parts
    const now = Math.floor(clock())
    const ids = documents.map(({ id }) => idKey(id))
    const contents = reader.read(documents.map(({ text }) => text))
    return documents.map(({ text }, i) => ({
      id: ids[i]!,
      content: contents[i]!,
      addedAt: now,
      usedAt: now,
      ...(parameters.keepTexts && { text: encoder.encode(text) }),
    }))
  }

  async *#batches(
    documents: Iterable<StoreDocument> | AsyncIterable<StoreDocument>,
  ): AsyncGenerator<Joining[]> {
    const { storage } = this.#parts
    const limit = storage.ahead?.documents ?? storage.batchDocuments ?? BATCH_DOCUMENTS
    let [piece, batch]: [StoreDocument[], Joining[]] = [[], []]
    let [characters, shingles] = [0, 0]
    const readPiece = () => {
      for (const joining of this.read(piece)) {
        batch.push(joining)
        shingles += joining.content.set.length + (joining.text?.length ?? 0) / 4
      }
      piece = []
      characters = 0
    }
    for await (const document of documents) {
      piece.push(document)
      characters += document.text?.length ?? 0
      if (piece.length + batch.length === limit) readPiece()
      else if (piece.length === PIECE_DOCUMENTS || characters >= PIECE_CHARACTERS) readPiece()
      if (batch.length === limit || shingles >= BATCH_SHINGLES) {
        yield batch
        batch = []
        shingles = 0
      }
    }
    if (piece.length > 0) readPiece()
    if (batch.length > 0) yield batch
  }

  /** Stores a batch as one change, or as several if their postings can be written ahead. */
  async #store(batch: readonly Joining[], total: { -readonly [Name in keyof Added]: number }): Promise<void> {
    const { storage, clock } = this.#parts
    const { ahead, batchDocuments = BATCH_DOCUMENTS } = storage
    // If several documents have the same id, the last one counts.
    const joining = [...new Map(batch.map((document) => [document.id, document])).values()]
    await this.#writer.prepare(Math.floor(clock()))
    let token: Ahead | undefined
    if (ahead !== undefined && joining.length > batchDocuments) {
      const contents = new Map(joining.map(({ content }) => [content.key, content]))
      const stored = [...contents.values()].filter(({ set }) => set.length > 0).map(storedContent)
      token = await ahead.post(this.#space, stored)
    }
    let next = 0
    const storeNext = async () => {
      while (next < joining.length) {
        const some = joining.slice(next, next + batchDocuments)
        next += some.length
        const replaced = await this.#writer.change(some, [], token)
        total.replaced += replaced
        total.added += some.length
        total.empty += some.filter(({ content }) => content.set.length === 0).length
      }
    }
    await Promise.all(Array.from({ length: CHANGES_AT_ONCE }, storeNext))
    total.added += batch.length - joining.length
    total.replaced += batch.length - joining.length
    await this.#writer.evict()
  }
}
