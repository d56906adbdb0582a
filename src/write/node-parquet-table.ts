/// <reference types="node" />
import type { BasicType, ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { type Column, type ColumnType, columnValue, type Row } from './column.js'
import type { Sink } from './node-sink.js'

/** A row group is written once it has this many rows, or about this many bytes. */
const GROUP_ROWS = 1 << 16
const GROUP_BYTES = 1 << 24

const TYPES: Readonly<Record<ColumnType, BasicType>> = {
  string: 'STRING',
  number: 'DOUBLE',
  integer: 'INT64',
  boolean: 'BOOLEAN',
  json: 'STRING',
}

/**
 * Writes rows as Parquet, compressed with snappy; one row group is in memory at a time. Strings are written in the PLAIN encoding and
 * without statistics: looking for repeats and extremes in texts would take four times as long as everything else.
 */
export class ParquetTable {
  readonly #columns: readonly Column[]
  readonly #sink: Sink
  readonly #bytes: ByteWriter
  readonly #writer: ParquetWriter
  #values: unknown[][]
  #rows = 0
  #size = 0

  private constructor(columns: readonly Column[], sink: Sink, bytes: ByteWriter, writer: ParquetWriter) {
    this.#columns = columns
    this.#sink = sink
    this.#bytes = bytes
    this.#writer = writer
    this.#values = columns.map(() => [])
  }

  static async open(columns: readonly Column[], sink: Sink): Promise<ParquetTable> {
    const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
    const bytes = new ByteWriter(1 << 20)
    const schema = schemaFromColumnData({
      columnData: columns.map(({ name, type }) => ({ name, data: [], type: TYPES[type], nullable: true })),
    })
    return new ParquetTable(
      columns,
      sink,
      bytes,
      new ParquetWriter({ writer: bytes, schema, statistics: false }),
    )
  }

  write(row: Row, position: number): void | Promise<void> {
    const values = this.#columns.map((column) => this.#convert(column, row, position))
    values.forEach((value, i) => {
      this.#values[i]!.push(value)
    })
    this.#rows++
    if (this.#rows >= GROUP_ROWS || this.#size >= GROUP_BYTES) return this.#writeGroup()
  }

  async close(): Promise<void> {
    if (this.#rows > 0) await this.#writeGroup()
    await this.#writer.finish()
    await this.#give()
    await this.#sink.close()
  }

  abort(): Promise<void> {
    return this.#sink.abort()
  }

  #convert(column: Column, row: Row, position: number): unknown {
    let value: unknown = columnValue(column, row, position)
    if (value === null) return undefined
    if (column.type === 'json') value = JSON.stringify(value)
    // Converted to bytes at once, because strings that are concatenated from parts would take many times as much memory until they are
    // written.
    const encoded =
      typeof value === 'string'
        ? Buffer.from(value)
        : column.type === 'integer'
          ? BigInt(value as number | bigint)
          : value
    this.#size += encoded instanceof Buffer ? encoded.length : 8
    return encoded
  }

  #writeGroup(): void | Promise<void> {
    const columnData = this.#columns.map(({ name, type }, i) => {
      const data = this.#values[i]!
      return TYPES[type] === 'STRING' ? { name, data, encoding: 'PLAIN' as const } : { name, data }
    })
    this.#writer.write({ columnData, rowGroupSize: this.#rows })
    this.#values = this.#columns.map(() => [])
    this.#rows = 0
    this.#size = 0
    return this.#give()
  }

  /** Passes on what is encoded; the writer keeps counting its offset in the file. */
  #give(): void | Promise<void> {
    const bytes = this.#bytes.getBytes()
    this.#bytes.index = 0
    return this.#sink.write(bytes)
  }
}
