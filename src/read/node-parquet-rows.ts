/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import type { RowGroup } from '../parquet/footer.js'
import { type ColumnReader, PageTooLarge } from '../parquet/node-column-reader.js'
import { ParquetFile } from '../parquet/node-parquet-file.js'
import { ParquetFault } from '../parquet/thrift.js'
import { readFault } from './node-fault.js'
import { BrokenValue, type Decode, ParquetColumns, type Row } from './node-parquet-columns.js'

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
    columns: ParquetColumns,
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

  #columns(paths: readonly (readonly string[])[]): ParquetColumns {
    try {
      return new ParquetColumns(this.#file, this.#file.footer.schema.project(paths), this.#decode)
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
