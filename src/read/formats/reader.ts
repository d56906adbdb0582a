// The contract between formats and what is made of their records: documents, sets and tables. A reader finds the records and
// where they are; what a record must hold is for the consumer.

import type { BadRecord } from '../../model/errors.js'
import type { DelimitedLayout, DelimitedOptions } from '../delimited-layout.js'
import type { OpenedBytes } from '../node-bytes.js'

/** The fields of a record by name. */
export type Fields = Readonly<Record<string, unknown>>

/** A record while it is visited. */
export interface ReadRecord {
  /** Texts of delimited text; of other formats, values as JSON has them. */
  readonly fields: Fields
  /** Writes it as JSON on one line, without the line end. What `write` gets holds until it returns. */
  writeJson(write: (bytes: Uint8Array) => void): void
}

/** Takes the records of one input, in order. Calls are synchronous: nothing is kept for a record that is not needed. */
export interface RecordVisitor {
  /**
   * @param line the 1-based line on which it begins, or its number among the rows of a table that has no lines
   * @param record holds until the call returns
   */
  record(line: number, record: ReadRecord): void
  /** Takes the error for a record that cannot be read: throws it, or returns to have the record skipped. */
  bad(error: BadRecord): void
  /** Told how delimited text is laid out, before its first record. */
  layout?(layout: DelimitedLayout): void
}

/** An input that is open. */
export interface OpenInput {
  /** As the user knows it. */
  readonly name: string
  /** Its format, which may have been detected. */
  readonly format: string
  /** Its bytes, unpacked and in UTF-8. */
  readonly text: OpenedBytes
  /** The path of a file that has these bytes, unpacked: for formats that are not read from their beginning to their end. */
  path(): Promise<string>
}

/** Columns of a table, before it is read. */
export interface Columns {
  readonly names: readonly string[]
  /** Whether a name, or a path into structs, leads to a column. */
  has(field: string): boolean
  /** The first row with all its columns; undefined: there is none. */
  first(): Promise<Fields | undefined>
}

/** How records are read; each format looks at what concerns it. */
export interface ReadingOptions extends DelimitedOptions {
  /** Bytes that a record may have. */
  readonly limit: number
  /** Whether blanks around values of delimited text are dropped: where they are values, not texts. Default: false. */
  readonly trims?: boolean
  /** Delimiters beyond the usual ones, in groups; one of a group counts where none before it does. */
  readonly moreDelimiters?: readonly (readonly string[])[]
  /** Whether delimited text of one column is an error. Default: false. */
  readonly needsColumns?: boolean
  /** Tells from the first rows whether the first names the columns. Default: it does, and it is an error where it looks like data. */
  readonly namesColumns?: (rows: readonly (readonly string[])[]) => boolean
  /** The columns that are needed, of formats that need not read all. Default: all. */
  readonly choose?: (columns: Columns) => Promise<readonly string[] | undefined>
  /** Bytes that a page of Parquet may have. Default: 1 GiB. */
  readonly pageBytes?: number | undefined
  /** The fields of a text that comes without any. Default: `path` and `text`. */
  readonly named?: { readonly id: string; readonly text: string }
  /** What becomes of HTML. Default: all of its text. */
  readonly pageText?: ((html: string) => string) | undefined
}

/** A format. */
export interface FormatReader {
  /** Whether all records of an input have the same fields, and every value is a text. Default: false. */
  readonly areAlike?: boolean
  read(input: OpenInput, visitor: RecordVisitor, options: ReadingOptions): Promise<void>
}
