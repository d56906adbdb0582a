/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import type { BadRecords } from './bad-records.js'
import { CsvParser } from './csv.js'
import { isBlank, JsonListSplitter } from './json-list.js'
import { LineSplitter, type VisitLine } from './line-splitter.js'
import { type OpenedBytes, openBytes } from './node-bytes.js'
import { readFault } from './node-fault.js'
import type { Input } from './node-inputs.js'
import { feedParser } from './node-read-csv.js'
import { feedSplitter } from './node-read-json-list.js'
import { visitParquet } from './node-read-parquet.js'
import { parseRecord } from './parse-line.js'
import { emptyFile, noRecord } from './record-gate.js'
import { MAX_RECORD_BYTES } from './record-limit.js'
import { findSeparator, hasHeader, type Separator, splitFields } from './separator.js'

/** A row of a table: texts or values by the name of their column. */
export type TableRow = Readonly<Record<string, unknown>>

export interface TableOptions {
  /** Whether a text is the usual name of a column, which tells a first row of words from data. */
  readonly isName: (text: string) => boolean
  readonly bad: BadRecords
}

/** Takes one row; `line` is the 1-based line, or the number of the row in Parquet. */
export type VisitRow = (row: TableRow, line: number) => void

const LOOKED_AT = 50

/**
 * Reads a table of any format, row by row: JSON Lines, a JSON list, Parquet, or text with a separator that is found out
 * (tabs, commas, semicolons, bars, `::`, blanks). Columns of a text without a first row of names are called 1, 2, 3, …
 */
export async function readTable(input: Input, { isName, bad }: TableOptions, visit: VisitRow): Promise<void> {
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
      const opened = await openBytes(input)
      try {
        if (opened.head.length === 0) throw emptyFile(input.name)
        if (isJson(input, opened.head)) await readJson(input, opened, take, refuse)
        else await readText(input, opened, isName, take, refuse)
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
      : { value: undefined, problem: 'not valid UTF-8' }
    if (value === undefined) refuse(line, problem)
    else take(value, line)
  }
  if (input.format !== 'jsonl' && head.find((byte) => !isBlank(byte)) === LIST) {
    await feedSplitter(input.name, new JsonListSplitter(element), chunks)
    return
  }
  await visitTextLines(input.name, chunks, (line, bytes) => {
    if (!bytes.every(isBlank)) element(line, bytes)
  })
}

async function readText(
  input: Input,
  { head, chunks }: OpenedBytes,
  isName: (text: string) => boolean,
  take: VisitRow,
  refuse: Refuse,
): Promise<void> {
  const { separator, isHeaded } = look(input, head, isName)
  let columns: readonly string[] | undefined
  const row = (line: number, fields: readonly Uint8Array[]) => {
    const broken = fields.findIndex((field) => !isUtf8(field))
    if (broken >= 0) return refuse(line, `field ${broken + 1} is not valid UTF-8`)
    const texts = fields.map((field) => Buffer.from(field).toString().trim())
    if (columns === undefined) {
      columns = isHeaded ? checkNames(input, texts) : texts.map((_, i) => String(i + 1))
      if (isHeaded) return
    }
    if (texts.length !== columns.length)
      return refuse(line, `${texts.length} fields instead of ${columns.length}`)
    take(Object.fromEntries(columns.map((column, i) => [column, texts[i]])), line)
  }
  if (separator === '::' || separator === ' ') {
    await visitTextLines(input.name, chunks, (line, bytes) => {
      if (bytes.every(isBlank)) return
      const fields = splitFields(Buffer.from(bytes).toString('latin1').replace(/\r$/, ''), separator)
      row(
        line,
        fields.map((field) => Buffer.from(field, 'latin1')),
      )
    })
    return
  }
  const parser = new CsvParser(separator, { row, bad: refuse })
  await feedParser(input.name, parser, chunks)
}

/** Finds out by the first lines how a text is laid out. */
function look(
  input: Input,
  head: Uint8Array,
  isName: (text: string) => boolean,
): { separator: Separator; isHeaded: boolean } {
  const text = Buffer.from(head).toString('latin1')
  const all = text.split(/\r?\n/)
  // The last line of the head may be cut.
  const lines = (all.length > 1 ? all.slice(0, -1) : all)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT)
  const separator =
    input.format === 'tsv' ? '\t' : (findSeparator(lines) ?? (input.format === 'csv' ? ',' : undefined))
  if (separator === undefined) {
    throw new UnreadableInput(
      input.name,
      'its lines do not have the same number of fields by any separator',
      'separate fields by tabs, commas, semicolons, bars, :: or blanks',
    )
  }
  return {
    separator,
    isHeaded: hasHeader(
      lines.map((line) => splitFields(line, separator)),
      isName,
    ),
  }
}

function checkNames(input: Input, columns: readonly string[]): readonly string[] {
  const twice = columns.find((column, i) => columns.indexOf(column) !== i)
  if (twice === undefined) return columns
  throw new UnreadableInput(
    input.name,
    `two columns have the name ${JSON.stringify(twice)}`,
    'give each column a name of its own in the first row',
  )
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
