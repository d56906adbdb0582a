import { readDelta } from './delta.js'
import { readRuns } from './levels.js'
import { ENCODINGS } from './page-header.js'
import { type PlainValues, readPlain } from './plain.js'
import { type Leaf, TYPES } from './schema.js'
import { ParquetFault } from './thrift.js'

/** Numbers of values in the dictionary of a column. */
interface DictionaryValues {
  readonly indexes: Uint32Array
  readonly count: number
}

export type Values = PlainValues | DictionaryValues

/** Decodes the values of a page, without nulls. */
export function readValues(
  bytes: Uint8Array,
  encoding: number,
  count: number,
  leaf: Leaf,
  dictionary: PlainValues | undefined,
): Values {
  switch (encoding) {
    case ENCODINGS.PLAIN:
      return readPlain(bytes, count, leaf)
    case ENCODINGS.PLAIN_DICTIONARY:
    case ENCODINGS.RLE_DICTIONARY: {
      if (dictionary === undefined) throw new ParquetFault('a page needs a dictionary, and there is none')
      const indexes = new Uint32Array(count)
      const bits = bytes[0] ?? 0
      if (count > 0 && dictionary.count === 0)
        throw new ParquetFault('a page needs values, and its dictionary is empty')
      // If the dictionary has only one value, the indexes need no bits.
      if (bits > 0) readRuns(bytes.subarray(1), bits, indexes, dictionary.count - 1)
      return { indexes, count }
    }
    case ENCODINGS.RLE: {
      if (leaf.type !== TYPES.BOOLEAN) break
      const size = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
      if (size > bytes.length - 4) throw new ParquetFault('a page ends early')
      const values = new Uint8Array(count)
      readRuns(bytes.subarray(4, 4 + size), 1, values, 1)
      return { bytes: values, starts: undefined, count }
    }
    case ENCODINGS.DELTA_BINARY_PACKED:
    case ENCODINGS.DELTA_LENGTH_BYTE_ARRAY:
    case ENCODINGS.DELTA_BYTE_ARRAY:
      return readDelta(bytes, encoding, count, leaf)
    case ENCODINGS.BYTE_STREAM_SPLIT: {
      const { width } = leaf
      if (width === 0 || bytes.length !== count * width)
        throw new ParquetFault('the length of a page does not match its values')
      const values = new Uint8Array(bytes.length)
      for (let byte = 0; byte < width; byte++) {
        for (let i = 0; i < count; i++) values[i * width + byte] = bytes[byte * count + i]!
      }
      return { bytes: values, starts: undefined, count }
    }
  }
  throw new ParquetFault(`a page has the unknown encoding ${encoding}`)
}
