// The storage interface of every live index. A backend stores records and buckets and applies one change at a time; their meaning, and
// every result, is decided by LiveIndex. So all backends give the same results.

import type { BulkContent, BulkLoad } from './bulk-contents.js'
import type { ByteString } from './byte-strings.js'
import type { Postings, PostingTable } from './postings.js'

export type { ByteString } from './byte-strings.js'

/** A range of a bucket: members in ascending order. */
export interface BucketRange {
  readonly bucket: ByteString
  /** Only members after this one. Default: from the first. */
  readonly after?: ByteString
  /** The maximum number of members. Default: all. */
  readonly limit?: number
}

/** What must still be true for a change to be applied. */
export interface Expectation {
  /** Records as they were read; undefined if there was none. */
  readonly records?: readonly (readonly [key: ByteString, value: Uint8Array | undefined])[]
  /** Buckets that must have no members other than these. */
  readonly buckets?: readonly (readonly [bucket: ByteString, members: readonly ByteString[]])[]
  /** Keys of postings that must have no members other than these. */
  readonly postings?: readonly ReadPostings[]
}

/** The members under some keys of a table. */
export interface ReadPostings {
  readonly table: PostingTable
  readonly keys: Uint32Array
  /** The members of each key, in any order. */
  readonly members: readonly (readonly ByteString[])[]
}

/** A content with its postings, which are stored and removed together. */
export interface StoredContent {
  /** The key of its record. */
  readonly record: ByteString
  readonly postings: readonly Postings[]
}

/** Read operations on one space: of the storage, or of what was read ahead. */
export interface Reads {
  /** The values of records, in the order of the keys; undefined if there is none. */
  records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]>
  /** The members of buckets, in the order of the ranges; empty if there is no such bucket. */
  members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]>
  /** The members under keys of a table, in the order of the keys and in any order among themselves; sorted keys are fastest. */
  postings(
    space: ByteString,
    table: PostingTable,
    keys: Uint32Array,
    limit?: number,
  ): Promise<(readonly ByteString[])[]>
}

/** A change, which is applied completely or not at all. Its lists are applied in the order in which they are declared here. */
export interface Change {
  readonly expect?: Expectation
  readonly deleted?: readonly ByteString[]
  readonly put?: readonly (readonly [key: ByteString, value: Uint8Array])[]
  /** Contents that lose their last document: their records and postings are removed. */
  readonly withdrawn?: readonly StoredContent[]
  /** Contents of documents that are added; an existing record is not changed. */
  readonly introduced?: readonly (StoredContent & { readonly value: () => Uint8Array })[]
  /** Removes members from buckets; missing ones are ignored. */
  readonly erased?: readonly (readonly [bucket: ByteString, member: ByteString])[]
  /** Adds members to buckets; existing ones are not changed. */
  readonly inserted?: readonly (readonly [bucket: ByteString, member: ByteString])[]
  /** Adds to counters; one that does not exist is 0. */
  readonly counted?: readonly (readonly [counter: ByteString, by: number])[]
  /** The return value of `ahead` for the contents that are introduced. */
  readonly ahead?: Ahead
}

/** Identifies postings that were written ahead of a change. */
export type Ahead = ByteString

/** How documents are loaded in bulk. */
export interface LoadOptions {
  /** Identifies the load; several threads can take part in it. */
  readonly id: string
  /** When the documents count as added, in milliseconds since 1970. */
  readonly now: number
  /** Adds documents in a change. The storage calls it for those that it cannot load, such as documents whose ids exist. */
  readonly add: (contents: readonly BulkContent[]) => Promise<void>
  /** Called now and then with the number of contents or pages that were written; may throw, to stop. */
  readonly onWritten: (step: 'contents' | 'postings', written: number) => void
}

/** A load that has begun. */
export interface Load {
  /** The contents that exist already: their postings need not be written. */
  known(bulk: BulkLoad): Promise<ReadonlySet<ByteString>>
  /** Writes postings. All of them must be written before documents are. */
  writePages(bulk: BulkLoad, known: ReadonlySet<ByteString>): Promise<void>
  /** Adds documents in atomic steps, so that a load that is interrupted has added some of them. Returns their number. */
  writeDocuments(bulk: BulkLoad): Promise<number>
  /** Ends the load for all threads. */
  end(): Promise<void>
}

/**
 * Records, buckets, postings and counters in spaces that are isolated from each other. Keys and members are at most 1,400 bytes long, and
 * so are a bucket and a member together. Every call is a batch, which a network backend sends in one round trip.
 */
export interface Storage extends Reads {
  /** Where the data is, for errors and statistics. */
  readonly location: string
  readonly isReadOnly: boolean
  /** The maximum number of documents to add in one change. Default: 2000. */
  readonly batchDocuments?: number
  /**
   * For storages whose changes must be small, so as not to block others: writes the postings of contents ahead of the changes that
   * introduce them, not atomically, and for as many documents at once as `documents`. Postings whose content has no record have no effect.
   */
  readonly ahead?: {
    readonly documents: number
    post(space: ByteString, contents: readonly StoredContent[]): Promise<Ahead>
  }
  /** For storages that can write many documents with shingles faster than in changes. */
  load?(space: ByteString, options: LoadOptions): Promise<Load>
  /**
   * For storages where every call is a round trip: reads what shares a key of `BANDS`, with the records and the first documents of these
   * contents, and with the records of these documents if they are needed, in one call.
   */
  readAhead?(space: ByteString, keys: Uint32Array, documents: number, withRecords: boolean): Promise<Reads>
  /**
   * For storages that need not wait: calls back with the record of each content that shares a key of `BANDS`. The bytes are valid only
   * during the call.
   */
  visitSharing?(
    space: ByteString,
    keys: Uint32Array,
    visit: (content: ByteString, record: Uint8Array) => void,
  ): void
  /** For storages that other programs can empty or replace while they are open. */
  readonly identity?: {
    /** The id of a new index. */
    create(): Uint8Array
    /** From now on, a change fails if the index with these parameters and this id is no longer there. */
    bind(parameters: Uint8Array, id: Uint8Array | undefined): void
  }
  counters(space: ByteString, names: readonly ByteString[]): Promise<number[]>
  /** Applies the change durably and atomically. Returns false, and changes nothing, if an expectation is not met. */
  write(space: ByteString, change: Change): Promise<boolean>
  /** Returns free space to the system, if possible. */
  compact(): Promise<void>
  /** The size of the data in bytes, on disk or in memory; undefined if unknown. */
  size(): Promise<number | undefined>
  close(): Promise<void>
}
