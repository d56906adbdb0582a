import type { BadRecord } from '../model/errors.js'

/**
 * A file of JSON Lines that can be read at any place and as often as needed: the user's own, or one into which another
 * format was turned.
 */
export interface SourceFile {
  /** As the user knows it: for messages. */
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** When it changed last, in milliseconds since 1970, if it is the user's own: while it is read, it must not change. */
  readonly modified?: number
  /** The file of Parquet that it was made of: a line for each of its rows in order, but those that were skipped. */
  readonly parquet?: string
}

/** An input as it was when it was opened. */
export interface InputStamp {
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** Documents to work on. Every format comes down to JSON Lines, so that there is one way to read, by byte ranges. */
export interface Source {
  readonly files: readonly SourceFile[]
  /** The files that the user named; undefined where there is one that cannot be read twice, such as stdin. */
  readonly inputs: readonly InputStamp[] | undefined
  /** The field that holds the text. */
  readonly textField: string
  /** The field that holds the id; undefined: the 0-based number of the record among all files. */
  readonly idField: string | undefined
  /** Records that were left out while other formats were turned into JSON Lines. */
  readonly skipped: readonly BadRecord[]
  /** Removes what was made for reading. */
  close(): Promise<void>
}
