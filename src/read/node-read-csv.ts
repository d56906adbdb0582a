/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import type { BadRecords } from './bad-records.js'
import { CsvParser } from './csv.js'
import { escapeJson } from './json-string.js'
import type { Chunks } from './node-bytes.js'
import type { Input } from './node-inputs.js'
import type { Spool } from './node-spool.js'
import { emptyFile, noRecord } from './record-gate.js'
import { reportLongRecord } from './record-limit.js'
import type { Field, WantedFields } from './text-field.js'

/** Turns CSV or TSV, the first row of which names the columns, into JSON Lines; every value is a string. */
export async function readCsv(
  input: Input,
  chunks: Chunks,
  spool: Spool,
  fields: WantedFields,
  bad: BadRecords,
  limit?: number,
): Promise<void> {
  const { name } = input
  let columns: readonly string[] | undefined
  let keys: readonly Buffer[] = []
  let records = 0
  let isChecked = false
  const parser = new CsvParser(
    input.format === 'tsv' ? '\t' : ',',
    {
      row(line, values) {
        if (columns === undefined) {
          columns = readHeader(name, values)
          keys = columns.map((column, i) => Buffer.from(`${i === 0 ? '{' : '",'}${JSON.stringify(column)}:"`))
          return
        }
        const problem = rowProblem(columns, values)
        if (problem !== undefined) {
          records++
          bad.add(new BadRecord(name, line, problem))
          return
        }
        records++
        if (!isChecked) checkColumns(name, columns, values, fields)
        isChecked = true
        values.forEach((value, i) => {
          spool.write(keys[i]!)
          escapeJson(value, spool.write)
        })
        spool.write(ROW_END)
      },
      bad(line, problem) {
        if (columns === undefined) {
          throw new UnreadableInput(name, `the first row cannot be read: ${problem}`, 'mend the first row')
        }
        records++
        bad.add(new BadRecord(name, line, problem))
      },
    },
    limit,
  )
  await feedParser(name, parser, chunks)
  if (columns === undefined) throw emptyFile(name)
  if (records === 0) throw noRecord(name)
}

/** Gives a parser all bytes of an input, and says what ends it too early. */
export async function feedParser(name: string, parser: CsvParser, chunks: Chunks): Promise<void> {
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
export function readHeader(name: string, values: readonly Uint8Array[]): string[] {
  const columns = values.map((value) => {
    if (!isUtf8(value))
      throw new UnreadableInput(name, 'the first row is not valid UTF-8', 'turn it into UTF-8')
    return Buffer.from(value).toString()
  })
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

/** What is wrong with a row, if anything is. */
export function rowProblem(columns: readonly string[], values: readonly Uint8Array[]): string | undefined {
  if (values.length !== columns.length) {
    return `${values.length} fields instead of ${columns.length}`
  }
  const invalid = values.findIndex((value) => !isUtf8(value))
  return invalid < 0 ? undefined : `the field ${JSON.stringify(columns[invalid])} is not valid UTF-8`
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
    throw new UnreadableInput(
      name,
      `no id field ${JSON.stringify(id)} (its fields: ${columns.join(', ')})`,
      'name a field that all inputs have, or none',
    )
  }
}
