/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import type { FileMetaData, ParquetParsers, parquetMetadata, parquetReadObjects } from 'hyparquet'
import { Bytes } from '../parquet/bytes.js'
import type { RowGroup } from '../parquet/footer.js'
import type { ColumnReader } from '../parquet/node-column-reader.js'
import type { ParquetFile } from '../parquet/node-parquet-file.js'
import { dictionaryPage, PageBuilder } from '../parquet/page-builder.js'
import type { Schema } from '../parquet/schema.js'
import { binary, i32, i64, list } from '../parquet/struct.js'
import { ParquetFault, THRIFT, type ThriftStruct, writeThrift } from '../parquet/thrift.js'

export type Row = Readonly<Record<string, unknown>>

/** Stands for bytes that do not have the type of their column. */
export class BrokenValue {
  readonly problem: string

  constructor(problem: string) {
    this.problem = problem
  }
}

/** The functions of hyparquet that decode values. */
export interface Decode {
  readonly parquetMetadata: typeof parquetMetadata
  readonly parquetReadObjects: typeof parquetReadObjects
}

/** Some columns of a file, decoded a slice at a time: the rows of a slice become a small valid file in memory. */
export class ParquetColumns {
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
  if (dictionary !== undefined) body.append(dictionaryPage(dictionary, noCompression).bytes)
  const data = body.length
  let values = 0
  const flush = () => {
    if (builder.count === 0) return
    values += builder.count
    body.append(builder.finish(noCompression).bytes)
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

const noCompression = (bytes: Uint8Array): Uint8Array => bytes

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
