import { type Column, columnValue, type Row } from './column.js'

/** A row of JSON Lines, with the columns in order and a newline. A field that the row does not have is left out. */
export function jsonRow(columns: readonly Column[], row: Row, position: number): string {
  let json = ''
  for (const column of columns) {
    if (row[column.name] === undefined) continue
    const value = columnValue(column, row, position)
    const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value)
    json += `${json === '' ? '' : ','}${JSON.stringify(column.name)}:${text}`
  }
  return `{${json}}\n`
}

/** A row of CSV or TSV as in RFC 4180, with a newline. A value that is not there is an empty field. */
export function csvRow(columns: readonly Column[], row: Row, position: number, delimiter: string): string {
  return csvLine(
    columns.map((column) => {
      const value = columnValue(column, row, position)
      if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return ''
      return column.type === 'json' ? JSON.stringify(value) : String(value)
    }),
    delimiter,
  )
}

/** The first row: the names of the columns. */
export function csvHeader(columns: readonly Column[], delimiter: string): string {
  return csvLine(
    columns.map(({ name }) => name),
    delimiter,
  )
}

function csvLine(fields: readonly string[], delimiter: string): string {
  // A lone empty field would be a blank line, which readers pass over.
  if (fields.length === 1 && fields[0] === '') return '""\n'
  return `${fields.map((field) => quote(field, delimiter)).join(delimiter)}\n`
}

function quote(field: string, delimiter: string): string {
  const needsQuotes =
    field.includes('"') || field.includes('\n') || field.includes('\r') || field.includes(delimiter)
  return needsQuotes ? `"${field.replaceAll('"', '""')}"` : field
}
