import type { BandLayout } from '../band/s-curve.js'
import type { SetCollection } from '../model/set-collection.js'
import type { SketchScheme } from '../model/signatures.js'
import type { ShingleOptions } from '../text/shingle-options.js'

/** What a kernel makes of documents. */
export interface KernelOptions {
  readonly shingle?: ShingleOptions
  /** The signatures, and the bands of them; left out where only sets are wanted. */
  readonly bands?: BandLayout & { readonly scheme: SketchScheme }
  /** The fields of a JSON line that hold the text, as `recordText` has it. */
  readonly textFields: readonly string[]
  readonly idField?: string
  /** What the lines hold: records with texts, or sets as `writeSetLine` writes them. Default: `texts`. */
  readonly lines?: 'texts' | 'sets'
  /** Whether a record without an id can be used: the hash of its id is 0 then. Default: false. */
  readonly isIdOptional?: boolean
  /** Whether the sorted sets are wanted. Default: false. */
  readonly keepSets?: boolean
  /** Whether the signatures are requested, not only the keys of their bands. Default: false. */
  readonly keepSignatures?: boolean
}

/** What a kernel made of a batch of lines. The arrays are views that the next call overwrites, except `sets`. */
export interface RecordBatch {
  readonly count: number
  /** Bytes used: up to the end of the last whole line that had room. */
  readonly consumed: number
  /** For each record the bytes of its line, without the newline. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Two words a record: a hash of its id, equal for equal ids; 0 where no id is requested. */
  readonly idHashes: Uint32Array
  /** Shingles of each record, repeats counted unless sets are kept; 0 for an empty document and for a bad record. */
  readonly sizes: Uint32Array
  /** Four words a record: a hash of its shingles in order, equal for documents of equal tokens. */
  readonly contents: Uint32Array
  /** Two words a record: a hash of the bytes of its text, equal for identical texts. */
  readonly texts: Uint32Array
  /** For each record the keys of its bands, as in `BandKeys`. */
  readonly keys: Uint32Array
  /** The signatures, as in `Signatures`, where they are kept. */
  readonly signatures: Uint32Array | undefined
  /** The sorted sets, where they are kept; empty for a bad record. */
  readonly sets: SetCollection | undefined
  /** Records that cannot be used, rising. */
  readonly bad: readonly { readonly record: number; readonly problem: string }[]
  /** Records that went the slow way. */
  readonly slowWay: number
}

/** Bytes of JSON Lines in, records out, to the bit as the definitions of `text`, `sketch` and `band` have it. */
export interface Kernel {
  readonly kind: 'wasm' | 'scalar'
  /**
   * Reads whole lines from `bytes`; the last line counts only if it ends with a newline or `final` is true. May end early,
   * where it has no room for more: call again with the rest.
   */
  readJsonLines(bytes: Uint8Array, final: boolean): RecordBatch
  /**
   * Reads texts of valid UTF-8: text i is `bytes[offsets[i]]` up to `bytes[offsets[i + 1]]`. May return fewer records than there
   * are texts: call again with the remaining offsets.
   */
  readTexts(bytes: Uint8Array, offsets: Uint32Array): RecordBatch
  /** Keeps a rising set, to be compared with others. */
  keep(left: Uint32Array): void
  /** The overlap of the kept set and another rising one if it is at least `required`, otherwise −1. */
  overlapAtLeast(right: Uint32Array, required: number): number
}
