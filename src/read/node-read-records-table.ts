/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import { BadRecords, type OnError } from './bad-records.js'
import { type Format, formatByEnding } from './format.js'
import { readWhole } from './node-bytes.js'
import { readFault } from './node-fault.js'
import { type Input, listInputs } from './node-inputs.js'
import { visitParquet } from './node-read-parquet.js'
import { Spool, TemporaryFolder } from './node-spool.js'
import { parseRecord } from './parse-line.js'
import { emptyFile, noRecord } from './record-gate.js'
import { detectSeparator, separatedRows } from './separated.js'

/** A table as a whole, in memory: every value a text. */
export interface Table {
  readonly name: string
  /** Absolute; undefined: stdin. */
  readonly path: string | undefined
  readonly records: readonly Readonly<Record<string, string | undefined>>[]
  /** Between values; undefined where the format has none. */
  readonly separator: string | undefined
  /** What the bytes were taken for; bytes that are no UTF-8 are taken for Windows-1252, which has a letter for each. */
  readonly encoding: 'UTF-8' | 'Windows-1252'
  readonly skipped: readonly BadRecord[]
}

export interface TableOptions {
  /** Default: by the ending; where it says nothing, JSON if the file begins as such, else separated values. */
  readonly format?: Format
  /** One character. Default: found by itself. */
  readonly separator?: string
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
    return tableOf(input, records, bad, { separator: undefined, encoding: 'UTF-8' })
  }
  const bytes = await readWhole(input)
  if (bytes.length === 0) throw emptyFile(input.name)
  const format = knownFormat(name, options) ?? formatOf(bytes)
  if (format === 'json' || format === 'jsonl') {
    if (!isUtf8(bytes)) throw new UnreadableInput(input.name, 'it is not valid UTF-8', 'turn it into UTF-8')
    const records = jsonRecords(input.name, bytes.toString(), format, bad)
    return tableOf(input, records, bad, { separator: undefined, encoding: 'UTF-8' })
  }
  const encoding = isUtf8(bytes) ? 'UTF-8' : 'Windows-1252'
  const text = new TextDecoder(encoding).decode(bytes)
  const separator = options.separator ?? detectSeparator(text) ?? (format === 'tsv' ? '\t' : ',')
  return tableOf(input, separatedRecords(input.name, text, separator, bad), bad, { separator, encoding })
}

type TableRecord = Record<string, string | undefined>

function tableOf(
  { name, path }: Input,
  records: readonly TableRecord[],
  { list }: BadRecords,
  how: Pick<Table, 'separator' | 'encoding'>,
): Table {
  if (records.length === 0 && list.length === 0) throw noRecord(name)
  return { name, path, records, ...how, skipped: list }
}

/** What is wished, or what the ending says; the ending of a text says nothing about a table. */
function knownFormat(name: string, { format }: TableOptions): Format | undefined {
  const known = format ?? formatByEnding(name).format
  return known === 'text' || known === 'html' ? undefined : known
}

function formatOf(bytes: Buffer): Format {
  const begins = /^\s*([{[])/.exec(bytes.toString('latin1', 0, 1000))?.[1]
  return begins === undefined ? 'csv' : begins === '[' ? 'json' : 'jsonl'
}

/** The one file. */
async function findInput(name: string, options: TableOptions): Promise<Input> {
  const [input, ...others] = await listInputs([name], knownFormat(name, options) ?? 'csv')
  if (input === undefined || others.length > 0) {
    throw new UnreadableInput(name, `it is ${others.length + 1} files`, 'name one file')
  }
  return input
}

function separatedRecords(name: string, text: string, separator: string, bad: BadRecords): TableRecord[] {
  const rows = separatedRows(text, separator)
  const first = rows.next()
  if (first.done === true) throw emptyFile(name)
  const columns = columnNames(name, first.value.fields)
  const records: TableRecord[] = []
  for (const { line, fields } of rows) {
    if (fields.slice(columns.length).some((field) => field.trim() !== '')) {
      bad.add(new BadRecord(name, line, `${fields.length} fields instead of ${columns.length}`))
      continue
    }
    records.push(Object.fromEntries(columns.map((column, i) => [column, fields[i]?.trim() || undefined])))
  }
  return records
}

/** Names without blanks around them; what has no name is numbered. */
function columnNames(name: string, fields: readonly string[]): string[] {
  const given = fields.map((field) => field.trim())
  // A separator at the end of each line makes a column that is none.
  if (given.at(-1) === '') given.pop()
  const columns = given.map((column, i) => (column === '' ? `column ${i + 1}` : column))
  const twice = columns.find((column, i) => columns.indexOf(column) !== i)
  if (twice !== undefined) {
    throw new UnreadableInput(
      name,
      `two columns have the name ${JSON.stringify(twice)}`,
      'give each column a name of its own in the first row',
    )
  }
  return columns
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
