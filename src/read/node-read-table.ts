/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import { INVALID_UTF8 } from '../model/invalid-utf8.js'
import type { BadRecords } from './bad-records.js'
import { checkColumnNames } from './column-names.js'
import type { DelimitedLayout, DelimitedOptions } from './delimited-layout.js'
import { detectDelimiter, hasHeader, RATING_DELIMITERS, sampleRows, splitFields } from './delimiter.js'
import type { Encoding } from './encoding.js'
import { isBlank, JsonListSplitter } from './json-list.js'
import { JsonObjectSplitter, spansLines } from './json-objects.js'
import { LineSplitter, type VisitLine } from './line-splitter.js'
import { type OpenedBytes, openBytes, type WatchedReading } from './node-bytes.js'
import { readFault } from './node-fault.js'
import type { Input } from './node-inputs.js'
import { visitCsv } from './node-read-csv.js'
import { feedSplitter } from './node-read-json.js'
import { visitParquet } from './node-read-parquet.js'
import { withoutSeparatorLine } from './node-separator-line.js'
import { parseRecord } from './parse-line.js'
import { emptyFile, noRecord } from './record-gate.js'
import { MAX_RECORD_BYTES } from './record-limit.js'
import type { FileLayout } from './source.js'

/** A row of a table: texts or values by the name of their column. */
export type TableRow = Readonly<Record<string, unknown>>

export interface RatingTableOptions extends DelimitedOptions, WatchedReading {
  /** Whether a text is the usual name of a column, which tells a first row of words from data. */
  readonly isName: (text: string) => boolean
  /** Columns that were asked for by name: a first row that has all of them names the columns. */
  readonly columns?: readonly string[]
  readonly bad: BadRecords
  /** Called with how a text was read. */
  readonly onLayout?: (layout: FileLayout) => void
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding | undefined
}

/** Takes one row; `line` is the 1-based line, or the number of the row in Parquet. */
export type VisitRow = (row: TableRow, line: number) => void

/**
 * Reads a table of any format, row by row: JSON Lines, a JSON list, Parquet, or text with a separator that is found out
 * (tabs, commas, semicolons, bars, `::`, blanks). Columns of a text without a first row of names are called 1, 2, 3, …
 */
export async function visitTable(input: Input, options: RatingTableOptions, visit: VisitRow): Promise<void> {
  const { bad } = options
  let rows = 0
  const take: VisitRow = (row, line) => {
    rows++
    visit(row, line)
  }
  const refuse = (line: number, problem: string) => {
    rows++
    bad.add(new BadRecord(input.name, line, problem))
  }
  try {
    if (input.format === 'parquet') await readParquetRows(input, take, refuse)
    else {
      const opened = await openBytes({ ...input, onRead: options.onRead }, options.encoding)
      try {
        if (opened.head.length === 0) {
          if (input.path === undefined) return
          throw emptyFile(input.name)
        }
        if (isJson(input, opened.head)) {
          const { encoding } = opened
          if (encoding !== 'utf-8') options.onLayout?.({ name: input.name, encoding })
          await readJson(input, opened, take, refuse)
        } else await readText(input, opened, options, take, refuse)
      } finally {
        await opened.close()
      }
    }
  } catch (error) {
    throw readFault(input.name, error)
  }
  if (rows === 0) throw noRecord(input.name)
}

/** By its format, or where that says nothing, by its first character. */
function isJson({ format }: Input, head: Uint8Array): boolean {
  if (format !== 'text') return format === 'json' || format === 'jsonl'
  return OPENINGS.includes(head.find((byte) => !isBlank(byte)) ?? 0)
}

const LIST = 0x5b
const OPENINGS = [LIST, 0x7b]

type Refuse = (line: number, problem: string) => void

async function readParquetRows(input: Input, take: VisitRow, refuse: Refuse): Promise<void> {
  if (!input.isRegular || input.compression !== undefined) {
    throw new UnreadableInput(
      input.name,
      'Parquet is read from its end, so it must be a file that is not packed as a whole',
      'unpack it first',
    )
  }
  // As JSON has it, so that whole numbers are numbers and times are texts.
  const takeJson = (line: number, _row: unknown, json: string) => take(JSON.parse(json) as TableRow, line)
  await visitParquet(input.name, input.path!, takeJson, refuse)
}

