import { UnwritableOutput } from '../model/errors.js'
import { encodeDocument } from './document-record.js'
import { listExpired, listLeastUsed } from './expire.js'
import type { IndexParts } from './index-parts.js'
import {
  BY_USED,
  DOCUMENT_COUNTER,
  documentRecord,
  NAMESPACES_BUCKET,
  ROOT_SPACE,
  timedMember,
} from './keys.js'
import type { FoundMatch } from './list-matches.js'
import { type Joining, type PlannedChange, planChange } from './plan-change.js'
import type { Ahead, ByteString, Expectation } from './storage.js'

/** An attempt fails only because another writer succeeded. */
const MAX_ATTEMPTS = 10_000

/** All write operations on a namespace of an index. */
export class IndexWriter {
  readonly #parts: IndexParts
  readonly #space: ByteString
  #isListed = false

  constructor(parts: IndexParts, space: ByteString) {
    this.#parts = parts
    this.#space = space
  }

  /** Throws if the index is open read-only. */
  checkWritable(): void {
    const { isReadOnly, location } = this.#parts.storage
    if (isReadOnly) throw new UnwritableOutput(location, 'the index is open read-only', 'open it for writing')
  }

  /** Removes expired documents, and registers the namespace. */
  async prepare(now: number): Promise<void> {
    this.checkWritable()
    await this.sweep(now)
    if (this.#isListed) return
    await this.#parts.storage.write(ROOT_SPACE, { inserted: [[NAMESPACES_BUCKET, `n${this.#space}`]] })
    this.#isListed = true
  }

  /**
   * Adds and removes documents, and returns how many of their ids existed.
   *
   * @param ahead identifies the postings of the documents, if they were written ahead
   */
  async change(joining: readonly Joining[], removed: readonly ByteString[], ahead?: Ahead): Promise<number> {
    return this.repeat(async () => {
      const { change, leaving } = await this.#plan(joining, removed)
      const whole = ahead === undefined ? change : { ...change, ahead }
      return (await this.#parts.storage.write(this.#space, whole)) ? leaving : undefined
    })
  }

  /** Adds a document if the expectations still hold. Returns false if they do not. */
  async claim(
    joining: Joining,
    { records = [], buckets = [], postings = [] }: Expectation,
  ): Promise<boolean> {
    const { change } = await this.#plan([joining], [])
    const { records: replaced = [], buckets: emptied = [] } = change.expect ?? {}
    const expect = { records: [...records, ...replaced], buckets: [...buckets, ...emptied], postings }
    return this.#parts.storage.write(this.#space, { ...change, expect })
  }

  /** Repeats an attempt until it has a result. */
  async repeat<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      const result = await attempt()
      if (result !== undefined) return result
    }
    const { location } = this.#parts.storage
    throw new UnwritableOutput(location, 'other processes keep changing it', 'try again later')
  }

  async sweep(now: number): Promise<void> {
    const { storage, expiry } = this.#parts
    for (;;) {
      const expired = await listExpired(storage, this.#space, expiry, now)
      if (expired.length === 0) return
      await this.change([], expired)
    }
  }

  /** Removes the least recently used documents beyond the cap. */
  async evict(): Promise<void> {
    const { storage, expiry } = this.#parts
    const { maxDocuments } = expiry
    while (maxDocuments !== undefined) {
      const [count] = await storage.counters(this.#space, [DOCUMENT_COUNTER])
      if (count! <= maxDocuments) return
      const evicted = await listLeastUsed(storage, this.#space, count! - maxDocuments)
      // Another process may have removed them.
      if (evicted.length === 0) return
      await this.change([], evicted)
    }
  }

  /** Records that a document was used. If another process does so at the same time, one of them is enough. */
  async use({ id, stored }: FoundMatch, now: number): Promise<void> {
    if (stored === undefined || stored.document.usedAt >= now) return
    const { record, document } = stored
    await this.#parts.storage.write(this.#space, {
      expect: { records: [[documentRecord(id), record]] },
      put: [[documentRecord(id), encodeDocument({ ...document, usedAt: now })]],
      erased: [[BY_USED, timedMember(document.usedAt, id)]],
      inserted: [[BY_USED, timedMember(now, id)]],
    })
  }

  #plan(joining: readonly Joining[], removed: readonly ByteString[]): Promise<PlannedChange> {
    return planChange(this.#parts.storage, this.#space, this.#parts.reader, joining, removed)
  }
}
