/// <reference types="node" />
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LikewiseError, UnreadableInput } from '../../model/errors.js'
import { writeFault } from '../../write/node-fault.js'
import { BANDS, SHINGLES } from '../keys.js'
import { byPage, type PostingTable } from '../postings.js'
import type { BucketRange, ByteString, Change, Expectation, Storage, StoredContent } from '../storage.js'
import { entryOrder } from './entry-order.js'
import type { LmdbModule } from './lmdb-types.js'
import { checkFile, damaged } from './node-check-file.js'
import { commitFault, tolerateFailedCommits } from './node-commit-fault.js'
import { dataFile, listDataFiles, removeOlder } from './node-data-files.js'
import { loadLmdb, type Opened, openFile } from './node-open-file.js'
import { lockForWriting } from './node-writer-lock.js'

/** A storage in an LMDB file in a folder: crash-safe, with one writing process and any number of readers. */
export class LmdbStorage implements Storage {
  readonly location: string
  readonly isReadOnly: boolean
  /** The postings of a batch are spread over all pages, and each page is written once per batch, so large batches write the least. */
  readonly batchDocuments = 100_000
  readonly #module: LmdbModule
  readonly #unlock: () => void
  #opened: Opened

  private constructor(module: LmdbModule, folder: string, isReadOnly: boolean, unlock: () => void) {
    this.location = folder
    this.isReadOnly = isReadOnly
    this.#module = module
    this.#unlock = unlock
    this.#opened = this.#open()
  }

  /** @throws IndexInUse, MissingPackage, UnreadableInput, InvalidArtifact */
  static async open(folder: string, isReadOnly = false, isCreated = true): Promise<LmdbStorage> {
    const module = await loadLmdb()
    if (listDataFiles(folder).length === 0 && (isReadOnly || !isCreated)) {
      throw new UnreadableInput(folder, 'there is no index', 'build one, or name the folder of an index')
    }
    let unlock = () => {}
    try {
      if (!isReadOnly) {
        mkdirSync(folder, { recursive: true })
        const unlockFolder = lockForWriting(folder)
        const endTolerance = tolerateFailedCommits()
        unlock = () => {
          unlockFolder()
          endTolerance()
        }
        removeOlder(folder)
      }
      return new LmdbStorage(module, folder, isReadOnly, unlock)
    } catch (error) {
      unlock()
      throw writeFault(folder, error)
    }
  }

  async records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]> {
    const { records } = this.#current()
    return keys.map((key) => records.get(keyIn(space, key)))
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

  async counters(space: ByteString, names: readonly ByteString[]): Promise<number[]> {
    const { counters } = this.#current()
    return names.map((name) => numberOf(counters.get(keyIn(space, name))))
  }

  async write(space: ByteString, change: Change): Promise<boolean> {
    const { expect, deleted = [], put = [], erased = [], inserted = [], counted = [] } = change
    const { withdrawn = [], introduced = [] } = change
    const { environment, records, buckets, counters, postings } = this.#opened
    const order = entryOrder(inserted)
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
      throw writeFault(this.location, await commitFault(this.location, error))
    }
  }

  /** Writes the data to a new file, without free pages. Processes that read the old one notice that it was removed. */
  async compact(): Promise<void> {
    const { environment, path } = this.#opened
    const copy = join(this.location, 'compacted')
    rmSync(copy, { force: true })
    await environment.backup(copy, true)
    await environment.close()
    const number = listDataFiles(this.location).at(-1)?.number ?? 0
    renameSync(copy, dataFile(this.location, number + 1))
    this.#opened = this.#open()
    rmSync(path, { force: true })
    removeOlder(this.location)
  }

  async size(): Promise<number> {
    return statSync(this.#current().path).size
  }

  async close(): Promise<void> {
    await this.#opened.environment.close()
    this.#unlock()
  }

  #open(): Opened {
    const path = listDataFiles(this.location).at(-1)?.path
    if (path !== undefined) checkFile(path)
    const file = path ?? dataFile(this.location, 1)
    try {
      return openFile(this.#module, file, this.isReadOnly)
    } catch (error) {
      throw error instanceof LikewiseError ? error : damaged(file, (error as Error).message)
    }
  }

  /** The current data: if the writer has compacted it, the new file is opened. */
  #current(): Opened {
    if (!this.isReadOnly) return this.#opened
    if (statSync(this.#opened.path, { throwIfNoEntry: false }) === undefined) {
      void this.#opened.environment.close()
      this.#opened = this.#open()
    }
    this.#opened.environment.resetReadTxn()
    return this.#opened
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
    (expect.buckets ?? []).every(([bucket, members]) => {
      const stored = buckets.list(space, { bucket })
      if (stored.length === 0) return true
      const allowed = new Set(members)
      return stored.every((member) => allowed.has(member))
    }) &&
    (expect.postings ?? []).every(({ table, keys, members }) =>
      postings
        .find(keyIn(space, ''), table, keys, Number.POSITIVE_INFINITY)
        .every((list, i) => list.every((member) => members[i]!.includes(member))),
    )
  )
}

function keyIn(space: ByteString, key: ByteString): ByteString {
  return String.fromCharCode(space.length) + space + key
}

function numberOf(bytes: Uint8Array | undefined): number {
  return bytes === undefined ? 0 : new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true)
}

function bytesOfNumber(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value, true)
  return bytes
}
