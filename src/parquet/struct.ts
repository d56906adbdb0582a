import {
  ParquetFault,
  THRIFT,
  type ThriftField,
  type ThriftList,
  type ThriftStruct,
  type ThriftValue,
} from './thrift.js'

/** Returns a field of a struct by its number. */
export function fieldOf(struct: ThriftStruct, id: number): ThriftValue | undefined {
  return struct.find((field) => field.id === id)?.value
}

/** An integer that a number can represent exactly; undefined if the field is missing. */
export function integerOf(struct: ThriftStruct, id: number, what: string): number | undefined {
  const value = fieldOf(struct, id)
  if (value === undefined) return undefined
  const number = typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw bad(what)
  return number
}

/** A required integer that is not negative. */
export function countOf(struct: ThriftStruct, id: number, what: string): number {
  const count = integerOf(struct, id, what)
  if (count === undefined || count < 0) throw bad(what)
  return count
}

export function structOf(struct: ThriftStruct, id: number, what: string): ThriftStruct {
  return asStruct(fieldOf(struct, id), what)
}

export function structsOf(struct: ThriftStruct, id: number, what: string): readonly ThriftStruct[] {
  const list = fieldOf(struct, id)
  if (!isList(list)) throw bad(what)
  return list.items.map((item) => asStruct(item, what))
}

export function textsOf(struct: ThriftStruct, id: number, what: string): string[] {
  const list = fieldOf(struct, id)
  if (!isList(list)) throw bad(what)
  return list.items.map((item) => textOf(item, what))
}

export function textOf(value: ThriftValue | undefined, what: string): string {
  if (!(value instanceof Uint8Array)) throw bad(what)
  return new TextDecoder().decode(value)
}

/** A copy of a struct in which some fields replace those with the same number, in order. */
export function withFields(struct: ThriftStruct, fields: readonly ThriftField[]): ThriftStruct {
  const ids = new Set(fields.map(({ id }) => id))
  return [...struct.filter(({ id }) => !ids.has(id)), ...fields].sort((one, other) => one.id - other.id)
}

export const i32 = (id: number, value: number): ThriftField => ({ id, type: THRIFT.I32, value })
export const i64 = (id: number, value: number): ThriftField => ({
  id,
  type: THRIFT.I64,
  value: BigInt(value),
})
export const binary = (id: number, text: string): ThriftField => ({
  id,
  type: THRIFT.BINARY,
  value: encoded(text),
})
export const struct = (id: number, value: ThriftStruct): ThriftField => ({ id, type: THRIFT.STRUCT, value })
export const list = (id: number, type: number, items: readonly ThriftValue[]): ThriftField => ({
  id,
  type: THRIFT.LIST,
  value: { type, items },
})

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function isList(value: ThriftValue | undefined): value is ThriftList {
  return typeof value === 'object' && 'items' in value
}

function asStruct(value: ThriftValue | undefined, what: string): ThriftStruct {
  if (!Array.isArray(value)) throw bad(what)
  return value as ThriftStruct
}

function bad(what: string): ParquetFault {
  return new ParquetFault(`${what} is missing or not valid`)
}
