/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import type { FileMetaData, ParquetParsers, parquetMetadata, parquetReadObjects } from 'hyparquet'
import { UnreadableInput } from '../model/errors.js'
import { Bytes } from '../parquet/bytes.js'
import type { RowGroup } from '../parquet/footer.js'
import { type ColumnReader, PageTooLarge } from '../parquet/node-column-reader.js'
import { ParquetFile } from '../parquet/node-parquet-file.js'
import { dictionaryPage, PageBuilder } from '../parquet/page-builder.js'
import type { Schema } from '../parquet/schema.js'
import { binary, i32, i64, list } from '../parquet/struct.js'
import { ParquetFault, THRIFT, type ThriftStruct, writeThrift } from '../parquet/thrift.js'
import { readFault } from './node-fault.js'

export type Row = Readonly<Record<string, unknown>>

/** Stands for bytes that do not have the type of their column. */
export class BrokenValue {
  readonly problem: string

  constructor(problem: string) {
    this.problem = problem
  }
}

/** The number of bytes of values, and of rows, to decode at a time. */
const SLICE_BYTES = 1 << 23
const MAX_ROWS = 1 << 14

/** The number of rows that are skipped together if they cannot be read: damage is located by bisection, down to this many. */
const FEW_ROWS = 64

/**
 * The rows of a Parquet file as JavaScript values, a slice at a time. Our own reader reads and checks pages and cuts them to the rows of
 * the slice; the result is a small valid file in memory, which hyparquet turns into values.
 */
export class ParquetRows {
  readonly #name: string
  readonly #file: ParquetFile
  readonly #decode: Decode

  private constructor(name: string, file: ParquetFile, decode: Decode) {
    this.#name = name
    this.#file = file
    this.#decode = decode
  }

  /**
   * @param name of the file, as the user knows it
   * @param pageBytes maximum number of bytes of a page
   */
  static async open(name: string, path: string, pageBytes?: number): Promise<ParquetRows> {
    const decode = await import('hyparquet')
    try {
      return new ParquetRows(name, await ParquetFile.open(path, pageBytes), decode)
    } catch (error) {
      if (!(error instanceof ParquetFault)) throw readFault(name, error)
      throw new UnreadableInput(
        name,
        `it is not a Parquet file, or it is damaged (${error.message})`,
        'copy or write it again',
      )
    }
  }

  /** The names of the top-level columns. */
  get names(): readonly string[] {
    return this.#file.footer.schema.names
  }

  /** Whether any of these paths leads to a column. */
  has(paths: readonly (readonly string[])[]): boolean {
    return this.#file.footer.schema.project(paths).leaves.length > 0
  }

  /** The first readable row with all of its columns; undefined if there is none. */
  async first(): Promise<Row | undefined> {
    const group = this.#file.footer.groups.find(({ rows }) => rows > 0)
    if (group === undefined) return undefined
    const row: Record<string, unknown> = {}
    for (const name of this.names) {
      try {
        const columns = this.#columns([[name]])
        const [found] = await columns.read(columns.open(group), 0, 1)
        row[name] = found?.[name]
      } catch (error) {
        if (!(error instanceof ParquetFault) || error instanceof PageTooLarge) throw this.#named(error)
      }
    }
    return row
  }

  /**
   * Visits the rows in order.
   *
   * @param paths of the columns to read; a path leads into structs. Default: all
   * @param take receives the 1-based number of a row and its fields, or the problem with it
   */
  async visit(
    paths: readonly (readonly string[])[] | undefined,
    take: (line: number, row: Row | BrokenValue) => void,
  ): Promise<void> {
    const columns = this.#columns(paths ?? [[]])
    for (const group of this.#file.footer.groups) {
      if (group.rows === 0) continue
      try {
        await this.#visitGroup(columns, group, take)
      } catch (error) {
        throw this.#named(error)
      }
    }
  }

  close(): void {
    this.#file.close()
  }

  async #visitGroup(
    columns: Columns,
    group: RowGroup,
    take: (line: number, row: Row | BrokenValue) => void,
  ): Promise<void> {
    const refuse = (from: number, to: number, fault: ParquetFault) => {
      const broken = new BrokenValue(`the row cannot be read: ${fault.message}`)
      for (let row = from; row < to; row++) take(group.first + row + 1, broken)
    }
    let readers: readonly ColumnReader[]
    try {
      readers = columns.open(group)
    } catch (error) {
      // The number of rows is then known from the footer only, which may claim anything.
      if (!(error instanceof ParquetFault) || group.rows > this.#file.bytes) throw error
      refuse(0, group.rows, error)
      return
    }
    const visit = async (from: number, to: number): Promise<void> => {
      let rows: readonly Row[]
      try {
        rows = await columns.read(readers, from, to)
      } catch (error) {
        if (!(error instanceof ParquetFault) || error instanceof PageTooLarge) throw error
        if (to - from <= FEW_ROWS) return refuse(from, to, error)
        const middle = from + ((to - from) >>> 1)
        await visit(from, middle)
        return visit(middle, to)
      }
      rows.forEach((row, i) => {
        take(group.first + from + i + 1, row)
      })
    }
    for (let from = 0; from < group.rows; ) {
      let count = Math.min(MAX_ROWS, group.rows - from)
      while (count > 1 && bytesOf(readers, from, from + count) > SLICE_BYTES) count >>>= 1
      await visit(from, from + count)
      from += count
    }
  }

  #columns(paths: readonly (readonly string[])[]): Columns {
    try {
      return new Columns(this.#file, this.#file.footer.schema.project(paths), this.#decode)
    } catch (error) {
      throw this.#named(error)
    }
  }

  #named(error: unknown): unknown {
    if (error instanceof PageTooLarge) {
      return new UnreadableInput(
        this.#name,
        `${error.message}, more than the memory budget allows`,
        'use a larger memory budget, or write the file again with smaller pages',
      )
    }
    if (error instanceof ParquetFault) {
      return new UnreadableInput(this.#name, `it is damaged (${error.message})`, 'copy or write it again')
    }
    return error
  }
}

