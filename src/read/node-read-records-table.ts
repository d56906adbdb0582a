/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import { BadRecords, type OnError } from './bad-records.js'
import { checkColumnNames } from './column-names.js'
import { CsvParser } from './csv.js'
import { detectDelimiter, TABLE_DELIMITERS } from './delimiter.js'
import type { Encoding } from './encoding.js'
import { type Format, formatByEnding } from './format.js'
import { JsonObjectSplitter, spansLines } from './json-objects.js'
import { openBytes, readWhole, type WatchedReading, wholeOf } from './node-bytes.js'
import { readFault } from './node-fault.js'
import { type Input, listInputs } from './node-inputs.js'
import { visitParquet } from './node-read-parquet.js'
import { withoutSeparatorLine } from './node-separator-line.js'
import { Spool, TemporaryFolder } from './node-spool.js'
import { parseRecord } from './parse-line.js'
import { emptyFile, noRecord } from './record-gate.js'

/** A table as a whole, in memory: every value a text. */
export interface Table {
  readonly name: string
  /** Absolute; undefined: stdin. */
  readonly path: string | undefined
  readonly records: readonly Readonly<Record<string, string | undefined>>[]
  /** Between values; undefined where the format has none. */
  readonly delimiter: string | undefined
  readonly encoding: Encoding
  readonly skipped: readonly BadRecord[]
}

export interface TableOptions extends WatchedReading {
  /** Default: by the ending; where it says nothing, JSON if the file begins as such, else separated values. */
  readonly format?: Format
  /** One ASCII character. Default: detected. */
  readonly delimiter?: string
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding
  /** What a bad record does. Default: `stop`. */
  readonly onError?: OnError
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
}

/**
 * Reads a file, or `-` for stdin, as a table: separated values, the first row of which names the columns, JSON Lines, a
 * JSON list of objects, or Parquet, also in gzip or zstd. Throws `UnreadableInput` and `BadRecord`.
 *
 * @example const { records } = await readTable('people.csv')
 */
export async function readTable(name: string, options: TableOptions = {}): Promise<Table> {
  const input = await findInput(name, options)
  const bad = new BadRecords(options.onError ?? 'stop')
  if (input.format === 'parquet') {
    const records = await parquetRecords(input, bad, options.temporary)
    return tableOf(input, records, bad, { delimiter: undefined, encoding: 'utf-8' })
  }
  try {
    return await readTextTable(input, knownFormat(name, options), bad, options)
  } catch (error) {
    throw readFault(input.name, error)
  }
}

async function readTextTable(
  input: Input,
  known: Format | undefined,
  bad: BadRecords,
  options: TableOptions,
): Promise<Table> {
  const opened = await openBytes({ ...input, onRead: options.onRead }, options.encoding)
  const { head, encoding } = opened
  if (head.length === 0) {
    if (input.path !== undefined) throw emptyFile(input.name)
    return { name: input.name, path: undefined, records: [], delimiter: undefined, encoding, skipped: [] }
  }
  const format = known ?? formatOf(head)
  if (format === 'json' || format === 'jsonl') {
    const bytes = await wholeOf(input.name, opened)
    if (!isUtf8(bytes))
      throw new UnreadableInput(input.name, 'it is not valid UTF-8', 'name its encoding with --encoding')
    const records = spansLines(head)
      ? jsonObjects(input.name, bytes, bad)
      : jsonRecords(input.name, bytes.toString(), format, bad)
    return tableOf(input, records, bad, { delimiter: undefined, encoding })
  }
  const text = withoutSeparatorLine(opened, options.delimiter)
  const delimiter =
    text.delimiter ?? detectDelimiter(text, TABLE_DELIMITERS) ?? (format === 'tsv' ? '\t' : ',')
  const records = await delimitedRecords(input.name, text.chunks, delimiter, bad)
  return tableOf(input, records, bad, { delimiter, encoding })
}

type TableRecord = Record<string, string | undefined>

function tableOf(
  { name, path }: Input,
  records: readonly TableRecord[],
  { list }: BadRecords,
  how: Pick<Table, 'delimiter' | 'encoding'>,
): Table {
  if (records.length === 0 && list.length === 0) throw noRecord(name)
  return { name, path, records, ...how, skipped: list }
}

/** What is wished, or what the ending says; the ending of a text says nothing about a table. */
function knownFormat(name: string, { format }: TableOptions): Format | undefined {
  const known = format ?? formatByEnding(name).format
  return known === 'text' || known === 'html' ? undefined : known
}

