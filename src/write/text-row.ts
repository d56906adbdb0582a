import { type Column, columnValue, type Row } from './column.js'
import { LongList } from './long-list.js'

/** How a format writes rows that have a value for every column. */
export interface RowFormat {
  /** What comes before each value. */
  readonly starts: readonly string[]
  readonly end: string
  /** How a text is written; numbers are written as they are. */
  readonly textOf: (value: string) => string
}

/** The format of rows in JSON Lines. */
export function jsonRowFormat(columns: readonly Column[]): RowFormat {
  const starts = columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  return { starts, end: '}\n', textOf: JSON.stringify }
}

/** The format of rows in CSV or TSV, of more than one column. */
export function csvRowFormat(columns: readonly Column[], delimiter: string): RowFormat {
  const starts = columns.map((_, i) => (i === 0 ? '' : delimiter))
  return { starts, end: '\n', textOf: (value) => quoteField(value, delimiter) }
}

/** Returns a function that converts rows to JSON Lines, with the columns in order and a newline. Missing fields are left out. */
export function jsonRows(columns: readonly Column[]): (row: Row, position: number) => string {
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`)
  return (row, position) => {
    let json = '{'
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!
      if (row[column.name] === undefined) continue
      if (json.length > 1) json += ','
      json += names[i]! + jsonText(columnValue(column, row, position))
    }
    return `${json}}\n`
  }
}

/** The same row in parts, where it has a long list. */
export function* jsonRowParts(
  columns: readonly Column[],
  row: Row,
  position: number,
): Generator<string, void> {
  let before = '{'
  for (const column of columns) {
    const value = row[column.name]
    if (value === undefined) continue
    yield `${before}${JSON.stringify(column.name)}:`
    before = ','
    if (value instanceof LongList) yield* value.parts()
    else yield jsonText(columnValue(column, row, position))
  }
  yield before === '{' ? '{}\n' : '}\n'
}

function jsonText(value: ReturnType<typeof columnValue>): string {
  const isPlain = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
  return isPlain ? String(value) : JSON.stringify(value)
}

/** A row of CSV or TSV as in RFC 4180, with a newline. A missing value is an empty field. */
export function csvRow(columns: readonly Column[], row: Row, position: number, delimiter: string): string {
  return csvLine(
    columns.map((column) => csvField(column, row, position)),
    delimiter,
  )
}

/** The same row in parts, where it has a long list. */
export function* csvRowParts(
  columns: readonly Column[],
  row: Row,
  position: number,
  delimiter: string,
): Generator<string, void> {
  for (const [i, column] of columns.entries()) {
    if (i > 0) yield delimiter
    const value = row[column.name]
    if (value instanceof LongList) yield* quoteParts(value, delimiter)
    else yield quoteField(csvField(column, row, position), delimiter)
  }
  yield '\n'
}

function csvField(column: Column, row: Row, position: number): string {
  const value = columnValue(column, row, position)
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return ''
  return column.type === 'json' ? JSON.stringify(value) : String(value)
}

function* quoteParts(list: LongList, delimiter: string): Generator<string, void> {
  let needsQuotes = false
  for (const part of list.parts()) needsQuotes ||= quoteField(part, delimiter) !== part
  if (!needsQuotes) return yield* list.parts()
  yield '"'
  for (const part of list.parts()) yield part.replaceAll('"', '""')
  yield '"'
}

/** The first row: the names of the columns. */
export function csvHeader(columns: readonly Column[], delimiter: string): string {
  return csvLine(
    columns.map(({ name }) => name),
    delimiter,
  )
}

function csvLine(fields: readonly string[], delimiter: string): string {
  // A single empty field would be a blank line, which readers skip.
  if (fields.length === 1 && fields[0] === '') return '""\n'
  return `${fields.map((field) => quoteField(field, delimiter)).join(delimiter)}\n`
}

/** A CSV field, quoted if necessary. */
export function quoteField(field: string, delimiter: string): string {
  const needsQuotes =
    field.includes('"') || field.includes('\n') || field.includes('\r') || field.includes(delimiter)
  return needsQuotes ? `"${field.replaceAll('"', '""')}"` : field
}
