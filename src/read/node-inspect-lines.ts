/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import type { OnError } from './bad-records.js'
import { FieldScanner } from './field-scanner.js'
import { isBlank } from './json-list.js'
import { readFault } from './node-fault.js'
import { parseRecord } from './parse-line.js'
import { recordTooLong } from './record-limit.js'
import type { SourceFile } from './source.js'
import { FIRST_RECORDS, type Field, fieldsOf, type TextField } from './text-field.js'

const HEAD_BYTES = 1 << 22
const LINE_FEED = 0x0a

/**
 * Looks at the first records of a file of JSON Lines: settles the text field if it is not known, and refuses a file
 * whose records do not have it. Bad lines that may be skipped are passed over here; the engine counts them. Returns false for
 * a file of blank lines.
 */
export function inspectLines(file: SourceFile, text: TextField, onError: OnError, limit: number): boolean {
  let first: readonly Field[] | undefined
  let hasText = false
  let lines = 0
  for (const fields of firstRecords(file, onError, limit)) {
    lines++
    if (fields === undefined) continue
    hasText = text.isIn(fields) || hasText
    if (hasText && !text.isIncomplete) return true
    first ??= fields
    if (!hasText && onError === 'stop') break
  }
  if (hasText) return true
  if (first !== undefined) throw text.missing(file.name, first)
  if (lines === 0) return false
  if (text.isKnown) return true
  throw new UnreadableInput(
    file.name,
    'none of its first lines is a JSON object',
    'check that it is JSON Lines, or name its format',
  )
}

/** The fields of the first records; a bad line is thrown, or undefined stands for it. */
function* firstRecords(
  file: SourceFile,
  onError: OnError,
  limit: number,
): Generator<readonly Field[] | undefined> {
  const head = readAt(file, 0, Math.min(HEAD_BYTES, file.bytes))
  const isWhole = head.length >= file.bytes
  let line = 0
  let records = 0
  for (let start = 0; start < head.length && records < FIRST_RECORDS; ) {
    line++
    const newline = head.indexOf(LINE_FEED, start)
    if (newline < 0 && !isWhole) {
      if (records === 0) yield scanFields(file, start, line, limit)
      return
    }
    const end = newline < 0 ? head.length : newline
    const bytes = head.subarray(start, end)
    start = end + 1
    if (bytes.every(isBlank)) continue
    records++
    const { value, problem } = isUtf8(bytes)
      ? parseRecord(bytes.toString())
      : { value: undefined, problem: 'not valid UTF-8' }
    if (value !== undefined) yield fieldsOf(value)
    else if (onError === 'stop') throw new BadRecord(file.name, line, problem)
    else yield undefined
  }
}

/** The fields of a record that is longer than the head. */
function scanFields(file: SourceFile, start: number, line: number, limit: number): readonly Field[] {
  const scanner = new FieldScanner()
  for (let at = start; at < file.bytes; at += HEAD_BYTES) {
    const bytes = readAt(file, at, Math.min(HEAD_BYTES, file.bytes - at))
    const newline = bytes.indexOf(LINE_FEED)
    if (at + (newline < 0 ? bytes.length : newline) - start > limit) {
      throw recordTooLong(file.name, line, limit)
    }
    if (scanner.push(newline < 0 ? bytes : bytes.subarray(0, newline)) || newline >= 0) break
  }
  return scanner.fields
}

/** Bytes of a file from a place on. */
export function readAt(file: SourceFile, start: number, length: number): Buffer {
  try {
    const descriptor = openSync(file.path, 'r')
    try {
      const bytes = Buffer.allocUnsafe(length)
      let done = 0
      while (done < length) {
        const count = readSync(descriptor, bytes, done, length - done, start + done)
        if (count === 0) break
        done += count
      }
      return bytes.subarray(0, done)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw readFault(file.name, error)
  }
}