function formatOf(head: Uint8Array): Format {
  const begins = /^\s*([{[])/.exec(Buffer.from(head.subarray(0, 1000)).toString('latin1'))?.[1]
  return begins === undefined ? 'csv' : begins === '[' ? 'json' : 'jsonl'
}

/** The one file. */
async function findInput(name: string, options: TableOptions): Promise<Input> {
  const [input, ...others] = await listInputs([name], { format: knownFormat(name, options) ?? 'csv' })
  if (input === undefined || others.length > 0) {
    throw new UnreadableInput(name, `it is ${others.length + 1} files`, 'name one file')
  }
  return input
}

async function delimitedRecords(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  bad: BadRecords,
): Promise<TableRecord[]> {
  const records: TableRecord[] = []
  let columns: readonly string[] | undefined
  const row = (line: number, values: readonly Uint8Array[]) => {
    const fields = values.map((value) => Buffer.from(value).toString())
    if (columns === undefined) columns = columnNames(name, fields)
    else if (fields.slice(columns.length).some((field) => field.trim() !== '')) {
      bad.add(new BadRecord(name, line, `${fields.length} fields instead of ${columns.length}`))
    } else {
      records.push(Object.fromEntries(columns.map((column, i) => [column, fields[i]?.trim() || undefined])))
    }
  }
  const parser = new CsvParser(
    delimiter,
    { row, bad: (line, problem) => bad.add(new BadRecord(name, line, problem)) },
    'lenient',
  )
  for await (const chunk of chunks) parser.push(chunk)
  parser.end()
  if (columns === undefined) throw emptyFile(name)
  return records
}

/** Names without blanks around them; what has no name is numbered. */
function columnNames(name: string, fields: readonly string[]): string[] {
  const given = fields.map((field) => field.trim())
  // A separator at the end of each line makes a column that is none.
  if (given.at(-1) === '') given.pop()
  const columns = given.map((column, i) => (column === '' ? `column ${i + 1}` : column))
  return checkColumnNames(name, columns)
}

function jsonRecords(name: string, text: string, format: Format, bad: BadRecords): TableRecord[] {
  if (format === 'json' && text.trimStart().startsWith('[')) return jsonList(name, text, bad)
  const records: TableRecord[] = []
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return
    const { value, problem } = parseRecord(line)
    if (value === undefined) bad.add(new BadRecord(name, i + 1, problem))
    else records.push(textsOf(value))
  })
  return records
}

/** Objects one after the other, each on as many lines as it likes. */
function jsonObjects(name: string, bytes: Uint8Array, bad: BadRecords): TableRecord[] {
  const records: TableRecord[] = []
  const splitter = new JsonObjectSplitter((line, object) => {
    const { value, problem } = parseRecord(Buffer.from(object).toString())
    if (value === undefined) bad.add(new BadRecord(name, line, problem))
    else records.push(textsOf(value))
  })
  const problem = splitter.push(bytes) ?? splitter.end()
  if (problem !== undefined)
    throw new UnreadableInput(name, problem, 'give JSON Lines, one JSON list of objects, or JSON objects')
  return records
}

function jsonList(name: string, text: string, bad: BadRecords): TableRecord[] {
  let list: unknown[]
  try {
    list = JSON.parse(text) as unknown[]
  } catch (error) {
    throw new UnreadableInput(name, `not JSON: ${(error as Error).message}`, 'give one JSON list of objects')
  }
  return list.flatMap((value, i) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [textsOf(value as Record<string, unknown>)]
    bad.add(new BadRecord(name, i + 1, 'not an object'))
    return []
  })
}

async function parquetRecords(
  input: Input,
  bad: BadRecords,
  temporary: string | undefined,
): Promise<TableRecord[]> {
  const folder = new TemporaryFolder(temporary)
  const records: TableRecord[] = []
  try {
    const { path } = input.isRegular && input.compression === undefined ? input : await asFile(input, folder)
    await visitParquet(
      input.name,
      path!,
      (_line, _row, json) => records.push(textsOf(JSON.parse(json) as Record<string, unknown>)),
      (line, problem) => bad.add(new BadRecord(input.name, line, problem)),
    )
    return records
  } catch (error) {
    throw readFault(input.name, error)
  } finally {
    folder.remove()
  }
}

/** Parquet is read from its end, so it must be a file. */
async function asFile(input: Input, folder: TemporaryFolder): Promise<{ readonly path: string }> {
  const spool = new Spool(folder.newPath('parquet'))
  spool.write(await readWhole(input))
  return spool.finish(input.name)
}

/** Texts stay, numbers and truth values are written out, lists are joined, null is missing. */
function textsOf(record: Readonly<Record<string, unknown>>): TableRecord {
  return Object.fromEntries(Object.entries(record).map(([column, value]) => [column, textOf(value)]))
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => textOf(item) ?? '').join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
