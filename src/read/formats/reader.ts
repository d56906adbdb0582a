// The contract between formats and the consumers of their records: documents, sets and tables. A reader finds the records and their
// locations; the consumer decides what a record must contain.

import type { BadRecord } from '../../model/errors.js'
import type { DelimitedLayout, DelimitedOptions } from '../delimited-layout.js'
import type { OpenedBytes } from '../node-bytes.js'

/** The fields of a record by name. */
export type Fields = Readonly<Record<string, unknown>>

/** A record while it is visited. */
export interface ReadRecord {
  /** Strings for delimited text; JSON values for other formats. */
  readonly fields: Fields
  /** Writes it as JSON on one line, without the line end. The argument of `write` is valid until it returns. */
  writeJson(write: (bytes: Uint8Array) => void): void
}

/** Receives the records of one input, in order. Calls are synchronous: nothing is kept for a record that is not needed. */
export interface RecordVisitor {
  /**
   * @param line the 1-based line on which it begins, or its number among the rows of a table that has no lines
   * @param record valid until the call returns
   */
  record(line: number, record: ReadRecord): void
  /** Receives the error for a record that cannot be read: throws it, or returns to skip the record. */
  bad(error: BadRecord): void
  /** Called with the layout of delimited text, before its first record. */
  layout?(layout: DelimitedLayout): void
}

/** An input that is open. */
export interface OpenInput {
  /** As the user knows it. */
  readonly name: string
  /** Its format, which may have been detected. */
  readonly format: string
  /** Its bytes, uncompressed and in UTF-8. */
  readonly text: OpenedBytes
  /**
   * The path of a file with these bytes, uncompressed: for formats that are not read sequentially.
   *
   * @param maxBytes maximum number of bytes of a copy, if one must be made
   */
  path(maxBytes?: number): Promise<string>
}

/** Columns of a table, before it is read. */
export interface Columns {
  readonly names: readonly string[]
  /** Whether a name, or a path into structs, leads to a column. */
  has(field: string): boolean
  /** The first row with all its columns; undefined if there is none. */
  first(): Promise<Fields | undefined>
}

/** How records are read; each format uses the options that concern it. */
export interface ReadingOptions extends DelimitedOptions {
  /** The maximum number of bytes of a record. */
  readonly limit: number
  /** Whether blanks around values of delimited text are dropped, because they are values rather than texts. Default: false. */
  readonly trims?: boolean
  /** Delimiters other than the usual ones, in groups; a group is tried only if those before it fail. */
  readonly moreDelimiters?: readonly (readonly string[])[]
  /** Whether delimited text of one column is an error. Default: false. */
  readonly needsColumns?: boolean
  /** Decides from the first rows whether the first one names the columns. Default: it does, and it is an error if it looks like data. */
  readonly namesColumns?: (rows: readonly (readonly string[])[]) => boolean
  /** Chooses the columns to read, for formats that can skip others. Default: all. */
  readonly choose?: (columns: Columns) => Promise<readonly string[] | undefined>
  /** The maximum number of bytes of a Parquet page. Default: 1 GiB. */
  readonly pageBytes?: number | undefined
  /** The maximum number of bytes of an uncompressed copy on disk. Default: 64 GiB. */
  readonly copyBytes?: number
  /** The names of the fields for a text that has none. Default: `path` and `text`. */
  readonly named?: { readonly id: string; readonly text: string }
  /** Converts HTML to text. Default: all of its text. */
  readonly pageText?: ((html: string) => string) | undefined
}

/** A format. */
export interface FormatReader {
  /** Whether all records of an input have the same fields, and every value is a string. Default: false. */
  readonly areUniform?: boolean
  read(input: OpenInput, visitor: RecordVisitor, options: ReadingOptions): Promise<void>
}
