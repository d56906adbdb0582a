/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { isIdName } from '../model/field-names.js'
import { readAt } from './node-inspect-lines.js'
import { parseRecord } from './parse-line.js'
import type { RejectedId, Source, SourceFile } from './source.js'

const HEAD_BYTES = 2 ** 18
/** A longer first record is not inspected. */
const MAX_HEAD_BYTES = 2 ** 24
/** Files of which several records are inspected; of the files after them, one record each. */
const FILES = 100
const RECORDS = 100
const LINE_FEED = 0x0a

/**
 * Detects the id field from the first records of all files: it is named like an id and has a distinct string or integer in each of them.
 * The reader checks whether this holds for all records.
 */
export function detectIdField(
  files: readonly SourceFile[],
  textFields: readonly string[],
): Pick<Source, 'idField' | 'isIdDetected' | 'rejectedId'> {
  let candidates: Map<string, Set<string>> | undefined
  let rejectedId: RejectedId | undefined
  for (const [number, file] of files.entries()) {
    for (const record of firstRecords(file, number < FILES ? RECORDS : 1)) {
      candidates ??= new Map(
        Object.keys(record)
          .filter((name) => !textFields.includes(name) && isIdName(name))
          .map((name) => [name, new Set()]),
      )
      for (const [name, seen] of candidates) {
        const id = Object.hasOwn(record, name) ? record[name] : undefined
        const json = JSON.stringify(id)
        if (canBeId(id) && !seen.has(json)) seen.add(json)
        else {
          candidates.delete(name)
          rejectedId ??= { field: name, reason: canBeId(id) ? 'repeated' : 'missing' }
        }
      }
      if (candidates.size === 0) return { idField: undefined, ...(rejectedId && { rejectedId }) }
    }
  }
  const idField = candidates?.keys().next().value
  return { idField, isIdDetected: idField !== undefined }
}

function canBeId(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : Number.isInteger(value)
}

/** The first bytes of a file: more if the first record is longer. */
function headOf(file: SourceFile): Buffer {
  for (let bytes = HEAD_BYTES; ; bytes *= 4) {
    const head = readAt(file, 0, Math.min(bytes, file.bytes))
    if (head.length === file.bytes || bytes >= MAX_HEAD_BYTES || head.includes(LINE_FEED)) return head
  }
}

/** The first records of a file that are in its head; bad ones are ignored. */
function* firstRecords(file: SourceFile, count: number): Generator<Readonly<Record<string, unknown>>> {
  const head = headOf(file)
  let records = 0
  for (let start = 0; start < head.length && records < count; ) {
    const newline = head.indexOf(LINE_FEED, start)
    if (newline < 0 && head.length < file.bytes) return
    const end = newline < 0 ? head.length : newline
    const line = head.subarray(start, end)
    start = end + 1
    if (line.length === 0) continue
    const { value } = isUtf8(line) ? parseRecord(line.toString()) : {}
    if (value === undefined) continue
    records++
    yield value
  }
}
