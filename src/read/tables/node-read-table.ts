/// <reference types="node" />

import type { BadRecord } from '../../model/errors.js'
import { BadRecords, type OnError } from '../bad-records.js'
import { TABLES } from '../consumers.js'
import type { DelimitedOptions } from '../delimited-layout.js'
import { RARE_DELIMITERS } from '../delimiter.js'
import type { Encoding } from '../encoding.js'
import type { Format } from '../format.js'
import type { Fields } from '../formats/reader.js'
import type { WatchedReading } from '../node-bytes.js'
import { TemporaryFolder } from '../node-spool.js'
import { type VisitNotes, visitInputs } from '../node-visit-inputs.js'
import { maxCopyBytes, maxPageBytes, maxRecordBytes } from '../record-limit.js'
import type { InputNotes } from '../source.js'
import { emptyFile, noRecord, noTable } from './no-records.js'

/** A whole table in memory, with all values as text. */
export interface Table {
  /** The name the user gave. */
  readonly name: string
  readonly records: readonly TableRecord[]
  /** Where each record is: the file, and the 1-based line or row in it. */
  readonly locations: readonly { readonly file: string; readonly line: number }[]
  readonly skipped: readonly BadRecord[]
  readonly notes: InputNotes
  /** The number of files that were read. */
  readonly filesRead: number
}

/** Records between two reports of progress. */
const REPORTED_RECORDS = 1000

/** Missing values are undefined. */
type TableRecord = Readonly<Record<string, string | undefined>>

export interface TableOptions extends DelimitedOptions, WatchedReading {
  /** Called now and then with the number of records so far. */
  readonly onRecords?: (records: number) => void
  /** Default: by the extension or, if that does not determine it, by the first bytes: JSON, Parquet, or delimited text. */
  readonly format?: Format
  /** Text encoding. Default: detected automatically. */
  readonly encoding?: Encoding
  /** What to do with a bad record. Default: `stop`. */
  readonly onError?: OnError
  /** Whether a file without records is a table of none instead of an error. Default: false. */
  readonly acceptsEmpty?: boolean
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /** Bytes of memory that the whole process may use; limits the size of a record. Default: no limit. */
  readonly memory?: number
}

/**
 * Reads a table from any format of records: from a file, from the files of a folder or a glob, in order, or from stdin for `-`. Throws
 * `UnreadableInput` and `BadRecord`.
 *
 * @example const { records } = await readTable('people.csv')
 */
export async function readTable(name: string, options: TableOptions = {}): Promise<Table> {
  const { format, encoding, delimiter, header, onRead, onRecords, memory, acceptsEmpty = false } = options
  const bad = new BadRecords(options.onError ?? 'stop')
  const folder = new TemporaryFolder(options.temporary)
  const records: TableRecord[] = []
  const locations: Table['locations'][number][] = []
  try {
    const notes = await visitInputs(
      [name],
      {
        ...{ consumer: TABLES, format, encoding, onRead, folder, bad },
        reading: {
          ...{
            limit: maxRecordBytes(memory),
            pageBytes: maxPageBytes(memory),
            copyBytes: maxCopyBytes(memory),
            delimiter,
            header,
            trims: true,
          },
          moreDelimiters: [RARE_DELIMITERS],
        },
      },
      (line, { fields }, { name: file }) => {
        records.push(textsOf(fields))
        if (records.length % REPORTED_RECORDS === 0) onRecords?.(records.length)
        locations.push({ file, line })
      },
    )
    const isAccepted = name === '-' || (acceptsEmpty && notes.emptyFiles.length > 0)
    if (records.length === 0 && bad.list.length === 0 && !isAccepted) throw nothingIn(name, notes)
    return { name, records, locations, skipped: bad.list, notes, filesRead: notes.files.length }
  } finally {
    folder.remove()
  }
}

function nothingIn(name: string, { files, emptyFiles: [empty] }: VisitNotes): Error {
  if (empty === undefined) return noTable(name)
  return files.length === 0 ? emptyFile(empty) : noRecord(empty)
}

/** Numbers and booleans become text, and lists are joined; null and blank text count as missing. */
function textsOf(fields: Fields): TableRecord {
  const texts: Record<string, string | undefined> = {}
  for (const name in fields) texts[name] = textOf(fields[name])
  return texts
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value.trim() || undefined
  if (Array.isArray(value)) return value.map((item) => textOf(item) ?? '').join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
