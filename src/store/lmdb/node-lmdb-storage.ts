/// <reference types="node" />
import { existsSync, statSync } from 'node:fs'
import { LikewiseError, UnreadableInput } from '../../model/errors.js'
import { writeFault } from '../../write/node-fault.js'
import { makeFolder } from '../../write/node-make-folder.js'
import { areWithin } from '../byte-strings.js'
import { BANDS, contentRecord, SHINGLES } from '../keys.js'
import { byPage, type PostingTable } from '../postings.js'
import type { BucketRange, ByteString, Change, Expectation, Storage, StoredContent } from '../storage.js'
import { entryOrder } from './entry-order.js'
import type { LmdbModule } from './lmdb-types.js'
import { checkFile, damaged } from './node-check-file.js'
import { commitFault, tolerateFailedCommits } from './node-commit-fault.js'
import { compactFile, freeSomePages } from './node-compact-file.js'
import { dataFile, listDataFiles, removeOlder } from './node-data-files.js'
import { lmdbFault } from './node-lmdb-fault.js'
import { loadLmdb, type Opened, openFile } from './node-open-file.js'
import { lockForWriting, type WriterLock } from './node-writer-lock.js'

/** How often a file is listed again. */
const MAX_ATTEMPTS = 10

/** A storage in an LMDB file in a folder: crash-safe, with one writing process and any number of readers. */
export class LmdbStorage implements Storage {
  readonly location: string
  readonly isReadOnly: boolean
  /** The postings of a batch are spread over all pages, and each page is written once per batch, so large batches write the least. */
  readonly batchDocuments = 100_000
  readonly #module: LmdbModule
  /** None if the index is open read-only. */
  readonly #lock: WriterLock | undefined
  #opened: Opened
  /** The compaction in progress; it resolves even if that fails. */
  #compaction: Promise<void> | undefined

  private constructor(module: LmdbModule, folder: string, isReadOnly: boolean, lock?: WriterLock) {
    this.location = folder
    this.isReadOnly = isReadOnly
    this.#module = module
    this.#lock = lock
    this.#opened = this.#open()
  }

  /** @throws IndexInUse, MissingPackage, UnreadableInput, InvalidArtifact */
  static async open(folder: string, isReadOnly = false, isCreated = true): Promise<LmdbStorage> {
    const module = await loadLmdb()
    if (listDataFiles(folder).length === 0 && (isReadOnly || !isCreated)) {
      throw new UnreadableInput(folder, 'there is no index', 'build one, or name the folder of an index')
    }
    let lock: WriterLock | undefined
    try {
      if (!isReadOnly) {
        makeFolder(folder)
        lock = lockToWrite(folder)
        removeOlder(folder)
      }
      return new LmdbStorage(module, folder, isReadOnly, lock)
    } catch (error) {
      lock?.release()
      throw writeFault(folder, error)
    }
  }

