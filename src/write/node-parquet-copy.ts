/// <reference types="node" />
import { type Codecs, openCodecs } from '../parquet/node-codecs.js'
import { dictionaryPage, PageBuilder } from '../parquet/page-builder.js'
import { ENCODINGS } from '../parquet/page-header.js'
import type { PlainValues } from '../parquet/plain.js'
import type { Leaf } from '../parquet/schema.js'
import type { PagePart } from '../parquet/select-rows.js'
import { binary, i32, i64, list, struct, withFields } from '../parquet/struct.js'
import { THRIFT, type ThriftStruct, writeThrift } from '../parquet/thrift.js'
import type { Sink } from './node-sink.js'

/** A column of a row group to write: physical values that were read from pages. */
export interface ColumnParts {
  readonly leaf: Leaf
  /** How the pages were compressed. */
  readonly codec: number
  readonly dictionary: PlainValues | undefined
  readonly parts: Iterable<PagePart>
}

const PAGE_BYTES = 1 << 20
const PAGE_VALUES = 20_000

const MAGIC = new Uint8Array(Uint32Array.of(0x31524150).buffer)

/**
 * Writes Parquet from pages that were read. Levels and values are copied unchanged, and the footer is that of the original file, except for
 * its row groups. So types, nesting, column order and metadata stay the same. Statistics and indexes are left out, because they describe
 * other rows. One page is in memory at a time.
 */
export class ParquetCopy {
  readonly #sink: Sink
  readonly #footer: ThriftStruct
  readonly #codecs: Codecs
  readonly #groups: ThriftStruct[] = []
  #offset = 0
  #rows = 0

  private constructor(sink: Sink, footer: ThriftStruct, codecs: Codecs) {
    this.#sink = sink
    this.#footer = footer
    this.#codecs = codecs
  }

  /** @param footer of the file whose schema and metadata are used */
  static async open(sink: Sink, footer: ThriftStruct): Promise<ParquetCopy> {
    const copy = new ParquetCopy(sink, footer, await openCodecs())
    await copy.#write(MAGIC)
    return copy
  }

  /** @param columns in the order of the schema's leaves */
  async writeGroup(rows: number, columns: Iterable<ColumnParts>): Promise<void> {
    const chunks: ThriftStruct[] = []
    let bytes = 0
    for (const column of columns) {
      const { metadata, uncompressed } = await this.#writeColumn(column)
      chunks.push([i64(2, 0), struct(3, metadata)])
      bytes += uncompressed
    }
    this.#groups.push([list(1, THRIFT.STRUCT, chunks), i64(2, bytes), i64(3, rows)])
    this.#rows += rows
  }

  async close(): Promise<void> {
    const footer = writeThrift(
      withFields(this.#footer, [
        i64(3, this.#rows),
        list(4, THRIFT.STRUCT, this.#groups),
        binary(6, 'likewise'),
      ]),
    )
    await this.#write(footer)
    await this.#write(new Uint8Array(Uint32Array.of(footer.length).buffer))
    await this.#write(MAGIC)
    await this.#sink.close()
  }

  abort(): Promise<void> {
    return this.#sink.abort()
  }

  async #writeColumn({ leaf, codec: read, dictionary, parts }: ColumnParts) {
    const { codec, pack } = this.#codecs.packing(read)
    const start = this.#offset
    const builder = new PageBuilder(leaf)
    let values = 0
    let uncompressed = 0
    const put = async (page: { readonly bytes: Uint8Array; readonly uncompressed: number }) => {
      uncompressed += page.uncompressed
      await this.#write(page.bytes)
    }
    const flush = async () => {
      if (builder.count === 0) return
      values += builder.count
      await put(builder.finish(pack))
    }
    if (dictionary !== undefined) await put(dictionaryPage(dictionary, pack))
    const data = this.#offset
    for (const { page, from, to } of parts) {
      if (!builder.fits(page) || builder.size >= PAGE_BYTES || builder.count >= PAGE_VALUES) await flush()
      builder.add(page, from, to)
    }
    await flush()
    const encodings = [ENCODINGS.PLAIN, ENCODINGS.RLE, ...(dictionary ? [ENCODINGS.RLE_DICTIONARY] : [])]
    const metadata = [
      i32(1, leaf.type),
      list(2, THRIFT.I32, encodings),
      list(
        3,
        THRIFT.BINARY,
        leaf.path.map((name) => new TextEncoder().encode(name)),
      ),
      i32(4, codec),
      i64(5, values),
      i64(6, uncompressed),
      i64(7, this.#offset - start),
      i64(9, data),
      ...(dictionary === undefined ? [] : [i64(11, start)]),
    ]
    return { metadata, uncompressed }
  }

  #write(bytes: Uint8Array): void | Promise<void> {
    this.#offset += bytes.length
    return this.#sink.write(bytes)
  }
}
