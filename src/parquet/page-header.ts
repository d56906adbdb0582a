import type { ColumnChunk } from './footer.js'
import { countOf, fieldOf, integerOf, structOf } from './struct.js'
import { ParquetFault, type ThriftStruct } from './thrift.js'

/** Encodings by their numbers. */
export const ENCODINGS = {
  PLAIN: 0,
  PLAIN_DICTIONARY: 2,
  RLE: 3,
  DELTA_BINARY_PACKED: 5,
  DELTA_LENGTH_BYTE_ARRAY: 6,
  DELTA_BYTE_ARRAY: 7,
  RLE_DICTIONARY: 8,
  BYTE_STREAM_SPLIT: 9,
} as const

export const PAGES = { DATA: 0, INDEX: 1, DICTIONARY: 2, DATA_V2: 3 } as const

/** Codecs by their numbers. */
export const CODECS = {
  UNCOMPRESSED: 0,
  SNAPPY: 1,
  GZIP: 2,
  LZO: 3,
  BROTLI: 4,
  LZ4: 5,
  ZSTD: 6,
  LZ4_RAW: 7,
} as const

/** The header of a page. */
export interface PageHeader {
  readonly kind: 'data' | 'dictionary' | 'other'
  readonly compressedBytes: number
  readonly uncompressedBytes: number
  /** CRC-32 of the page as stored, if present. */
  readonly crc: number | undefined
  /** The number of values, including nulls. */
  readonly values: number
  readonly encoding: number
  /** In data pages of version 2, levels are stored uncompressed before the values, and their lengths are in the header. */
  readonly levels:
    | { readonly repetition: number; readonly definition: number; readonly isCompressed: boolean }
    | undefined
}

/**
 * Validates a header against its chunk and against what its codec can do: a few bytes must not claim a gigabyte. A run of one byte can
 * represent any number of nulls, so the number of values is limited by the chunk, which is limited by the number of rows in the footer.
 */
export function pageHeader(struct: ThriftStruct, { values: maxValues, codec }: ColumnChunk): PageHeader {
  const type = countOf(struct, 1, 'the kind of a page')
  const uncompressedBytes = countOf(struct, 2, 'the size of a page')
  const compressedBytes = countOf(struct, 3, 'the size of a page')
  if (uncompressedBytes > maxUnpacked(codec, compressedBytes)) {
    throw new ParquetFault(`a page of ${compressedBytes} bytes claims to hold ${uncompressedBytes}`)
  }
  const crc = integerOf(struct, 4, 'the checksum of a page')
  const common = { compressedBytes, uncompressedBytes, crc, levels: undefined }
  if (type === PAGES.INDEX || type > PAGES.DATA_V2)
    return { ...common, kind: 'other', values: 0, encoding: 0 }
  const isNew = type === PAGES.DATA_V2
  const inner = structOf(struct, isNew ? 8 : type === PAGES.DICTIONARY ? 7 : 5, 'the header of a page')
  const values = countOf(inner, 1, 'the number of values of a page')
  const encoding = countOf(inner, isNew ? 4 : 2, 'the encoding of a page')
  if (type === PAGES.DICTIONARY) {
    // The shortest value is empty, with four bytes for its length, or has one byte of fixed length.
    if (values > uncompressedBytes)
      throw new ParquetFault('a dictionary claims more values than it has bytes')
    return { ...common, kind: 'dictionary', values, encoding }
  }
  if (values > maxValues)
    throw new ParquetFault(`a page has ${values} values, but its column has ${maxValues}`)
  if (!isNew) {
    for (const id of [3, 4]) {
      if (countOf(inner, id, 'the encoding of levels') !== ENCODINGS.RLE) {
        throw new ParquetFault('its levels use an obsolete encoding')
      }
    }
    return { ...common, kind: 'data', values, encoding }
  }
  const definition = countOf(inner, 5, 'the length of the definition levels')
  const repetition = countOf(inner, 6, 'the length of the repetition levels')
  if (definition + repetition > Math.min(compressedBytes, uncompressedBytes)) {
    throw new ParquetFault('the levels of a page are longer than the page')
  }
  const isCompressed = fieldOf(inner, 7) !== false
  return { ...common, kind: 'data', values, encoding, levels: { repetition, definition, isCompressed } }
}

/** The maximum uncompressed size of this many bytes, with a margin. */
function maxUnpacked(codec: number, bytes: number): number {
  if (codec === CODECS.UNCOMPRESSED) return bytes
  if (codec === CODECS.SNAPPY) return 64 * bytes + 64
  if (codec === CODECS.LZ4 || codec === CODECS.LZ4_RAW) return 260 * bytes + 64
  if (codec === CODECS.GZIP) return 1100 * bytes + 64
  // zstd and brotli encode a run of any length in a few bytes; only the limit of a page applies.
  return Number.POSITIVE_INFINITY
}
