import { ENCODINGS } from './page-header.js'
import { type PlainValues, readPlain } from './plain.js'
import { type Leaf, TYPES } from './schema.js'
import { ParquetFault } from './thrift.js'

/** Decodes numbers stored as differences, and strings stored by their lengths or by the prefix that they share with the previous one. */
export function readDelta(bytes: Uint8Array, encoding: number, count: number, leaf: Leaf): PlainValues {
  if (count === 0) return readPlain(new Uint8Array(0), 0, leaf)
  const reader = new DeltaReader(bytes)
  if (encoding === ENCODINGS.DELTA_BINARY_PACKED) {
    if (leaf.type !== TYPES.INT32 && leaf.type !== TYPES.INT64)
      throw new ParquetFault('deltas are not of numbers')
    const numbers = reader.numbers(count)
    const values =
      leaf.type === TYPES.INT64
        ? BigInt64Array.from(numbers)
        : Int32Array.from(numbers, (n) => Number(BigInt.asIntN(32, n)))
    return { bytes: new Uint8Array(values.buffer), starts: undefined, count }
  }
  const shared = encoding === ENCODINGS.DELTA_BYTE_ARRAY ? lengths(reader, count) : undefined
  return strings(reader, lengths(reader, count), shared, leaf.width)
}

function lengths(reader: DeltaReader, count: number): Float64Array {
  return Float64Array.from(reader.numbers(count), (length) => {
    if (length < 0n || length > 0x7fffffffn) throw new ParquetFault('a string has an impossible length')
    return Number(length)
  })
}

/** @param width of every value; 0: each is preceded by its length */
function strings(
  { bytes, offset }: DeltaReader,
  own: Float64Array,
  shared: Float64Array | undefined,
  width: number,
): PlainValues {
  const count = own.length
  let last = 0
  let total = 0
  let stored = offset
  for (let i = 0; i < count; i++) {
    const prefix = shared?.[i] ?? 0
    if (prefix > last) throw new ParquetFault('a string shares a longer prefix than the previous string has')
    last = prefix + own[i]!
    stored += own[i]!
    total += last + (width === 0 ? 4 : 0)
    if (stored > bytes.length) throw new ParquetFault('a page ends early')
    if (width > 0 && last !== width) throw new ParquetFault('a value has the wrong length for its column')
  }
  if (total > 0x7fffffff) throw new ParquetFault('a page is too large')
  const out = new Uint8Array(total)
  const view = new DataView(out.buffer)
  const starts = new Uint32Array(count + 1)
  let at = 0
  let from = offset
  let before = 0
  for (let i = 0; i < count; i++) {
    const prefix = shared?.[i] ?? 0
    if (width === 0) {
      view.setUint32(at, prefix + own[i]!, true)
      at += 4
    }
    if (prefix > 0) out.copyWithin(at, before, before + prefix)
    before = at
    at += prefix
    out.set(bytes.subarray(from, from + own[i]!), at)
    at += own[i]!
    from += own[i]!
    starts[i + 1] = at
  }
  return { bytes: out, starts: width === 0 ? starts : undefined, count }
}

/** Blocks of differences: the minimum of a block, followed by bit-packed miniblocks of offsets from it. */
class DeltaReader {
  readonly bytes: Uint8Array
  offset = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  numbers(count: number): bigint[] {
    const blockSize = Number(this.#varint())
    const parts = Number(this.#varint())
    const total = Number(this.#varint())
    let value = this.#zigzag()
    if (total !== count) throw new ParquetFault(`a page holds ${total} numbers instead of ${count}`)
    const size = blockSize / parts
    if (blockSize === 0 || blockSize > 1 << 20 || parts > blockSize || size % 32 !== 0) {
      throw new ParquetFault('the size of its delta blocks is not valid')
    }
    const out: bigint[] = []
    if (count > 0) out.push(value)
    while (out.length < count) {
      const minDelta = this.#zigzag()
      const widths = this.#take(parts)
      for (let part = 0; part < parts && out.length < count; part++) {
        const bits = widths[part]!
        if (bits > 64) throw new ParquetFault(`deltas have ${bits} bits`)
        const packed = this.#take((size * bits) / 8)
        for (let i = 0; i < size && out.length < count; i++) {
          value = BigInt.asIntN(64, value + minDelta + bitsAt(packed, i * bits, bits))
          out.push(value)
        }
      }
    }
    return out
  }

  #take(length: number): Uint8Array {
    const at = this.offset
    if (length > this.bytes.length - at) throw new ParquetFault('a page ends early')
    this.offset += length
    return this.bytes.subarray(at, at + length)
  }

  #varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#take(1)[0]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new ParquetFault('a number is not terminated')
  }

  #zigzag(): bigint {
    const value = this.#varint()
    return (value >> 1n) ^ -(value & 1n)
  }
}

function bitsAt(bytes: Uint8Array, from: number, bits: number): bigint {
  if (bits === 0) return 0n
  const skip = from & 7
  let at = from >> 3
  if (bits + skip <= 48) {
    let held = 0
    for (let have = 0; have < bits + skip; have += 8) held += bytes[at++]! * 2 ** have
    return BigInt(Math.floor(held / 2 ** skip) % 2 ** bits)
  }
  let held = 0n
  for (let have = 0n; have < BigInt(bits + skip); have += 8n) held |= BigInt(bytes[at++]!) << have
  return BigInt.asUintN(bits, held >> BigInt(skip))
}
