import { InvalidOption, InvalidValue } from '../model/errors.js'

/** What a column holds. `integer` is a whole number up to 2^53; `json` is anything, written as JSON text. */
export type ColumnType = 'string' | 'number' | 'integer' | 'boolean' | 'json'

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

export type Row = Readonly<Record<string, unknown>>

/** Rejects a table without columns, or with two columns of the same name. */
export function checkColumns(columns: readonly Column[]): void {
  if (columns.length === 0) throw new InvalidOption('columns', 'empty', 'at least one column')
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new InvalidOption('columns', twice, 'a different name for each column')
}

/** Rejects a row with a field that has no column, so that nothing is dropped silently. */
export function checkRow(columns: ReadonlyMap<string, Column>, row: Row, position: number): void {
  for (const name in row) {
    if (!columns.has(name))
      throw new InvalidValue('the field of a row', name, position, 'a column for each field')
  }
}

/** Converts a value to the type of its column; null if there is none. Throws `InvalidValue` for a value of another type. */
export function columnValue(
  column: Column,
  row: Row,
  position: number,
): string | number | bigint | boolean | object | null {
  const value = row[column.name]
  if (value === undefined || value === null) return null
  const { type } = column
  if (type === 'json') return value
  if (type === 'string') return typeof value === 'string' ? value : (JSON.stringify(value) ?? null)
  const isRight =
    type === 'boolean'
      ? typeof value === 'boolean'
      : type === 'integer'
        ? Number.isSafeInteger(value) || typeof value === 'bigint'
        : typeof value === 'number'
  if (isRight) return value as number | bigint | boolean
  throw new InvalidValue(
    `the column ${JSON.stringify(column.name)} of a row`,
    value,
    position,
    `${EXPECTED[type]}, or another type for the column`,
  )
}

const EXPECTED = { boolean: 'true or false', integer: 'a whole number', number: 'a number' } as const

/** Collects the columns of records with different fields, so that they can be written as a table. */
export class ColumnUnion {
  readonly #types = new Map<string, ColumnType | undefined>()

  add(record: Row): void {
    for (const [name, value] of Object.entries(record)) {
      const before = this.#types.get(name)
      const type = value === null || value === undefined ? before : typeOf(value)
      this.#types.set(name, before === undefined || before === type ? type : 'json')
    }
  }

  /** In the order of their first appearance. If records disagree on the type of a field, it is written as JSON. */
  columns(): Column[] {
    return [...this.#types].map(([name, type]) => ({ name, type: type ?? 'string' }))
  }
}

function typeOf(value: unknown): ColumnType {
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json'
}
