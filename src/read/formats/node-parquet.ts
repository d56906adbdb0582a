/// <reference types="node" />
import { BadRecord } from '../../model/errors.js'
import { BrokenValue, type Row } from '../node-parquet-columns.js'
import { ParquetRows } from '../node-parquet-rows.js'
import type { Columns, Fields, FormatReader, ReadRecord } from './reader.js'

/**
 * Parquet, a slice of rows at a time: memory holds a page of each column that is read, and the values of one slice. Integers beyond 2^53
 * become strings, times become ISO strings, and raw bytes become base64, unless they are UTF-8 in a column that old programs use for
 * strings.
 */
export const parquetReader: FormatReader = {
  async read(input, visitor, { choose, pageBytes, copyBytes }) {
    const { name } = input
    const rows = await ParquetRows.open(name, await input.path(copyBytes), pageBytes)
    try {
      const needed = await choose?.(columnsOf(rows))
      await rows.visit(needed && columnPaths(rows.names, needed), (line, row) => {
        const json = row instanceof BrokenValue ? row : toJson(row)
        if (json instanceof BrokenValue) visitor.bad(new BadRecord(name, line, json.problem))
        else visitor.record(line, new ParquetRecord(row as Row, json))
      })
    } finally {
      rows.close()
    }
  },
}

/** The names of the columns of a Parquet file. */
export async function parquetColumns(
  name: string,
  path: string,
  pageBytes: number | undefined,
): Promise<readonly string[]> {
  const rows = await ParquetRows.open(name, path, pageBytes)
  try {
    return rows.names
  } finally {
    rows.close()
  }
}

/** A row in the form of JSON: integers are numbers, and times are strings. */
class ParquetRecord implements ReadRecord {
  readonly #row: Row
  readonly #json: string

  constructor(row: Row, json: string) {
    this.#row = row
    this.#json = json
  }

  get fields(): Fields {
    return plainValue(this.#row) as Fields
  }

  writeJson(write: (bytes: Uint8Array) => void): void {
    write(Buffer.from(this.#json))
  }
}

/** The value after a round trip through JSON. */
function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== 'object') return value
  if (value instanceof Date) return value.toJSON()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(plainValue)
  const fields: Record<string, unknown> = {}
  for (const name in value) fields[name] = plainValue(Reflect.get(value, name))
  return fields
}

function columnsOf(rows: ParquetRows): Columns {
  return {
    names: rows.names,
    has: (field) => rows.has(columnPaths(rows.names, [field])),
    first: () => rows.first(),
  }
}

/** Finds fields: a column of this name, or a path into structs; names that are neither are left out. */
function columnPaths(columns: readonly string[], fields: readonly string[]): string[][] {
  return fields
    .map((field) => (columns.includes(field) ? [field] : field.split('.')))
    .filter(([column]) => columns.includes(column!))
}

function toJson(row: Row): string | BrokenValue {
  let broken: BrokenValue | undefined
  const json = JSON.stringify(row, (key, value: unknown) => {
    if (value instanceof BrokenValue)
      broken ??= new BrokenValue(`in the field ${JSON.stringify(key)}: ${value.problem}`)
    return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
      ? value
      : plainValue(value)
  })
  return broken ?? json
}