function bytesOf(readers: readonly ColumnReader[], from: number, to: number): number {
  return readers.reduce((sum, reader) => sum + reader.bytesBetween(from, to), 0)
}

interface Decode {
  readonly parquetMetadata: typeof parquetMetadata
  readonly parquetReadObjects: typeof parquetReadObjects
}

/** Some columns of a file. */
class Columns {
  readonly #file: ParquetFile
  readonly #leaves: readonly number[]
  readonly #decode: Decode
  readonly #metadata: FileMetaData
  readonly #untyped: readonly string[]

  constructor(file: ParquetFile, schema: Schema, decode: Decode) {
    const numbers = new Map(file.footer.schema.leaves.map(({ path }, i) => [path.join('\0'), i]))
    this.#file = file
    this.#leaves = schema.leaves.map(({ path }) => numbers.get(path.join('\0'))!)
    this.#decode = decode
    this.#untyped = schema.untyped
    try {
      this.#metadata = decode.parquetMetadata(footerOf(schema, file.footer.struct))
    } catch (error) {
      throw new ParquetFault((error as Error).message)
    }
  }

  open(group: RowGroup): ColumnReader[] {
    return this.#leaves.map((leaf) => this.#file.column(group, leaf))
  }

  /** Reads some rows, numbered from the beginning of the row group. */
  async read(readers: readonly ColumnReader[], from: number, to: number): Promise<readonly Row[]> {
    const count = to - from
    if (readers.length === 0) return Array.from({ length: count }, () => ({}))
    const body = new Bytes()
    // As in a file, no page is at offset 0, which would mean that there is none.
    body.append(new Uint8Array(4))
    const columns = readers.map((reader, i) => cut(reader, this.#metadata, i, from, to, body))
    const bytes = body.take()
    const { buffer } = bytes
    const file = {
      byteLength: bytes.length,
      slice: (start: number, end: number = bytes.length) => buffer.slice(start, end) as ArrayBuffer,
    }
    const group = { columns, total_byte_size: BigInt(bytes.length), num_rows: BigInt(count) }
    let rows: readonly Row[]
    try {
      rows = await this.#decode.parquetReadObjects({
        file,
        metadata: { ...this.#metadata, num_rows: BigInt(count), row_groups: [group] },
        parsers: PARSERS,
        utf8: false,
      })
    } catch (error) {
      throw new ParquetFault((error as Error).message)
    }
    if (rows.length !== count) throw new ParquetFault(`${rows.length} rows instead of ${count}`)
    return this.#untyped.length === 0 ? rows : rows.map((row) => withStrings(row, this.#untyped))
  }
}

/** A file without rows that has these columns, to see how hyparquet interprets a schema. */
function footerOf(schema: Schema, original: ThriftStruct): Uint8Array {
  const metadata = original.find(({ id }) => id === 5)
  const footer = writeThrift([
    i32(1, 2),
    list(2, THRIFT.STRUCT, schema.elements),
    i64(3, 0),
    list(4, THRIFT.STRUCT, []),
    ...(metadata === undefined ? [] : [metadata]),
    binary(6, 'likewise'),
  ])
  const bytes = new Bytes()
  bytes.append(footer)
  bytes.append(new Uint8Array(Uint32Array.of(footer.length, 0x31524150).buffer))
  return bytes.take()
}

type HyChunk = FileMetaData['row_groups'][number]['columns'][number]

/** Appends some rows of a column to a small file, and returns their location. */
function cut(
  reader: ColumnReader,
  { schema }: FileMetaData,
  number: number,
  from: number,
  to: number,
  body: Bytes,
): HyChunk {
  const { leaf } = reader.chunk
  const builder = new PageBuilder(leaf)
  const start = body.length
  const { dictionary } = reader
  if (dictionary !== undefined) body.append(dictionaryPage(dictionary, asItIs).bytes)
  const data = body.length
  let values = 0
  const flush = () => {
    if (builder.count === 0) return
    values += builder.count
    body.append(builder.finish(asItIs).bytes)
  }
  for (const { page, firstRow } of reader.pages(from, to)) {
    const first = page.valueOfRow(from - firstRow)
    const end = page.valueOfRow(to - firstRow)
    if (first >= end) continue
    if (!builder.fits(page)) flush()
    builder.add(page, first, end)
  }
  flush()
  const size = BigInt(body.length - start)
  const { type } = schema.filter((element) => element.type !== undefined)[number]!
  return {
    file_offset: BigInt(start),
    meta_data: {
      type: type!,
      encodings: ['PLAIN', 'RLE', 'RLE_DICTIONARY'],
      path_in_schema: [...leaf.path],
      codec: 'UNCOMPRESSED',
      num_values: BigInt(values),
      total_uncompressed_size: size,
      total_compressed_size: size,
      data_page_offset: BigInt(data),
      ...(dictionary !== undefined && { dictionary_page_offset: BigInt(start) }),
    },
  }
}

const asItIs = (bytes: Uint8Array): Uint8Array => bytes

/** Parsers only for what must not go unnoticed: invalid UTF-8 and invalid JSON. */
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

/** Bytes of columns without a logical type become strings if possible. */
function withStrings(row: Row, columns: readonly string[]): Row {
  const typed: Record<string, unknown> = { ...row }
  for (const column of columns) {
    const value = typed[column]
    if (value instanceof Uint8Array && isUtf8(value)) typed[column] = Buffer.from(value).toString()
  }
  return typed
}
