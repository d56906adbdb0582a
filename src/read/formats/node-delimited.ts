/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../../model/errors.js'
import { invalidField, wrongFieldCount } from '../../model/record-problems.js'
import { checkColumnNames } from '../column-names.js'
import { CsvParser } from '../csv.js'
import { type DelimitedLayout, layoutOf } from '../delimited-layout.js'
import { isLineDelimiter, splitFields } from '../delimiter.js'
import { escapeJson } from '../json-string.js'
import { LineSplitter } from '../line-splitter.js'
import type { Chunks } from '../node-bytes.js'
import { withoutSeparatorLine } from '../node-separator-line.js'
import { recordTooLong } from '../record-limit.js'
import type { Fields, FormatReader, ReadingOptions, ReadRecord, RecordVisitor } from './reader.js'

/** CSV and TSV: rows of delimited fields, by default with the names of the columns in the first row. */
export const delimitedReader: FormatReader = {
  areUniform: true,
  async read(input, visitor, options) {
    const opened = withoutSeparatorLine(input.text, options.delimiter)
    const layout = layoutOf(input, opened, { ...options, delimiter: opened.delimiter })
    visitor.layout?.(layout)
    const rows = new Rows(input.name, layout, visitor, options)
    if (isLineDelimiter(layout.delimiter)) await visitLines(rows, layout.delimiter, opened.chunks)
    else await visitRows(rows, layout, opened.chunks)
  },
}

/** Receives the rows of a text: the first names the columns, or they are called 1, 2, 3, … */
class Rows {
  readonly name: string
  readonly limit: number
  readonly #visitor: RecordVisitor
  readonly #trims: boolean
  readonly #hasHeader: boolean
  #record: DelimitedRecord | undefined

  constructor(
    name: string,
    { hasHeader }: DelimitedLayout,
    visitor: RecordVisitor,
    { limit, trims = false }: ReadingOptions,
  ) {
    this.name = name
    this.limit = limit
    this.#visitor = visitor
    this.#trims = trims
    this.#hasHeader = hasHeader
  }

  row(line: number, fields: readonly Uint8Array[], raw: Uint8Array): void {
    const isValid = isUtf8(raw)
    if (this.#record === undefined) {
      if (!isValid) throw notUtf8(this.name)
      const columns = this.#columns(fields)
      this.#record = new DelimitedRecord(columns, this.#trims)
      if (this.#hasHeader) return
    }
    const record = this.#record
    const values = withoutBlankEnd(fields, record.columns.length)
    const problem = rowProblem(record.columns, values, isValid)
    if (problem !== undefined) {
      this.#visitor.bad(new BadRecord(this.name, line, problem))
      return
    }
    record.values = values
    this.#visitor.record(line, record)
  }

  bad(line: number, problem: string): void {
    if (this.#record === undefined) {
      throw new UnreadableInput(this.name, `the first row cannot be read: ${problem}`, 'fix the header row')
    }
    this.#visitor.bad(new BadRecord(this.name, line, problem))
  }

  long(line: number): void {
    const error = recordTooLong(this.name, line, this.limit, 'check for a quote that is never closed')
    if (this.#record === undefined) throw error
    this.#visitor.bad(error)
  }

  #columns(fields: readonly Uint8Array[]): readonly string[] {
    if (!this.#hasHeader) return fields.map((_, i) => String(i + 1))
    const names = fields.map((field) => Buffer.from(field).toString())
    return checkColumnNames(this.name, trimmedNames(names))
  }
}

/** The record of the current row; one object is reused for all. */
class DelimitedRecord implements ReadRecord {
  readonly columns: readonly string[]
  readonly #trims: boolean
  readonly #keys: readonly Buffer[]
  /** Views that are valid while the row is visited. */
  values: readonly Uint8Array[] = []

  constructor(columns: readonly string[], trims: boolean) {
    this.columns = columns
    this.#trims = trims
    this.#keys = columns.map((column, i) => Buffer.from(`${i === 0 ? '{' : '",'}${JSON.stringify(column)}:"`))
  }

  get fields(): Fields {
    const fields: Record<string, string> = {}
    const { columns, values } = this
    for (let i = 0; i < columns.length; i++) {
      const { buffer, byteOffset, byteLength } = values[i]!
      const text = Buffer.from(buffer, byteOffset, byteLength).toString()
      fields[columns[i]!] = this.#trims ? text.trim() : text
    }
    return fields
  }

  writeJson(write: (bytes: Uint8Array) => void): void {
    this.values.forEach((value, i) => {
      write(this.#keys[i]!)
      escapeJson(value, write)
    })
    write(ROW_END)
  }
}

const ROW_END = Buffer.from('"}')

async function visitRows(rows: Rows, { delimiter, quoting }: DelimitedLayout, chunks: Chunks): Promise<void> {
  /** The line of the last row that was too long; its parts arrive one by one. */
  let longLine = 0
  const parser = new CsvParser(
    delimiter,
    {
      row: (line, fields, raw) => rows.row(line, fields, raw),
      bad: (line, problem) => rows.bad(line, problem),
      long(line) {
        if (line !== longLine) rows.long(line)
        longLine = line
      },
    },
    quoting,
    rows.limit,
  )
  for await (const chunk of chunks) parser.push(chunk)
  const open = parser.end()
  if (open !== undefined) {
    throw new UnreadableInput(
      rows.name,
      `the quote opened on line ${open} is never closed`,
      'close or double it',
    )
  }
}

/** Rows with a delimiter that cannot be quoted: each line is one. */
async function visitLines(rows: Rows, delimiter: string, chunks: Chunks): Promise<void> {
  const visit = (line: number, bytes: Uint8Array) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').trimEnd()
    if (text === '') return
    const fields = splitFields(text, delimiter).map((field) => Buffer.from(field, 'latin1'))
    rows.row(line, fields, bytes)
  }
  const lines = new LineSplitter(rows.name, rows.limit, visit, ({ line }) => rows.long(line))
  for await (const chunk of chunks) lines.push(chunk)
  lines.end()
}

/** The problem with a row, if any. */
function rowProblem(
  columns: readonly string[],
  values: readonly Uint8Array[],
  isValid: boolean,
): string | undefined {
  if (values.length !== columns.length) return wrongFieldCount(values.length, columns.length)
  return isValid ? undefined : invalidField(columns[values.findIndex((value) => !isUtf8(value))]!)
}

/** A delimiter at the end of a row makes an empty field that does not count. */
function withoutBlankEnd(fields: readonly Uint8Array[], columns: number): readonly Uint8Array[] {
  const surplus = fields.slice(columns)
  return surplus.length > 0 && surplus.every((field) => Buffer.from(field).toString().trim() === '')
    ? fields.slice(0, columns)
    : fields
}

/** Names without surrounding blanks; a column without a name is identified by its number. */
function trimmedNames(names: readonly string[]): string[] {
  const given = names.map((name) => name.trim())
  if (given.length > 1 && given.at(-1) === '') given.pop()
  return given.map((name, i) => (name === '' ? `column ${i + 1}` : name))
}

function notUtf8(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the first row is not valid UTF-8', 'name its encoding with `encoding`')
}