async function readJson(
  input: Input,
  { head, chunks }: OpenedBytes,
  take: VisitRow,
  refuse: Refuse,
): Promise<void> {
  const element = (line: number, bytes: Uint8Array) => {
    const { value, problem } = isUtf8(bytes)
      ? parseRecord(Buffer.from(bytes).toString())
      : { value: undefined, problem: INVALID_UTF8 }
    if (value === undefined) refuse(line, problem)
    else take(value, line)
  }
  if (input.format !== 'jsonl' && head.find((byte) => !isBlank(byte)) === LIST) {
    await feedSplitter(input.name, new JsonListSplitter(element), chunks)
    return
  }
  if (spansLines(head)) {
    await feedSplitter(input.name, new JsonObjectSplitter(element), chunks)
    return
  }
  await visitTextLines(input.name, chunks, (line, bytes) => {
    if (!bytes.every(isBlank)) element(line, bytes)
  })
}

async function readText(
  input: Input,
  text: OpenedBytes,
  options: RatingTableOptions,
  take: VisitRow,
  refuse: Refuse,
): Promise<void> {
  const opened = withoutSeparatorLine(text, options.delimiter)
  const layout = look(input, opened, { ...options, delimiter: opened.delimiter })
  options.onLayout?.({ name: input.name, encoding: opened.encoding, ...layout })
  let named: readonly string[] | undefined
  let names: string[] = []
  const row = (line: number, columns: readonly string[], fields: readonly Uint8Array[]) => {
    if (fields.length !== columns.length)
      return refuse(line, `${fields.length} fields instead of ${columns.length}`)
    if (named !== columns) {
      named = columns
      names = columns.map((column) => column.trim())
    }
    const values: Record<string, string> = {}
    for (let i = 0; i < fields.length; i++) {
      const text = textIn(fields[i]!)
      if (text === undefined) return refuse(line, `field ${i + 1} is ${INVALID_UTF8}`)
      values[names[i]!] = text
    }
    take(values, line)
  }
  const { delimiter, hasHeader } = layout
  if (delimiter !== '::' && delimiter !== ' ') {
    await visitCsv(input.name, layout, opened.chunks, { row, bad: refuse })
    return
  }
  let columns: readonly string[] | undefined
  await visitTextLines(input.name, opened.chunks, (line, bytes) => {
    if (bytes.every(isBlank)) return
    const fields = splitFields(Buffer.from(bytes).toString('latin1').replace(/\r$/, ''), delimiter)
    if (columns === undefined) {
      columns = hasHeader ? checkColumnNames(input.name, fields) : fields.map((_, i) => String(i + 1))
      if (hasHeader) return
    }
    row(
      line,
      columns,
      fields.map((field) => Buffer.from(field, 'latin1')),
    )
  })
}

/** A field without blanks at its ends; undefined where it is not valid UTF-8. */
function textIn(field: Uint8Array): string | undefined {
  const bytes = Buffer.from(field.buffer, field.byteOffset, field.byteLength)
  const text = bytes.toString()
  // What cannot be decoded becomes U+FFFD, so that only a text with one needs the check.
  return text.includes('\ufffd') && !isUtf8(bytes) ? undefined : text.trim()
}

/** Finds out by the first rows how a text is laid out. */
function look(
  input: Input,
  sample: OpenedBytes,
  { isName, columns = [], delimiter: wished, header }: RatingTableOptions,
): DelimitedLayout {
  const delimiter =
    wished ??
    (input.format === 'tsv'
      ? '\t'
      : (detectDelimiter(sample, RATING_DELIMITERS) ?? (input.format === 'csv' ? ',' : undefined)))
  if (delimiter === undefined) {
    throw new UnreadableInput(
      input.name,
      'its lines do not have the same number of fields by any delimiter',
      'separate fields by tabs, commas, semicolons, bars, :: or blanks, or name the delimiter (--delimiter)',
    )
  }
  const rows = sampleRows(sample, delimiter)
  const first = rows[0]?.map((text) => text.trim()) ?? []
  const isNamed = columns.length > 0 && columns.every((column) => first.includes(column))
  return { delimiter, quoting: 'strict', hasHeader: header ?? (isNamed || hasHeader(rows, isName)) }
}

/** The lines of a stream without their ends; the bytes hold until the call returns. */
async function visitTextLines(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  visit: VisitLine,
): Promise<void> {
  const lines = new LineSplitter(name, MAX_RECORD_BYTES, visit)
  for await (const chunk of chunks) lines.push(chunk)
  lines.end()
}
