/// <reference types="node" />
import { crc32 } from 'node:zlib'
import type { ColumnChunk } from './footer.js'
import type { Codecs } from './node-codecs.js'
import { type Page, readPage } from './page.js'
import { type PageHeader, pageHeader } from './page-header.js'
import { type PlainValues, readPlain } from './plain.js'
import { ParquetFault, ThriftCut, ThriftReader } from './thrift.js'

/** Reads bytes at an offset of a file. */
export type ReadAt = (offset: number, length: number) => Uint8Array

/** A page that is too large to be held in memory. */
export class PageTooLarge extends ParquetFault {
  readonly bytes: number

  constructor(column: string, bytes: number) {
    super(`a page of the column ${column} has ${Math.ceil(bytes / 1e6)} MB`)
    this.bytes = bytes
  }
}

/** The location of a page. */
interface PageLocation {
  readonly header: PageHeader
  /** The offset of its bytes in the file. */
  readonly start: number
  /** The number of values before it in its chunk. */
  readonly valuesBefore: number
  /** The number of rows that begin before it; for lists, known only once the pages before it have been read. */
  rowsBefore: number | undefined
}

/** A header is a few dozen bytes, unless it holds long statistics. */
const HEADER_BYTES = 1 << 10
const MAX_HEADER_BYTES = 1 << 26

/** The pages of one column in one row group, decoded one at a time. */
export class ColumnReader {
  readonly chunk: ColumnChunk
  readonly #readAt: ReadAt
  readonly #codecs: Codecs
  readonly #pageBytes: number
  readonly #locations: PageLocation[] = []
  #dictionaryLocation: PageLocation | undefined
  #dictionary: PlainValues | undefined

  constructor(chunk: ColumnChunk, readAt: ReadAt, codecs: Codecs, pageBytes: number) {
    this.chunk = chunk
    this.#readAt = readAt
    this.#codecs = codecs
    this.#pageBytes = pageBytes
    this.#findPages()
  }

  /** The approximate uncompressed size of the values of some rows. */
  bytesBetween(from: number, to: number): number {
    const { rows, values } = this.chunk
    // Rows of lists have about equally many values.
    const scale = values / Math.max(1, rows)
    let bytes = 0
    for (const { header, valuesBefore } of this.#locations) {
      const first = Math.max(valuesBefore, from * scale)
      const end = Math.min(valuesBefore + header.values, to * scale)
      if (end > first) bytes += (header.uncompressedBytes * (end - first)) / header.values
    }
    return bytes
  }

  /** The values that the indexes of dictionary pages refer to. */
  get dictionary(): PlainValues | undefined {
    if (this.#dictionary === undefined && this.#dictionaryLocation !== undefined) {
      const { header } = this.#dictionaryLocation
      const bytes = this.#unpack(header, this.#stored(this.#dictionaryLocation))
      this.#dictionary = readPlain(bytes, header.values, this.chunk.leaf)
    }
    return this.#dictionary
  }

  /** Uses the dictionary of another file with the same values, so that pages of both can be combined. */
  useDictionary(other: PlainValues | undefined): void {
    const { dictionary } = this
    if (dictionary === other) return
    const isEqual =
      dictionary !== undefined && other !== undefined && Buffer.compare(dictionary.bytes, other.bytes) === 0
    if (!isEqual) throw new ParquetFault(`the column ${this.#name} has a second dictionary`)
    this.#dictionary = other
  }

  /**
   * The pages that hold some rows, in order, each with the number of the first row that begins in it.
   *
   * @param from first row, counted from the beginning of the row group
   * @param to row after the last
   */
  *pages(from: number, to: number): Generator<{ readonly page: Page; readonly firstRow: number }> {
    for (let at = this.#pageIndexOf(from); at < this.#locations.length; at++) {
      const location = this.#locations[at]!
      const isAfter = location.rowsBefore! >= to
      // The last row of a list may continue in the next page.
      if (isAfter && this.chunk.leaf.maxRepetition === 0) return
      const page = this.#read(location)
      if (isAfter && !page.continues) return
      const firstRow = location.rowsBefore!
      this.#learn(at, firstRow + page.rows)
      yield { page, firstRow }
    }
  }

  #learn(at: number, rows: number): void {
    const next = this.#locations[at + 1]
    if (next !== undefined) next.rowsBefore ??= rows
    else if (rows !== this.chunk.rows) {
      throw new ParquetFault(`the column ${this.#name} has ${rows} rows instead of ${this.chunk.rows}`)
    }
  }

  /** The page in which a row begins, as far as known; for lists, the last page that is known to begin before it. */
  #pageIndexOf(row: number): number {
    let low = 0
    let high = this.#locations.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      const before = this.#locations[middle]!.rowsBefore
      if (before !== undefined && before <= row) low = middle
      else high = middle - 1
    }
    return low
  }

  #read(location: PageLocation): Page {
    const { header } = location
    const stored = this.#stored(location)
    const { leaf } = this.chunk
    if (header.levels === undefined) {
      return readPage(header, leaf, undefined, this.#unpack(header, stored), this.dictionary)
    }
    const levels = header.levels.repetition + header.levels.definition
    const packed = stored.subarray(levels)
    const size = header.uncompressedBytes - levels
    const body = header.levels.isCompressed ? this.#codecs.unpack(this.chunk.codec, packed, size) : packed
    return readPage(header, leaf, stored.subarray(0, levels), body, this.dictionary)
  }

  #stored({ header, start }: PageLocation): Uint8Array {
    const size = header.uncompressedBytes + header.compressedBytes
    if (size > this.#pageBytes) throw new PageTooLarge(this.#name, size)
    const bytes = this.#readAt(start, header.compressedBytes)
    if (header.crc !== undefined && crc32(bytes) !== header.crc >>> 0) {
      throw new ParquetFault(`the checksum of a page of the column ${this.#name} does not match`)
    }
    return bytes
  }

  #unpack(header: PageHeader, stored: Uint8Array): Uint8Array {
    return this.#codecs.unpack(this.chunk.codec, stored, header.uncompressedBytes)
  }

  #findPages(): void {
    const { start, end, values, leaf } = this.chunk
    let found = 0
    for (let at = start; found < values; ) {
      const { header, length } = this.#header(at)
      const location = {
        header,
        start: at + length,
        valuesBefore: found,
        rowsBefore: leaf.maxRepetition === 0 || found === 0 ? found : undefined,
      }
      at += length + header.compressedBytes
      if (at > end) throw new ParquetFault(`a page of the column ${this.#name} is outside the column`)
      if (header.kind === 'dictionary') this.#dictionaryLocation ??= location
      else if (header.kind === 'data' && header.values > 0) {
        found += header.values
        this.#locations.push(location)
      }
    }
    if (found > values)
      throw new ParquetFault(`the column ${this.#name} has ${found} values instead of ${values}`)
  }

  #header(at: number): { readonly header: PageHeader; readonly length: number } {
    const left = this.chunk.end - at
    for (let size = HEADER_BYTES; ; size *= 8) {
      const reader = new ThriftReader(this.#readAt(at, Math.min(size, left)))
      try {
        const header = pageHeader(reader.struct(), this.chunk)
        return { header, length: reader.offset }
      } catch (error) {
        if (!(error instanceof ThriftCut) || size >= left || size >= MAX_HEADER_BYTES) throw error
      }
    }
  }

  get #name(): string {
    return this.chunk.leaf.path.join('.')
  }
}
