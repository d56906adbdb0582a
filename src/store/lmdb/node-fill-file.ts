/// <reference types="node" />
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeFault } from '../../write/node-fault.js'
import { makeFolder } from '../../write/node-make-folder.js'
import type { BulkContents, BulkDocument } from '../bulk-contents.js'
import { encodeDocument } from '../document-record.js'
import {
  BANDS,
  BY_ADDED,
  BY_USED,
  contentBucket,
  contentRecord,
  DOCUMENT_COUNTER,
  documentRecord,
  EMPTY_COUNTER,
  SHINGLES,
  textRecord,
  timedMember,
} from '../keys.js'
import { packSet } from '../set-bytes.js'
import type { ByteString } from '../storage.js'
import { checkPut } from './node-checked-table.js'
import { commitFault } from './node-commit-fault.js'
import { dataFile } from './node-data-files.js'
import { bytesOfNumber, keyIn } from './node-lmdb-storage.js'
import { loadLmdb, type Opened, openFile } from './node-open-file.js'

/** The number of entries and bytes of a transaction, which is held in memory. */
const MAX_ENTRIES = 50_000
const MAX_BYTES = 2 ** 24

const APPEND = { append: true } as const
/** Bytes of an entry in addition to its value. */
const ENTRY_BYTES = 64

/** How a new index is filled. */
export interface FillOptions {
  /** When its documents count as added, in milliseconds since 1970. */
  readonly now: number
  /** Called now and then with the number of documents or contents written in this step; may throw, to stop. */
  readonly onWritten: (step: 'documents' | 'contents' | 'postings', written: number) => void
}

/**
 * Fills the index in an empty folder, which then lacks only its parameters. Everything is written in the order of its keys, so that each page
 * of the file is written once and is full. The data is on disk when the promise resolves.
 *
 * @returns the number of documents, and of those without shingles
 */
export async function fillFile(
  folder: string,
  space: ByteString,
  bulk: BulkContents,
  options: FillOptions,
): Promise<{ readonly documents: number; readonly empty: number }> {
  const module = await loadLmdb()
  const path = dataFile(folder, 1)
  try {
    makeFolder(folder)
    const opened = openFile(module, path, false, true)
    let counts: { documents: number; empty: number }
    try {
      counts = await new Filler(opened, space, options).fill(bulk)
    } finally {
      await opened.environment.close()
    }
    sync(path)
    return counts
  } catch (error) {
    throw writeFault(folder, await commitFault(folder, error, path))
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

class Filler {
  readonly #opened: Opened
  readonly #space: ByteString
  readonly #options: FillOptions

  constructor(opened: Opened, space: ByteString, options: FillOptions) {
    this.#opened = opened
    this.#space = space
    this.#options = options
  }

  async fill(bulk: BulkContents): Promise<{ documents: number; empty: number }> {
    const counts = await this.#writeDocuments(bulk)
    await this.#writeTimes(bulk, BY_ADDED, counts.documents)
    await this.#writeTimes(bulk, BY_USED, counts.documents)
    await this.#writeContents(bulk)
    await this.#writeTexts(bulk)
    await this.#writePages(bulk)
    const { counters } = this.#opened
    const pairs = [
      [DOCUMENT_COUNTER, counts.documents],
      [EMPTY_COUNTER, counts.empty],
    ] as const
    await this.#inTransactions('documents', pairs, ([name, value]) => {
      counters.put(keyIn(this.#space, name), bytesOfNumber(value))
      return 0
    })
    return counts
  }

  async #writeDocuments(bulk: BulkContents): Promise<{ documents: number; empty: number }> {
    const { now } = this.#options
    const options = bulk.isSorted ? APPEND : undefined
    const counts = { documents: 0, empty: 0 }
    await this.#inTransactions('documents', bulk.documents(), ({ id, shingles, content }) => {
      const record = encodeDocument({ addedAt: now, usedAt: now, shingles, content })
      this.#put(documentRecord(id), record, options)
      counts.documents++
      if (shingles === 0) counts.empty++
      return record.length
    })
    return counts
  }

  /** Writes the bucket of all documents by time, which is the same for all of them. */
  async #writeTimes(bulk: BulkContents, bucket: ByteString, documents: number): Promise<void> {
    const { now } = this.#options
    const { buckets, environment } = this.#opened
    if (documents > 1) environment.transactionSync(() => buckets.beginMany(this.#space, bucket))
    await this.#inTransactions('documents', bulk.documents(), ({ id }) => {
      const member = timedMember(now, id)
      if (documents === 1 || !bulk.isSorted) buckets.insert(this.#space, bucket, [member])
      else buckets.appendMember(this.#space, bucket, member)
      return member.length
    })
  }

  async #writeContents(bulk: BulkContents): Promise<void> {
    const { buckets } = this.#opened
    await this.#inTransactions('contents', bulk.contents(), ({ key, set, ids }) => {
      const packed = packSet(set)
      this.#put(contentRecord(key), packed, APPEND)
      buckets.append(this.#space, contentBucket(key), ids)
      return packed.length
    })
  }

  async #writeTexts(bulk: BulkContents): Promise<void> {
    const options = bulk.isSorted ? APPEND : undefined
    await this.#inTransactions('documents', withTexts(bulk), ({ id, text }) => {
      // LMDB cannot read shared memory.
      const own = text!.slice()
      this.#put(textRecord(id), own, options)
      return own.length
    })
  }

  async #writePages(bulk: BulkContents): Promise<void> {
    const { postings } = this.#opened
    for (const table of [BANDS, SHINGLES]) {
      await this.#inTransactions('postings', bulk.pages(table), (page) => {
        postings.append(keyIn(this.#space, ''), table, page)
        return page.entries.length
      })
    }
  }

  #put(record: ByteString, value: Uint8Array, options: typeof APPEND | undefined): void {
    checkPut(this.#opened.records.putSync(keyIn(this.#space, record), value, options))
  }

  /** @param write writes an item, and returns its bytes */
  async #inTransactions<Item>(
    step: 'documents' | 'contents' | 'postings',
    items: Iterable<Item>,
    write: (item: Item) => number,
  ): Promise<void> {
    const iterator = items[Symbol.iterator]()
    let next = iterator.next()
    let written = 0
    while (!next.done) {
      this.#opened.environment.transactionSync(() => {
        let bytes = 0
        for (let entries = 0; !next.done && entries < MAX_ENTRIES && bytes < MAX_BYTES; entries++) {
          bytes += ENTRY_BYTES + write(next.value)
          written++
          next = iterator.next()
        }
      })
      this.#options.onWritten(step, written)
      await nextTurn()
    }
  }
}

function* withTexts(bulk: BulkContents): Generator<BulkDocument> {
  for (const document of bulk.documents(true)) {
    if (document.text === undefined) return
    yield document
  }
}
