import { InvalidValue } from '../model/errors.js'
import { REPORT_VERSION, type ReportData, type ReportHeader } from './report-data.js'

// A report as bytes: the length of its header, the header as JSON, and the columns one after another. A column has four bytes per value,
// little-endian as on every platform that JavaScript runs on today.

interface StoredHeader extends ReportHeader {
  /** The number of values in each column, in the order in which they are stored. */
  readonly columns: { readonly fileOf: number; readonly survivorOf: number; readonly pairs: number }
}

export function packReport({ pairs, fileOf, survivorOf, ...header }: ReportData): Uint8Array {
  const stored: StoredHeader = {
    ...header,
    columns: { fileOf: fileOf.length, survivorOf: survivorOf?.length ?? 0, pairs: pairs.a.length },
  }
  const json = new TextEncoder().encode(JSON.stringify(stored))
  const columns = [fileOf, ...(survivorOf ? [survivorOf] : []), pairs.a, pairs.b, pairs.similarity]
  const start = align(4 + json.length)
  const bytes = new Uint8Array(columns.reduce((end, column) => end + column.byteLength, start))
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, 4)
  let at = start
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += column.byteLength
  }
  return bytes
}

/** Decodes a report from these bytes, which must begin at a multiple of four. */
export function unpackReport(bytes: Uint8Array): ReportData {
  const { buffer, byteOffset } = bytes
  const length = new DataView(buffer, byteOffset).getUint32(0, true)
  const json = new TextDecoder().decode(bytes.subarray(4, 4 + length))
  const { columns, ...header } = JSON.parse(json) as StoredHeader
  if (header.version !== REPORT_VERSION) {
    throw new InvalidValue('the version of the report', header.version, undefined, String(REPORT_VERSION))
  }
  let at = byteOffset + align(4 + length)
  const next = (count: number) => {
    const column = new Uint32Array(buffer, at, count)
    at += column.byteLength
    return column
  }
  const fileOf = next(columns.fileOf)
  const survivorOf = next(columns.survivorOf)
  const a = next(columns.pairs)
  const b = next(columns.pairs)
  const similarity = new Float32Array(buffer, at, columns.pairs)
  return {
    ...header,
    pairs: { a, b, similarity },
    fileOf,
    ...(survivorOf.length > 0 && { survivorOf }),
  }
}

function align(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}