  async records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]> {
    const { records } = this.#current()
    return keys.map((key) => copyOf(records.getBinaryFast(keyIn(space, key))))
  }

  async members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]> {
    const { buckets } = this.#current()
    return ranges.map((range) => buckets.list(space, range))
  }

  async postings(
    space: ByteString,
    table: PostingTable,
    keys: Uint32Array,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<(readonly ByteString[])[]> {
    return this.#current().postings.find(keyIn(space, ''), table, keys, limit)
  }

  visitSharing(
    space: ByteString,
    keys: Uint32Array,
    visit: (content: ByteString, record: Uint8Array) => void,
  ): void {
    const { postings, records } = this.#current()
    const lists = postings.find(keyIn(space, ''), BANDS, keys, Number.POSITIVE_INFINITY)
    const seen = new Set<ByteString>()
    for (const members of lists) {
      for (const content of members) {
        if (seen.has(content)) continue
        seen.add(content)
        const record = records.getBinaryFast(keyIn(space, contentRecord(content)))
        // A content without a record is about to be added.
        if (record !== undefined) visit(content, record)
      }
    }
  }

  async counters(space: ByteString, names: readonly ByteString[]): Promise<number[]> {
    const { counters } = this.#current()
    return names.map((name) => numberOf(counters.get(keyIn(space, name))))
  }

  async write(space: ByteString, change: Change): Promise<boolean> {
    const { expect, deleted = [], put = [], erased = [], inserted = [], counted = [] } = change
    const { withdrawn = [], introduced = [] } = change
    const order = entryOrder(inserted)
    while (this.#compaction !== undefined) await this.#compaction
    const { environment, records, buckets, counters, postings, path } = this.#opened
    this.#lock?.check()
    try {
      return await environment.childTransaction(() => {
        if (expect !== undefined && !isAsExpected(this.#opened, space, expect)) return false
        for (const key of deleted) records.removeSync(keyIn(space, key))
        for (const [key, value] of put) records.putSync(keyIn(space, key), value)
        for (const { record } of withdrawn) records.removeSync(keyIn(space, record))
        for (const { table, pages } of pagesOf(withdrawn))
          for (const page of pages) postings.erase(keyIn(space, ''), table, page)
        // In the order of their keys, so that the pages of the file are written sequentially.
        const added = introduced
          .filter(({ record }) => !records.doesExist(keyIn(space, record)))
          .sort((one, other) => (one.record < other.record ? -1 : 1))
        for (const { record, value } of added) records.putSync(keyIn(space, record), value())
        for (const { table, pages } of pagesOf(added))
          for (const page of pages) postings.insert(keyIn(space, ''), table, page)
        for (const [bucket, member] of erased) buckets.erase(space, bucket, member)
        for (let i = 0; i < order.length; ) {
          const [bucket, first] = inserted[order[i++]!]!
          const members = [first]
          while (i < order.length && inserted[order[i]!]![0] === bucket)
            members.push(inserted[order[i++]!]![1])
          buckets.insert(space, bucket, members)
        }
        for (const [name, by] of counted) {
          const key = keyIn(space, name)
          counters.put(key, bytesOfNumber(numberOf(counters.get(key)) + by))
        }
        return true
      })
    } catch (error) {
      throw writeFault(this.location, await commitFault(this.location, error, path))
    }
  }

  /**
   * Writes the data to a new file, without free pages. Changes wait until it is in use; lookups read the old file. Processes that read the
   * old one notice that it was removed.
   */
  async compact(): Promise<void> {
    while (this.#compaction !== undefined) await this.#compaction
    const compacted = this.#compact()
    this.#compaction = compacted.then(
      () => {},
      () => {},
    )
    try {
      await compacted
    } finally {
      this.#compaction = undefined
    }
  }

  async size(): Promise<number> {
    return useFile(
      () => this.#current().path,
      (path) => statSync(path).size,
    )
  }

  async close(): Promise<void> {
    while (this.#compaction !== undefined) await this.#compaction
    await this.#opened.environment.close()
    this.#lock?.release()
  }

  async #compact(): Promise<void> {
    this.#lock?.check()
    const old = this.#opened
    this.#opened = await compactFile(this.location, old, () => this.#open(), this.#lock)
    await old.environment.close()
    removeOlder(this.location)
  }

  #open(): Opened {
    const latest = () => listDataFiles(this.location).at(-1)?.path
    return useFile(latest, (path) => {
      if (path !== undefined) checkFile(path)
      const file = path ?? dataFile(this.location, 1)
      try {
        const opened = openFile(this.#module, file, this.isReadOnly)
        if (!this.isReadOnly && !checkFile(file).hasFreePages) freeSomePages(opened)
        return opened
      } catch (error) {
        const fault = lmdbFault(file, error)
        throw fault instanceof LikewiseError ? fault : damaged(file, (error as Error).message)
      }
    })
  }

  /** The current data: if the writer has compacted it, the new file is opened. */
  #current(): Opened {
    if (!this.isReadOnly) return this.#opened
    if (!existsSync(this.#opened.path)) {
      void this.#opened.environment.close()
      this.#opened = this.#open()
    }
    this.#opened.environment.resetReadTxn()
    return this.#opened
  }
}

/** Uses a file, or the next one if a compaction by the writer removed it in between. */
function useFile<Path extends string | undefined, Result>(
  find: () => Path,
  use: (path: Path) => Result,
): Result {
  for (let attempt = 1; ; attempt++) {
    const path = find()
    try {
      return use(path)
    } catch (error) {
      if (path === undefined || existsSync(path) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** The lock of a folder; as long as it is held, failed commits do not end the process. */
function lockToWrite(folder: string): WriterLock {
  const lock = lockForWriting(folder)
  const endTolerance = tolerateFailedCommits()
  return {
    check: () => lock.check(),
    release() {
      lock.release()
      endTolerance()
    },
  }
}

/** The pages that contain the postings of contents, by table. */
function pagesOf(contents: readonly StoredContent[]) {
  const lists = contents.flatMap(({ postings }) => postings)
  return [BANDS, SHINGLES].map((table) => ({ table, pages: byPage(table, lists) }))
}

function isAsExpected(
  { records, buckets, postings }: Opened,
  space: ByteString,
  expect: Expectation,
): boolean {
  return (
    (expect.records ?? []).every(([key, value]) => {
      const stored = records.get(keyIn(space, key))
      return stored === undefined || value === undefined
        ? stored === value
        : Buffer.compare(stored, value) === 0
    }) &&
    (expect.buckets ?? []).every(([bucket, members]) =>
      areWithin(buckets.list(space, { bucket }), members),
    ) &&
    (expect.postings ?? []).every(({ table, keys, members }) =>
      postings
        .find(keyIn(space, ''), table, keys, Number.POSITIVE_INFINITY)
        .every((list, i) => areWithin(list, members[i]!)),
    )
  )
}

/** A copy of a value in memory that small values share: an allocation for each would take longer than reading it. */
function copyOf(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined) return undefined
  const copy = Buffer.allocUnsafe(bytes.length)
  copy.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length))
  return copy
}

/** The key of a record or counter of a space. */
export function keyIn(space: ByteString, key: ByteString): ByteString {
  return String.fromCharCode(space.length) + space + key
}

function numberOf(bytes: Uint8Array | undefined): number {
  return bytes === undefined ? 0 : new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true)
}

/** The value of a counter. */
export function bytesOfNumber(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value, true)
  return bytes
}
