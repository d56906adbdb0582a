/// <reference types="node" />

import { REMOVAL_COLUMNS } from '../model/own-tables.js'
import { fieldReader } from '../read/json-field.js'
import type { CopiedText } from './manifest.js'
import { unquoteLine } from './quoted-line.js'
import { DOCUMENT_MARK } from './writers.js'

/** A removed record in its original form, and its position among all records. */
export interface RemovedRecord {
  readonly position: number
  readonly record: Uint8Array
}

/** Extracts the record from what dedup wrote for it; undefined if it is not there. */
export type ReadRemoved = (stored: Uint8Array) => RemovedRecord | undefined

const readPosition = fieldReader('position')

/** Reads it from a line of JSON. */
export const readRemovedLine: ReadRemoved = (line) => {
  const mark = Buffer.from(line.buffer, line.byteOffset, line.byteLength).indexOf(DOCUMENT_MARK)
  const position = mark < 0 ? undefined : readPosition(line.subarray(0, mark))
  if (typeof position !== 'number') return undefined
  return { position, record: line.subarray(mark + DOCUMENT_MARK.length, -1) }
}

const QUOTE = 0x22

/** Reads it from a row, after the fields with the reason. */
export function readRemovedRow({ format, delimiter, quoting }: CopiedText): ReadRemoved {
  const isLine = format === 'lines'
  const between = delimiter.charCodeAt(0)
  return (row) => {
    let start = 0
    for (const _ of REMOVAL_COLUMNS) {
      let isInside = false
      let at = start
      for (; at < row.length && (isInside || row[at] !== between); at++) {
        if (row[at] === QUOTE && (isLine || quoting !== 'none')) isInside = !isInside
      }
      if (at === row.length) return undefined
      start = at + 1
    }
    const position = Number.parseInt(Buffer.from(row.subarray(0, start)).toString('latin1'), 10)
    const record = row.subarray(start)
    return Number.isNaN(position) ? undefined : { position, record: isLine ? unquoteLine(record) : record }
  }
}
