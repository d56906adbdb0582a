import type { DocumentId } from '../model/document.js'
import type { Similarity } from '../model/similarity.js'
import type { Expiry, IndexParameters } from './parameters.js'

/** A document to store. */
export interface StoreDocument {
  /** A string or a number, at most 1,000 bytes as JSON in UTF-8. */
  readonly id: DocumentId
  readonly text: string
}

/**
 * How a match relates to the document: `identical`: the same words in the same order; `similar`: the
 * Jaccard similarity reaches the threshold; `contained`: the document is contained in the match; `contains`: the reverse.
 */
export type MatchKind = 'identical' | 'similar' | 'contained' | 'contains'

/** A stored document that matches. All values are computed from the two sets of shingles; none is an estimate. */
export interface Match {
  readonly id: DocumentId
  readonly kind: MatchKind
  /** The similarity by the requested measure; for a check, the Jaccard similarity. */
  readonly similarity: number
  readonly containment: {
    /** The share of the document's shingles that the match has. */
    readonly documentInMatch: number
    /** The share of the match's shingles that the document has. */
    readonly matchInDocument: number
  }
}

/** What is known about a document. */
export interface Checked {
  /**
   * The kind of the best match; `new` if no match makes the document redundant: there is none, or the document contains the stored one and
   * more.
   */
  readonly status: 'new' | 'identical' | 'similar' | 'contained'
  /** Identical documents first, then by descending similarity, then by id. */
  readonly matches: readonly Match[]
  /** The number of shingles of the document. A document without any is empty and matches nothing. */
  readonly shingles: number
}

/** The answer of `addIfNew`. */
export interface Claimed extends Checked {
  /** Whether the document was added, which is the case if and only if the status is `new`. */
  readonly added: boolean
}

/** The number of added documents. */
export interface Added {
  /** Documents that were stored, including replaced ones. */
  readonly added: number
  /** The number of these that replaced an earlier document with the same id. */
  readonly replaced: number
  /** The number of these without a shingle: they are stored and match nothing. */
  readonly empty: number
}

export interface CheckOptions {
  /** The maximum number of matches to return, from 1 to 10,000. Default: 10. */
  readonly limit?: number
}

export interface QueryOptions extends CheckOptions {
  /**
   * `jaccard`, `dice`, `cosine`, or `containment`: the share of the document in the match. Default: `jaccard`.
   */
  readonly similarity?: Exclude<Similarity, 'overlap'>
  /** The minimum similarity of a match, in (0, 1]: not below that of the index. Default: that of the index. */
  readonly threshold?: number
}

/** A document as it is stored. */
export interface StoredDocument {
  readonly id: DocumentId
  /** Milliseconds since 1970. */
  readonly addedAt: number
  /** When it was added, or last matched by `check` or `addIfNew` of an index with an expiry by last use or a cap. */
  readonly usedAt: number
  readonly shingles: number
  /** Present only if the index keeps texts. */
  readonly text?: string
}

export interface StoreStatistics {
  /** Documents of this namespace. Expired ones are removed first, unless the index is open read-only. */
  readonly documents: number
  /** The number of these without a shingle. */
  readonly empty: number
  /** Bytes of the whole store with all its namespaces, on disk or in memory; undefined if the backend does not know. */
  readonly bytes: number | undefined
  readonly location: string
}

/**
 * A live index: documents are added, looked up and removed, one at a time or in batches, by any number of clients. It reports matches and
 * never merges documents. Every implementation passes test/conformance/store-suite.ts; `LiveIndex` implements it over any `Storage`.
 */
export interface Store extends AsyncDisposable {
  readonly parameters: IndexParameters
  readonly expiry: Expiry

  /** The namespace of this name, which has its own documents; the name of the default namespace is empty. */
  namespace(name: string): Store
  /** The names of the namespaces that documents were added to, ascending. */
  namespaces(): Promise<string[]>

  /** Stores a document, and replaces an earlier one with the same id. */
  add(document: StoreDocument): Promise<Added>
  /** The same for many documents, in batches, each of which is stored completely or not at all. */
  addMany(documents: Iterable<StoreDocument> | AsyncIterable<StoreDocument>): Promise<Added>
  /** Checks whether the store has this text, or a similar one. */
  check(text: string, options?: CheckOptions): Promise<Checked>
  checkMany(texts: readonly string[], options?: CheckOptions): Promise<Checked[]>
  /**
   * Checks and adds in one atomic step. If several similar documents are added at the same time, one is added, and the
   * results for the others name it.
   */
  addIfNew(document: StoreDocument, options?: CheckOptions): Promise<Claimed>
  /** Finds the stored documents that are similar, best match first. */
  query(text: string, options?: QueryOptions): Promise<Match[]>
  queryMany(texts: readonly string[], options?: QueryOptions): Promise<Match[][]>
  /** Removes documents by their ids, and returns how many of them existed. */
  remove(ids: DocumentId | readonly DocumentId[]): Promise<number>
  get(id: DocumentId): Promise<StoredDocument | undefined>
  stats(): Promise<StoreStatistics>
  /** Removes expired documents, and frees disk space if the backend can. Changes may have to wait until this is done. */
  compact(): Promise<void>
  /**
   * Returns all documents of all namespaces as bytes, for `restore` of any backend. Documents that are added or removed in
   * the meantime may or may not be included.
   */
  snapshot(): AsyncIterable<Uint8Array>
  /** Adds the documents of a snapshot, which must have the same parameters as this store. Returns their number. */
  restore(snapshot: AsyncIterable<Uint8Array>): Promise<number>
  close(): Promise<void>
}
