/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import type { AsyncBuffer, Compressors, FileMetaData, ParquetParsers } from 'hyparquet'
import { UnreadableInput } from '../model/errors.js'
import { readFault } from './node-fault.js'
import type { Spool } from './node-spool.js'
import type { RecordGate } from './record-gate.js'

/** Bytes of values to decode at a time. */
const SLICE_BYTES = 1 << 25
const MOST_ROWS = 1 << 16

/** Rows that are given up together when they cannot be read: the damage is found by halving, down to so many. */
const FEW_ROWS = 64

/** Stands for bytes that are not what their column says. */
class BrokenValue {
  readonly problem: string

  constructor(problem: string) {
    this.problem = problem
  }
}

/**
 * Turns Parquet into JSON Lines, a slice of rows at a time: in memory are one row group as it is in the file, packed,
 * and one slice of it unpacked. Whole numbers beyond 2^53 become strings, times ISO strings, raw bytes base64 unless they
 * are UTF-8 in a column that old programs use for strings.
 */
export async function readParquet(name: string, path: string, spool: Spool, gate: RecordGate): Promise<void> {
  await visitParquet(
    name,
    path,
    (line, row, json) => {
      if (gate.admits(line, row)) spool.writeText(`${json}\n`)
    },
    (line, problem) => gate.refuse(line, problem),
  )
  gate.end()
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
  const handle = await open(path).catch((error: unknown) => {
    throw readFault(name, error)
  })
  try {
    await readRowGroups(name, handle, (line, row) => {
      const json = row instanceof BrokenValue ? row : toJson(row)
      if (json instanceof BrokenValue) refuse(line, json.problem)
      else take(line, row as Row, json)
    })
  } finally {
    await handle.close()
  }
}

/** Visits the rows of a file of Parquet as they are, without turning them into anything. */
export async function visitParquetRows(
  name: string,
  path: string,
  visit: (line: number, row: Row) => void,
  refuse: (line: number, problem: string) => void,
): Promise<void> {
  const handle = await open(path).catch((error: unknown) => {
    throw readFault(name, error)
  })
  try {
    await readRowGroups(name, handle, (line, row) => {
      const broken = row instanceof BrokenValue ? row : Object.values(row).find(isBroken)
      if (broken === undefined) visit(line, row as Row)
      else refuse(line, broken.problem)
    })
  } finally {
    await handle.close()
  }
}

function isBroken(value: unknown): value is BrokenValue {
  return value instanceof BrokenValue
}

type Row = Readonly<Record<string, unknown>>

async function readRowGroups(
  name: string,
  handle: FileHandle,
  take: (line: number, row: Row | BrokenValue) => void,
): Promise<void> {
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  const file = new GroupFile(handle, (await handle.stat()).size)
  let metadata: FileMetaData
  try {
    metadata = await parquetMetadataAsync(file)
  } catch (error) {
    throw new UnreadableInput(
      name,
      `it is no Parquet file, or it is damaged (${(error as Error).message})`,
      'copy or write it again',
    )
  }

  const untyped = parquetSchema(metadata)
    .children.map(({ element }) => element)
    .filter(
      ({ type, converted_type, logical_type }) => type === 'BYTE_ARRAY' && !converted_type && !logical_type,
    )
    .map((element) => element.name)

  const readRange = async (start: number, end: number): Promise<void> => {
    let rows: readonly Row[]
    try {
      rows = await parquetReadObjects({
        file,
        metadata,
        rowStart: start,
        rowEnd: end,
        parsers: PARSERS,
        utf8: false,
        compressors: compressors as Compressors,
      })
      if (rows.length !== end - start) throw new Error(`${rows.length} rows instead of ${end - start}`)
    } catch (error) {
      if (end - start > FEW_ROWS) {
        const middle = start + ((end - start) >>> 1)
        await readRange(start, middle)
        await readRange(middle, end)
        return
      }
      const broken = new BrokenValue(`the row cannot be read: ${(error as Error).message}`)
      for (let row = start; row < end; row++) take(row + 1, broken)
      return
    }
    rows.forEach((row, i) => {
      take(start + i + 1, untyped.length === 0 ? row : withStrings(row, untyped))
    })
  }

  let start = 0
  for (const group of metadata.row_groups) {
    file.forget()
    const end = start + Number(group.num_rows)
    const rowBytes = Number(group.total_byte_size) / Math.max(1, end - start)
    const step = Math.max(1, Math.min(MOST_ROWS, Math.floor(SLICE_BYTES / Math.max(1, rowBytes))))
    for (; start < end; start += step) await readRange(start, Math.min(end, start + step))
    start = end
  }
}

/** The file, remembering what was read of one row group: every slice of it asks for the same bytes. */
class GroupFile implements AsyncBuffer {
  readonly byteLength: number
  readonly #handle: FileHandle
  readonly #read = new Map<string, Promise<ArrayBuffer>>()

  constructor(handle: FileHandle, byteLength: number) {
    this.#handle = handle
    this.byteLength = byteLength
  }

  slice(start: number, end: number = this.byteLength): Promise<ArrayBuffer> {
    const key = `${start}-${end}`
    let bytes = this.#read.get(key)
    if (bytes === undefined) {
      bytes = this.#load(start, end)
      this.#read.set(key, bytes)
    }
    return bytes
  }

  forget(): void {
    this.#read.clear()
  }

  async #load(start: number, end: number): Promise<ArrayBuffer> {
    if (start < 0 || end > this.byteLength || end < start) throw new Error('it points outside the file')
    const bytes = new Uint8Array(end - start)
    let done = 0
    while (done < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, done, bytes.length - done, start + done)
      if (bytesRead === 0) throw new Error('the file ends early')
      done += bytesRead
    }
    return bytes.buffer
  }
}

/** Only what must not pass silently: text that is not UTF-8, JSON that is not JSON. */
const PARSERS: Partial<ParquetParsers> = {
  stringFromBytes(bytes: Uint8Array | undefined): unknown {
    if (bytes === undefined) return undefined
    if (!isUtf8(bytes)) return new BrokenValue('it is not valid UTF-8')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  },
  jsonFromBytes(bytes: Uint8Array | undefined): unknown {
    if (bytes === undefined) return undefined
    try {
      return JSON.parse(Buffer.from(bytes).toString())
    } catch {
      return new BrokenValue('it is not valid JSON')
    }
  },
}

/** Bytes of columns that have no type of their own are strings where they can be. */
function withStrings(row: Row, columns: readonly string[]): Row {
  const typed: Record<string, unknown> = { ...row }
  for (const column of columns) {
    const value = typed[column]
    if (value instanceof Uint8Array && isUtf8(value)) typed[column] = Buffer.from(value).toString()
  }
  return typed
}

function toJson(row: Row): string | BrokenValue {
  let broken: BrokenValue | undefined
  const json = JSON.stringify(row, (key, value: unknown) => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
    if (value instanceof BrokenValue)
      broken ??= new BrokenValue(`in the field ${JSON.stringify(key)}: ${value.problem}`)
    return value
  })
  return broken ?? json
}
