import type { BandLayout } from '../band/s-curve.js'
import type { SetCollection } from '../model/set-collection.js'
import type { SketchScheme } from '../model/signatures.js'
import type { ShingleOptions } from '../text/shingle-options.js'

/** What a kernel computes for documents. */
export interface KernelOptions {
  readonly shingle?: ShingleOptions
  /** The signatures and their bands; missing if only sets are needed. */
  readonly bands?: BandLayout & { readonly scheme: SketchScheme }
  /** The fields of a JSON line that contain the text, as in `recordText`. */
  readonly textFields: readonly string[]
  readonly idField?: string
  /** What the lines contain: records with texts, or sets as written by `writeSetLine`. Default: `texts`. */
  readonly lines?: 'texts' | 'sets'
  /** Whether a record without an id can be used; the hash of its id is then 0. Default: false. */
  readonly isIdOptional?: boolean
  /** Whether to return the sorted sets; `views`: they, too, may be views that the next call overwrites. Default: false. */
  readonly keepSets?: boolean | 'views'
  /** Whether to return the signatures, not only the keys of their bands. Default: false. */
  readonly keepSignatures?: boolean
  /** Whether to return the ids, as far as they are found in their lines without parsing these. Default: false. */
  readonly keepIds?: boolean
}

/** The ids of records as JSON, one after the other. */
export interface IdBytes {
  /** Where the id of each record ends; it begins where the one before it ends. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array
}

/** The result for a batch of lines. All arrays but the sets may be views that the next call overwrites. */
export interface RecordBatch {
  readonly count: number
  /** The number of bytes used: up to the end of the last whole line that fit. */
  readonly consumed: number
  /** For each record, the start and end of its line, without the newline. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Two words per record: a hash of its id, equal for equal ids; 0 if no id is requested. */
  readonly idHashes: Uint32Array
  /**
   * The ids, if they are kept. That of a record is empty if its line has to be searched for it, and all are if this is undefined.
   */
  readonly ids?: IdBytes
  /** The number of shingles of each record, including repeats unless sets are kept; 0 for an empty document or a bad record. */
  readonly sizes: Uint32Array
  /** Four words per record: a hash of its shingles in order, equal for documents with equal tokens. */
  readonly contents: Uint32Array
  /** Two words per record: a hash of the bytes of its text, equal for identical texts. */
  readonly texts: Uint32Array
  /** For each record, the keys of its bands, as in `BandKeys`. */
  readonly keys: Uint32Array
  /** The signatures, as in `Signatures`, if they are kept. */
  readonly signatures: Uint32Array | undefined
  /** The sorted sets, if they are kept; empty for a bad record. */
  readonly sets: SetCollection | undefined
  /** Records that cannot be used, in ascending order. */
  readonly bad: readonly { readonly record: number; readonly problem: string }[]
  /** The number of records that needed full Unicode handling. */
  readonly unicodeFallbacks: number
}

/** Turns bytes of JSON Lines into records, bit for bit as the definitions in `text`, `sketch` and `band` do. */
export interface Kernel {
  readonly kind: 'wasm' | 'scalar'
  /**
   * A buffer for input of this many bytes, with arbitrary content. Lines are read from its start without being copied. It is valid until
   * another one is requested, or other input is read.
   */
  buffer(bytes: number): Uint8Array
  /**
   * Reads whole lines from `bytes`; the last line counts only if it ends with a newline or `final` is true. Can stop early if there is no
   * room for more: call again with the rest.
   */
  readJsonLines(bytes: Uint8Array, final: boolean): RecordBatch
  /**
   * Reads texts in valid UTF-8: text i is `bytes[offsets[i]]` up to `bytes[offsets[i + 1]]`. Can return fewer records than there are
   * texts: call again with the remaining offsets.
   */
  readTexts(bytes: Uint8Array, offsets: Uint32Array): RecordBatch
}
