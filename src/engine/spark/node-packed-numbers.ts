/// <reference types="node" />
import type { SentColumns } from './messages.js'

/** The bytes of numbers that Spark sent. */
export function bytesOf(packed: string): ArrayBuffer {
  const bytes = Buffer.from(packed, 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}

export function words(packed: string): Uint32Array {
  return new Uint32Array(bytesOf(packed))
}

export function floats(packed: string): Float64Array {
  return new Float64Array(bytesOf(packed))
}

/** Values that Spark sent as a list of JSON. */
export function values<Value>(packed: string): Value[] {
  return JSON.parse(Buffer.from(packed, 'base64').toString()) as Value[]
}

/** Numbers per line: a line of 2^29 characters would be too long for a string. */
const LINE = 1_000_000

/** Columns of numbers as messages of limited length, at least one per column. */
export function* columnLines(columns: SentColumns, rows = LINE): Generator<string, void> {
  for (const [column, numbers] of Object.entries(columns)) {
    const kind = numbers instanceof Float64Array ? '<f8' : '<u4'
    for (let start = 0; start === 0 || start < numbers.length; start += rows)
      yield `${JSON.stringify({ column, kind, data: packed(numbers.subarray(start, start + rows)) })}\n`
  }
}

function packed({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
