/// <reference types="node" />
import { isIdName } from '../model/field-names.js'
import { BrokenValue, ParquetRows, type Row } from './node-parquet-rows.js'
import type { Spool } from './node-spool.js'
import type { RecordGate } from './record-gate.js'

export interface ParquetOptions {
  /** The fields that are read, besides the text and the id. Default: all fields. */
  readonly fields?: readonly string[] | undefined
  /** Whether columns that are named like an id are read too, so that the id can be detected. Default: false. */
  readonly detectsId?: boolean
  /** The most bytes that a page may have. Default: 1 GiB. */
  readonly pageBytes?: number | undefined
}

/**
 * Turns Parquet into JSON Lines, a slice of rows at a time: in memory are a page of each column that is read, and the
 * values of one slice. Whole numbers beyond 2^53 become strings, times ISO strings, raw bytes base64 unless they are UTF-8
 * in a column that old programs use for strings.
 */
export async function readParquet(
  name: string,
  path: string,
  spool: Spool,
  gate: RecordGate,
  { fields, pageBytes, detectsId = false }: ParquetOptions = {},
): Promise<void> {
  const rows = await ParquetRows.open(name, path, pageBytes)
  try {
    const ids = detectsId ? rows.names.filter(isIdName) : []
    const wanted = fields && [...(await neededFields(rows, gate)), ...ids, ...fields]
    await rows.visit(wanted && columnPaths(rows.names, wanted), (line, row) => {
      const json = row instanceof BrokenValue ? row : toJson(row)
      if (json instanceof BrokenValue) gate.refuse(line, json.problem)
      else if (gate.admits(line, row as Row)) spool.writeText(`${json}\n`)
    })
  } finally {
    rows.close()
  }
  gate.end()
}

/** The names of the columns of a Parquet file. */
export async function parquetColumns(
  name: string,
  path: string,
  { pageBytes }: Pick<ParquetOptions, 'pageBytes'>,
): Promise<readonly string[]> {
  const rows = await ParquetRows.open(name, path, pageBytes)
  try {
    return rows.names
  } finally {
    rows.close()
  }
}

/** The fields that every record must have: those that are named, or those that the first row shows. */
async function neededFields(rows: ParquetRows, gate: RecordGate): Promise<readonly string[]> {
  const named = gate.namedFields
  if (named?.every((name) => rows.has(columnPaths(rows.names, [name])))) return named
  const first = await rows.first()
  return first === undefined ? [] : gate.fieldsOf(first)
}

/** Where fields are: a column of this name, or a path into structs; names of neither are left out. */
function columnPaths(columns: readonly string[], fields: readonly string[]): string[][] {
  return fields
    .map((field) => (columns.includes(field) ? [field] : field.split('.')))
    .filter(([column]) => columns.includes(column!))
}

/**
 * Reads the rows of a Parquet file, a slice at a time.
 *
 * @param take gets the 1-based number of a row, its fields, and these as JSON
 * @param refuse gets what is wrong with a row that cannot be read
 */
export async function visitParquet(
  name: string,
  path: string,
  take: (line: number, row: Row, json: string) => void,
  refuse: (line: number, problem: string) => void,
): Promise<void> {
  const rows = await ParquetRows.open(name, path)
  try {
    await rows.visit(undefined, (line, row) => {
      const json = row instanceof BrokenValue ? row : toJson(row)
      if (json instanceof BrokenValue) refuse(line, json.problem)
      else take(line, row as Row, json)
    })
  } finally {
    rows.close()
  }
}

/** Visits the rows of a file of Parquet as they are, without turning them into anything. */
export async function visitParquetRows(
  name: string,
  path: string,
  visit: (line: number, row: Row) => void,
  refuse: (line: number, problem: string) => void,
): Promise<void> {
  const rows = await ParquetRows.open(name, path)
  try {
    await rows.visit(undefined, (line, row) => {
      const broken = row instanceof BrokenValue ? row : Object.values(row).find(isBroken)
      if (broken === undefined) visit(line, row as Row)
      else refuse(line, broken.problem)
    })
  } finally {
    rows.close()
  }
}

function isBroken(value: unknown): value is BrokenValue {
  return value instanceof BrokenValue
}

function toJson(row: Row): string | BrokenValue {
  let broken: BrokenValue | undefined
  const json = JSON.stringify(row, (key, value: unknown) => {
    if (value === undefined) return null
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
    if (value instanceof BrokenValue)
      broken ??= new BrokenValue(`in the field ${JSON.stringify(key)}: ${value.problem}`)
    return value
  })
  return broken ?? json
}
