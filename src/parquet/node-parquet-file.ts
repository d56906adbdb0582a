/// <reference types="node" />
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import {
  columnChunk,
  footerLength,
  type ParquetFooter,
  parseFooter,
  type RowGroup,
  TAIL_BYTES,
} from './footer.js'
import { type Codecs, openCodecs } from './node-codecs.js'
import { ColumnReader, type ReadAt } from './node-column-reader.js'
import { ParquetFault } from './thrift.js'

/** The maximum uncompressed size of a page. */
const PAGE_BYTES = 1 << 30

/**
 * A Parquet file, read page by page. Its footer is validated first, and no length in it is trusted. Throws `ParquetFault` for damage;
 * system errors are passed on unchanged.
 */
export class ParquetFile {
  readonly footer: ParquetFooter
  readonly bytes: number
  readonly #file: number
  readonly #codecs: Codecs
  readonly #pageBytes: number
  readonly #readAt: ReadAt

  private constructor(file: number, codecs: Codecs, pageBytes: number) {
    this.#file = file
    this.#codecs = codecs
    this.#pageBytes = pageBytes
    const { size } = fstatSync(file)
    this.bytes = size
    this.#readAt = (offset, length) => {
      if (offset < 0 || length > size - offset) throw new ParquetFault('it points outside the file')
      const bytes = new Uint8Array(length)
      for (let done = 0; done < length; ) {
        const count = readSync(file, bytes, done, length - done, offset + done)
        if (count === 0) throw new ParquetFault('the file ends early')
        done += count
      }
      return bytes
    }
    if (size < TAIL_BYTES + 4) throw new ParquetFault('it is too short')
    const length = footerLength(this.#readAt(size - TAIL_BYTES, TAIL_BYTES), size)
    const start = size - TAIL_BYTES - length
    this.footer = parseFooter(this.#readAt(start, length), start)
  }

  /** @param pageBytes the maximum uncompressed size of a page; a larger one throws `PageTooLarge`. Default: 1 GiB */
  static async open(path: string, pageBytes = PAGE_BYTES): Promise<ParquetFile> {
    const codecs = await openCodecs()
    const file = openSync(path, 'r')
    try {
      return new ParquetFile(file, codecs, pageBytes)
    } catch (error) {
      closeSync(file)
      throw error
    }
  }

  /** A column of a row group, by its number among the leaves of the schema. */
  column(group: RowGroup, leaf: number): ColumnReader {
    const chunk = columnChunk(this.footer, group, leaf)
    return new ColumnReader(chunk, this.#readAt, this.#codecs, this.#pageBytes)
  }

  close(): void {
    closeSync(this.#file)
  }
}
