/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import { INVALID_UTF8 } from '../model/invalid-utf8.js'
import type { BadRecords } from './bad-records.js'
import { checkColumnNames } from './column-names.js'
import { CsvParser } from './csv.js'
import { type DelimitedLayout, type DelimitedOptions, layoutOf } from './delimited-layout.js'
import type { Field } from './field.js'
import { missingId } from './id-field.js'
import { escapeJson } from './json-string.js'
import type { Chunks, OpenedBytes } from './node-bytes.js'
import type { Input } from './node-inputs.js'
import { withoutSeparatorLine } from './node-separator-line.js'
import type { Spool } from './node-spool.js'
import { longRecordProblem, MAX_RECORD_BYTES, recordTooLong, reportLongRecord } from './record-limit.js'
import type { WantedFields } from './text-field.js'

/**
 * Turns delimited text into JSON Lines; every value is a string. Returns how it is laid out, and how many records it has.
 */
export async function readCsv(
  input: Pick<Input, 'name' | 'format'>,
  text: Pick<OpenedBytes, 'head' | 'isWhole' | 'chunks'>,
  spool: Spool,
  options: DelimitedOptions,
  fields: WantedFields,
  bad: BadRecords,
  limit?: number,
): Promise<{ readonly layout: DelimitedLayout; readonly records: number }> {
  const { name } = input
  const opened = withoutSeparatorLine(text, options.delimiter)
  const layout = layoutOf(input, opened, { ...options, delimiter: opened.delimiter })
  let keys: readonly Buffer[] = []
  let records = 0
  let isChecked = false
  const visitor: CsvVisitor = {
    row(line, columns, values) {
      records++
      const problem = rowProblem(columns, values)
      if (problem !== undefined) {
        bad.add(new BadRecord(name, line, problem))
        return
      }
      if (!isChecked) {
        checkColumns(name, columns, values, fields)
        keys = columns.map((column, i) => Buffer.from(`${i === 0 ? '{' : '",'}${JSON.stringify(column)}:"`))
        isChecked = true
      }
      values.forEach((value, i) => {
        spool.write(keys[i]!)
        escapeJson(value, spool.write)
      })
      spool.write(ROW_END)
    },
    bad(line, problem) {
      records++
      bad.add(new BadRecord(name, line, problem))
    },
    skipsLong: bad.onError === 'skip',
  }
  await visitCsv(name, layout, opened.chunks, visitor, limit)
  return { layout, records }
}

/** Takes the rows of delimited text. */
export interface CsvVisitor {
  /** The values are views that hold until the call returns; there may be more or fewer than columns. */
  row(line: number, columns: readonly string[], values: readonly Uint8Array[]): void
  bad(line: number, problem: string): void
  /** Whether a row beyond the limit is a bad one. Default: it is an error. */
  readonly skipsLong?: boolean
}

/** Visits the rows of delimited text with the names of its columns: those of the first row, or 1, 2, 3, … */
export async function visitCsv(
  name: string,
  { delimiter, quoting, hasHeader }: DelimitedLayout,
  chunks: Chunks,
  visitor: CsvVisitor,
  limit = MAX_RECORD_BYTES,
): Promise<void> {
  let columns: readonly string[] | undefined
  const long = (line: number, _part: Uint8Array, isLast: boolean) => {
    if (columns === undefined) throw recordTooLong(name, line, limit)
    if (isLast) visitor.bad(line, longRecordProblem(limit))
  }
  const parser = new CsvParser(
    delimiter,
    {
      row(line, values) {
        if (columns === undefined) {
          columns = hasHeader ? readHeader(name, values) : values.map((_, i) => String(i + 1))
          if (hasHeader) return
        }
        visitor.row(line, columns, values)
      },
      bad(line, problem) {
        if (columns === undefined) {
          throw new UnreadableInput(name, `the first row cannot be read: ${problem}`, 'fix the header row')
        }
        visitor.bad(line, problem)
      },
      ...(visitor.skipsLong === true && { long }),
    },
    quoting,
    limit,
  )
  await feedParser(name, parser, chunks)
}

/** Gives a parser all bytes of an input, and says what ends it too early. */
async function feedParser(name: string, parser: CsvParser, chunks: Chunks): Promise<void> {
  for await (const chunk of chunks) {
    reportLongRecord(
      name,
      () => parser.line,
      () => parser.push(chunk),
      'check for a quote that is never closed',
    )
  }
  const open = parser.end()
  if (open !== undefined) {
    throw new UnreadableInput(name, `the quote opened on line ${open} is never closed`, 'close or double it')
  }
}

const ROW_END = Buffer.from('"}\n')

/** The names of the columns. */
function readHeader(name: string, values: readonly Uint8Array[]): string[] {
  return checkColumnNames(
    name,
    values.map((value) => {
      if (!isUtf8(value))
        throw new UnreadableInput(
          name,
          'the first row is not valid UTF-8',
          'name its encoding with --encoding',
        )
      return Buffer.from(value).toString()
    }),
  )
}

/** What is wrong with a row, if anything is. */
export function rowProblem(columns: readonly string[], values: readonly Uint8Array[]): string | undefined {
  if (values.length !== columns.length) {
    return `${values.length} fields instead of ${columns.length}`
  }
  const invalid = values.findIndex((value) => !isUtf8(value))
  return invalid < 0 ? undefined : `the field ${JSON.stringify(columns[invalid])} is ${INVALID_UTF8}`
}

/** The first good row settles the text field; all rows have the same columns. */
function checkColumns(
  name: string,
  columns: readonly string[],
  values: readonly Uint8Array[],
  { text, id }: WantedFields,
): void {
  const fields = columns.map(
    (column, i): Field => ({ name: column, kind: 'string', length: values[i]!.length }),
  )
  if (!text.isIn(fields)) throw text.missing(name, fields)
  if (id !== undefined && !columns.includes(id)) {
    throw missingId(name, id, fields)
  }
}
