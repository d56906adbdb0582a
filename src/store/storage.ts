// The port under every live index. A backend stores records and buckets and makes one change at a time; what they mean, and
// every answer, is decided above it in LiveIndex. So all backends give the same answers.

import type { Postings, PostingTable } from './postings.js'

/**
 * A string of bytes: one character from U+0000 to U+00FF per byte. Such strings are keys of a Map as they are, and their order
 * is that of their bytes.
 */
export type ByteString = string

/** A part of a bucket: its members in rising order. */
export interface BucketRange {
  readonly bucket: ByteString
  /** Only members after this one. Default: from the first. */
  readonly after?: ByteString
  /** At most so many. Default: all. */
  readonly limit?: number
}

/** What must still be true for a change to be made. */
export interface Expectation {
  /** Records as they were read; undefined: there was none. */
  readonly records?: readonly (readonly [key: ByteString, value: Uint8Array | undefined])[]
  /** Buckets that may have no other members than these. */
  readonly buckets?: readonly (readonly [bucket: ByteString, members: readonly ByteString[]])[]
  /** Keys of postings that may have no other members than these. */
  readonly postings?: readonly ReadPostings[]
}

/** What is under some keys of a table. */
export interface ReadPostings {
  readonly table: PostingTable
  readonly keys: Uint32Array
  /** For each key its members, in any order. */
  readonly members: readonly (readonly ByteString[])[]
}

/** A content with its postings: they are stored and removed together. */
export interface StoredContent {
  /** The key of its record. */
  readonly record: ByteString
  readonly postings: readonly Postings[]
}

/** Reads of one space: of the storage, or of what was read ahead. */
export interface Reads {
  /** The values of records, in the order of the keys; undefined where there is none. */
  records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]>
  /** The members of buckets, in the order of the ranges; empty where there is no such bucket. */
  members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]>
  /** The members under keys of a table, in the order of the keys and in any order among themselves; sorted keys are fastest. */
  postings(
    space: ByteString,
    table: PostingTable,
    keys: Uint32Array,
    limit?: number,
  ): Promise<(readonly ByteString[])[]>
}

/** A change: all of it is made, or nothing. Its lists are carried out in the order in which they are declared here. */
export interface Change {
  readonly expect?: Expectation
  readonly deleted?: readonly ByteString[]
  readonly put?: readonly (readonly [key: ByteString, value: Uint8Array])[]
  /** Contents that lose their last document: their records and postings go. */
  readonly withdrawn?: readonly StoredContent[]
  /** Contents of documents that are added: one whose record is there stays as it is. */
  readonly introduced?: readonly (StoredContent & { readonly value: () => Uint8Array })[]
  /** Takes members out of buckets; one that is not there is passed over. */
  readonly erased?: readonly (readonly [bucket: ByteString, member: ByteString])[]
  /** Puts members into buckets; one that is there already stays. */
  readonly inserted?: readonly (readonly [bucket: ByteString, member: ByteString])[]
  /** Adds to counters; one that does not exist is 0. */
  readonly counted?: readonly (readonly [counter: ByteString, by: number])[]
  /** What `ahead` returned for the contents that are introduced. */
  readonly ahead?: Ahead
}

/** Stands for postings that were written ahead of a change. */
export type Ahead = ByteString

/**
 * Records, buckets, postings and counters in spaces that do not see each other. Keys and members are at most 1,400 bytes long,
 * buckets and members together too. Every call is a batch: a backend on a network makes one round trip of it.
 */
export interface Storage extends Reads {
  /** Where the data is, for errors and statistics. */
  readonly location: string
  readonly isReadOnly: boolean
  /** The most documents to be added by one change. Default: 2000. */
  readonly batchDocuments?: number
  /**
   * Where changes are small for the sake of others: writes the postings of contents ahead of the changes that introduce them, not
   * atomically, and as many at once as `documents`. Postings whose content has no record lead to nothing.
   */
  readonly ahead?: {
    readonly documents: number
    post(space: ByteString, contents: readonly StoredContent[]): Promise<Ahead>
  }
  /**
   * Where every call is a round trip: reads what shares a key of `BANDS`, with the records and the first documents of these contents,
   * at once.
   */
  readAhead?(space: ByteString, keys: Uint32Array, documents: number): Promise<Reads>
  counters(space: ByteString, names: readonly ByteString[]): Promise<number[]>
  /** Makes the change, durable and in one atomic step; false, and nothing done, where an expectation is not met. */
  write(space: ByteString, change: Change): Promise<boolean>
  /** Gives space back to the system where that is possible. */
  compact(): Promise<void>
  /** Bytes that the data takes, on disk or in memory; undefined where that is not known. */
  size(): Promise<number | undefined>
  close(): Promise<void>
}
