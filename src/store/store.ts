import type { DocumentId } from '../model/document.js'
import type { Similarity } from '../model/similarity.js'
import type { Expiry, IndexParameters } from './parameters.js'

/** A document to be stored. */
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
   * That of the best match; `new` where none makes the document redundant: there is none, or it contains the stored document
   * and more.
   */
  readonly status: 'new' | 'identical' | 'similar' | 'contained'
  /** Identical documents first, then by falling similarity, then by id. */
  readonly matches: readonly Match[]
  /** Shingles of the document. One without any is empty: it matches nothing. */
  readonly shingles: number
}

/** The answer of `addIfNew`. */
export interface Claimed extends Checked {
  /** Whether the document was added: exactly when the status is `new`. */
  readonly added: boolean
}

/** What became of added documents. */
export interface Added {
  /** Documents that were stored, replaced ones included. */
  readonly added: number
  /** Of these, those whose id was there already: the earlier document is gone. */
  readonly replaced: number
  /** Of these, those without a shingle: they are stored and match nothing. */
  readonly empty: number
}

export interface CheckOptions {
  /** The most matches to return, from 1 to 10,000. Default: 10. */
  readonly limit?: number
}

export interface QueryOptions extends CheckOptions {
  /**
   * `jaccard`, `dice`, `cosine`, or `containment`: the share of the document in the match. Default: `jaccard`.
   */
  readonly similarity?: Exclude<Similarity, 'overlap'>
  /** The min similarity of a match, in (0, 1]: no lower than the index was built for. Default: that of the index. */
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
  /** Only where the index keeps texts. */
  readonly text?: string
}

export interface StoreStatistics {
  /** Documents of this namespace that have not expired. */
  readonly documents: number
  /** Of these, those without a shingle. */
  readonly empty: number
  /** Bytes of the whole store with all its namespaces, on disk or in memory; undefined where the backend cannot tell. */
  readonly bytes: number | undefined
  readonly location: string
}

/**
 * A live index: documents are added, looked up and removed one at a time or in batches, by many at once. It reports matches and
 * never merges. Every implementation passes test/conformance/store-suite.ts; `LiveIndex` is one over any `Storage`.
 */
export interface Store extends AsyncDisposable {
  readonly parameters: IndexParameters
  readonly expiry: Expiry

  /** The part of the store under this name, with documents of its own; the default part has the empty name. */
  namespace(name: string): Store
  /** The names of the parts that something was added to, rising. */
  namespaces(): Promise<string[]>

  /** Stores a document; an earlier one with its id is replaced. */
  add(document: StoreDocument): Promise<Added>
  /** The same for many, batch by batch: each batch is stored as a whole or not at all. */
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
  /** Removes expired documents, and frees disk space if the backend can. */
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
