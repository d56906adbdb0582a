import { type Leaf, TYPES } from './schema.js'
import { ParquetFault } from './thrift.js'

/** Values in the encoding PLAIN, stored consecutively; a string is preceded by its length. */
export interface PlainValues {
  readonly bytes: Uint8Array
  /** Where each begins, and where the last ends; undefined: all have the width of their column. */
  readonly starts: Uint32Array | undefined
  readonly count: number
}

/** Values in the encoding PLAIN, which must fill the bytes. */
export function readPlain(bytes: Uint8Array, count: number, { type, width }: Leaf): PlainValues {
  if (type === TYPES.BOOLEAN) {
    if (Math.ceil(count / 8) > bytes.length) throw new ParquetFault('a page ends early')
    const values = new Uint8Array(count)
    for (let i = 0; i < count; i++) values[i] = (bytes[i >> 3]! >> (i & 7)) & 1
    return { bytes: values, starts: undefined, count }
  }
  if (width > 0) {
    if (bytes.length !== count * width)
      throw new ParquetFault('the length of a page does not match its values')
    return { bytes, starts: undefined, count }
  }
  if (count * 4 > bytes.length) throw new ParquetFault('a page ends early')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = new Uint32Array(count + 1)
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 4 > bytes.length) throw new ParquetFault('a page ends early')
    at += 4 + view.getUint32(at, true)
    starts[i + 1] = at
  }
  if (at !== bytes.length) throw new ParquetFault('the length of a page does not match its values')
  return { bytes, starts, count }
}

/** The bytes of some values in a row. */
export function sliceOf({ bytes, starts }: PlainValues, from: number, to: number, width: number): Uint8Array {
  return starts === undefined
    ? bytes.subarray(from * width, to * width)
    : bytes.subarray(starts[from], starts[to])
}
