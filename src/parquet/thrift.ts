/** A field of a struct: its number, its type on the wire, and its value. */
export interface ThriftField {
  readonly id: number
  readonly type: number
  readonly value: ThriftValue
}

export interface ThriftList {
  /** The type of every item. */
  readonly type: number
  readonly items: readonly ThriftValue[]
}

export type ThriftStruct = readonly ThriftField[]

/** 64-bit integers are `bigint`; all other numbers are `number`. */
export type ThriftValue = boolean | number | bigint | Uint8Array | ThriftList | ThriftStruct

/** Types of the compact protocol. */
export const THRIFT = {
  TRUE: 1,
  FALSE: 2,
  BYTE: 3,
  I16: 4,
  I32: 5,
  I64: 6,
  DOUBLE: 7,
  BINARY: 8,
  LIST: 9,
  SET: 10,
  STRUCT: 12,
} as const

/** Bytes that are not valid Parquet. */
export class ParquetFault extends Error {}

/** The metadata continues beyond the available bytes: more of them may complete it. */
export class ThriftCut extends ParquetFault {
  constructor() {
    super('its metadata is truncated')
  }
}

/** The metadata of Parquet is nested eight levels deep. */
const MAX_DEPTH = 32

/**
 * Reads the compact protocol of Thrift, which Parquet uses for its metadata. Everything is kept with its type, so that it can be written
 * back unchanged, including unknown fields. No length is trusted: a list cannot have more items than there are bytes left.
 */
export class ThriftReader {
  offset: number
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.offset = offset
  }

  struct(depth = 0): ThriftStruct {
    if (depth > MAX_DEPTH) throw new ParquetFault('its metadata is nested too deeply')
    const fields: ThriftField[] = []
    for (let id = 0; ; ) {
      const head = this.#byte()
      const type = head & 0x0f
      if (type === 0) return fields
      id = head >> 4 === 0 ? Number(this.#zigzag()) : id + (head >> 4)
      fields.push({ id, type, value: this.#value(type, depth) })
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case THRIFT.TRUE:
        return true
      case THRIFT.FALSE:
        return false
      case THRIFT.BYTE:
        return (this.#byte() << 24) >> 24
      case THRIFT.I16:
      case THRIFT.I32:
        return Number(this.#zigzag())
      case THRIFT.I64:
        return this.#zigzag()
      case THRIFT.DOUBLE: {
        const at = this.#take(8)
        return this.#view.getFloat64(at, true)
      }
      case THRIFT.BINARY: {
        const length = this.#length()
        const at = this.#take(length)
        return this.#bytes.subarray(at, at + length)
      }
      case THRIFT.LIST:
      case THRIFT.SET:
        return this.#list(depth)
      case THRIFT.STRUCT:
        return this.struct(depth + 1)
      default:
        throw new ParquetFault(`its metadata holds a value of unknown type ${type}`)
    }
  }

  #list(depth: number): ThriftList {
    if (depth > MAX_DEPTH) throw new ParquetFault('its metadata is nested too deeply')
    const head = this.#byte()
    const type = head & 0x0f
    const size = head >> 4 === 15 ? this.#length() : head >> 4
    if (size > this.#bytes.length - this.offset) throw new ThriftCut()
    const isBoolean = type === THRIFT.TRUE || type === THRIFT.FALSE
    const items: ThriftValue[] = []
    for (let i = 0; i < size; i++) {
      items.push(isBoolean ? this.#byte() === 1 : this.#value(type, depth + 1))
    }
    return { type, items }
  }

  #byte(): number {
    return this.#bytes[this.#take(1)]!
  }

  #take(count: number): number {
    const at = this.offset
    if (count > this.#bytes.length - at) throw new ThriftCut()
    this.offset = at + count
    return at
  }

  #length(): number {
    const length = this.#varint()
    if (length > BigInt(0x7fffffff)) throw new ParquetFault('its metadata claims an impossible length')
    return Number(length)
  }

  #zigzag(): bigint {
    const value = this.#varint()
    return (value >> 1n) ^ -(value & 1n)
  }

  #varint(): bigint {
    // Nearly all are small, so ordinary numbers are used while they are exact.
    let low = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      low |= (byte & 0x7f) << shift
      if (byte < 0x80) return BigInt(low)
    }
    let value = BigInt(low)
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new ParquetFault('its metadata contains a number that is not terminated')
  }
}

/** Writes a struct in the compact protocol. */
export function writeThrift(struct: ThriftStruct): Uint8Array {
  const out: number[] = []
  const parts: Uint8Array[] = []
  const varint = (number: bigint) => {
    let rest = BigInt.asUintN(64, number)
    for (; rest > 0x7fn; rest >>= 7n) out.push(Number(rest & 0x7fn) | 0x80)
    out.push(Number(rest))
  }
  const zigzag = (number: bigint) => varint((number << 1n) ^ (number >> 63n))
  const write = (type: number, value: ThriftValue): void => {
    if (type === THRIFT.TRUE || type === THRIFT.FALSE) return
    if (type === THRIFT.BYTE) out.push((value as number) & 0xff)
    else if (type === THRIFT.I16 || type === THRIFT.I32) zigzag(BigInt(value as number))
    else if (type === THRIFT.I64) zigzag(value as bigint)
    else if (type === THRIFT.DOUBLE) out.push(...new Uint8Array(Float64Array.of(value as number).buffer))
    else if (type === THRIFT.BINARY) {
      const bytes = value as Uint8Array
      varint(BigInt(bytes.length))
      parts.push(Uint8Array.from(out.splice(0)), bytes)
    } else if (type === THRIFT.STRUCT) writeFields(value as ThriftStruct)
    else writeList(value as ThriftList)
  }
  const writeList = ({ type, items }: ThriftList): void => {
    if (items.length < 15) out.push((items.length << 4) | type)
    else {
      out.push(0xf0 | type)
      varint(BigInt(items.length))
    }
    const isBoolean = type === THRIFT.TRUE || type === THRIFT.FALSE
    for (const item of items) {
      if (isBoolean) out.push(item === true ? 1 : 2)
      else write(type, item)
    }
  }
  const writeFields = (fields: ThriftStruct): void => {
    let last = 0
    for (const { id, type, value } of fields) {
      const step = id - last
      if (step > 0 && step < 16) out.push((step << 4) | type)
      else {
        out.push(type)
        zigzag(BigInt(id))
      }
      last = id
      write(type, value)
    }
    out.push(0)
  }
  writeFields(struct)
  parts.push(Uint8Array.from(out))
  return joined(parts)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
