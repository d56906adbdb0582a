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
}

/** Documents to work on. Every format comes down to JSON Lines, so that there is one way to read, by byte ranges. */
export interface Source {
  readonly files: readonly SourceFile[]
  /** The field that holds the text. */
  readonly textField: string
  /** The field that holds the id; undefined: the 0-based number of the record among all files. */
  readonly idField: string | undefined
  /** Records that were left out while other formats were turned into JSON Lines. */
  readonly skipped: readonly BadRecord[]
  /** Removes what was made for reading. */
  close(): Promise<void>
}
