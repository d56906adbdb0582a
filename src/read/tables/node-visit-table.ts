/// <reference types="node" />
import type { BadRecords } from '../bad-records.js'
import { TABLES } from '../consumers.js'
import type { DelimitedOptions } from '../delimited-layout.js'
import { BLANKS, DOUBLE_COLON, hasHeader, RARE_DELIMITERS } from '../delimiter.js'
import type { Encoding } from '../encoding.js'
import type { Fields } from '../formats/reader.js'
import type { Input } from '../input.js'
import type { WatchedReading } from '../node-bytes.js'
import { readFault } from '../node-fault.js'
import { TemporaryFolder } from '../node-spool.js'
import { VisitNotes, visitInput } from '../node-visit-inputs.js'
import { maxCopyBytes, maxPageBytes, maxRecordBytes } from '../record-limit.js'
import type { FileLayout } from '../source.js'
import { emptyFile, noRecord } from './no-records.js'

/** A row of a table: values by column name. */
export type TableRow = Fields

export interface RowsOptions extends DelimitedOptions, WatchedReading {
  /** Whether a text is a common column name; this distinguishes a header row from data. */
  readonly isName: (text: string) => boolean
  /** Columns requested by name. A first row that contains all of them is a header. */
  readonly columns?: readonly string[]
  readonly bad: BadRecords
  /** Called with the layout that was detected for a text file. */
  readonly onLayout?: (layout: FileLayout) => void
  /** Text encoding. Default: detected automatically. */
  readonly encoding?: Encoding | undefined
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string | undefined
  /** Bytes of memory that the whole process may use; limits the size of a record. Default: no limit. */
  readonly memory?: number | undefined
}

/** Receives one row. `line` is the 1-based line or, in Parquet, the row number. */
export type VisitRow = (row: TableRow, line: number) => void

/**
 * Visits the rows of a table of any format, one by one. Text can also be separated by `::` or blanks. The columns of a text without a
 * header are called 1, 2, 3, …
 */
export async function visitTable(input: Input, options: RowsOptions, visit: VisitRow): Promise<void> {
  const { bad, encoding, onRead, delimiter, header, isName, columns = [], memory } = options
  const folder = new TemporaryFolder(options.temporary)
  const notes = new VisitNotes()
  try {
    const reading = {
      ...{ limit: maxRecordBytes(memory), pageBytes: maxPageBytes(memory), copyBytes: maxCopyBytes(memory) },
      ...{ delimiter, header, trims: true, needsColumns: !input.isFormatKnown },
      moreDelimiters: [[DOUBLE_COLON], RARE_DELIMITERS, [BLANKS]],
      namesColumns(rows: readonly (readonly string[])[]) {
        const first = rows[0]?.map((text) => text.trim()) ?? []
        // A delimiter at the end of the row is not followed by a name.
        if (first.length > 1 && first.at(-1) === '') first.pop()
        const isNamed = columns.length > 0 && columns.every((column) => first.includes(column))
        return isNamed || hasHeader([first, ...rows.slice(1)], isName)
      },
    }
    const visitOptions = { consumer: TABLES, encoding, onRead, folder, bad, reading }
    await visitInput(input, visitOptions, (line, { fields }) => visit(fields, line), notes)
  } catch (error) {
    throw readFault(input.name, error)
  } finally {
    folder.remove()
  }
  for (const layout of notes.layouts) options.onLayout?.(layout)
  if (notes.emptyFiles.length === 0 || input.path === undefined) return
  throw notes.files.length === 0 ? emptyFile(input.name) : noRecord(input.name)
}
