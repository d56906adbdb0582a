import type { ByteString } from './byte-strings.js'
import type { PageEntries, PostingTable } from './postings.js'

/** A document of a new index. */
export interface BulkDocument {
  /** The key of its id. */
  readonly id: ByteString
  readonly shingles: number
  /** Empty for a document without shingles. */
  readonly content: ByteString
  /** Present if it is requested and kept. */
  readonly text?: Uint8Array
}

/** A content of a new index, and the documents that have it. */
export interface BulkContent {
  readonly key: ByteString
  readonly set: Uint32Array
  /** The keys of their ids, ascending. */
  readonly ids: readonly ByteString[]
}

/** Everything that a new index will have, in the order of its keys. Each list can be read more than once. */
export interface BulkContents {
  /** Whether documents are ascending by id. */
  readonly isSorted: boolean
  /** @param withTexts whether documents have their texts, if they are kept. Default: false. */
  documents(withTexts?: boolean): Iterable<BulkDocument>
  contents(): Iterable<BulkContent>
  /** The pages of a table; their postings are ascending. */
  pages(table: PostingTable): Iterable<PageEntries>
}

/** What is added to an index whose storage need not have it in order, or a share of it. */
export interface BulkLoad extends Pick<BulkContents, 'pages'> {
  /** Contents with their documents. One that several documents have may be repeated. */
  contents(): Iterable<BulkContent>
}
