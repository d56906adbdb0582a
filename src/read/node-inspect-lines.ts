/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import { INVALID_UTF8 } from '../model/record-problems.js'
import type { OnError } from './bad-records.js'
import { type Field, fieldsOf, findField } from './field.js'
import { FieldScanner } from './field-scanner.js'
import { missingId } from './id-field.js'
import { isBlank } from './json-list.js'
import { readFault } from './node-fault.js'
import { parseRecord } from './parse-line.js'
import { recordTooLong } from './record-limit.js'
import type { SourceFile } from './source.js'
import { FIRST_RECORDS, type WantedFields } from './text-field.js'

const HEAD_BYTES = 1 << 22
/** Most often, the first record shows enough. */
const SHORT_HEAD_BYTES = 1 << 16
const LINE_FEED = 0x0a

/**
 * Inspects the first records of a JSON Lines file: determines the text field if it is not known, and rejects a file whose records do not
 * have it. Bad lines that may be skipped are ignored here; the engine counts them. Returns false for a file of blank lines.
 */
export function inspectLines(
  file: SourceFile,
  { text, id }: WantedFields,
  onError: OnError,
  limit: number,
): boolean {
  let first: readonly Field[] | undefined
  let hasText = false
  let hasId = id === undefined
  let lines = 0
  for (const fields of firstRecords(file, onError, limit)) {
    lines++
    if (fields === undefined) continue
    hasText = text.isIn(fields) || hasText
    hasId ||= findField(fields, id!) !== undefined
    if (hasText && hasId && !text.isIncomplete) return true
    first ??= fields
    if (!hasText && onError === 'stop') break
  }
  // A single record without it is bad; if all lack it, its name is wrong.
  if (hasText && !hasId) throw missingId(file.name, id!, first!)
  if (hasText) return true
  if (first !== undefined) throw text.missing(file.name, first)
  if (lines === 0) return false
  if (text.isKnown) return true
  throw new UnreadableInput(
    file.name,
    'none of its first lines is a JSON object',
    'check that it is JSON Lines, or name its format (`format: FORMAT`)',
  )
}

/** The fields of the first records; a bad line throws, or is represented by undefined. */
function* firstRecords(
  file: SourceFile,
  onError: OnError,
  limit: number,
): Generator<readonly Field[] | undefined> {
  let from = 0
  let head = headAt(file, from, SHORT_HEAD_BYTES)
  let line = 0
  let records = 0
  let good = 0
  for (let start = 0; records < FIRST_RECORDS; ) {
    if (head.length === SHORT_HEAD_BYTES && head.indexOf(LINE_FEED, start) < 0) head = headAt(file, from)
    if (start >= head.length) {
      // Blank lines may fill a head.
      from += start
      if (records > 0 || from >= file.bytes) return
      head = headAt(file, from)
      start = 0
    }
    line++
    const newline = head.indexOf(LINE_FEED, start)
    if (newline < 0 && from + head.length < file.bytes) {
      if (good > 0) return
      const { fields, end } = scanFields(file, from + start, line, limit, onError)
      yield fields
      if (fields !== undefined) return
      records++
      from = end + 1
      head = headAt(file, from)
      start = 0
      if (head.length === 0) return
      continue
    }
    const end = newline < 0 ? head.length : newline
    const bytes = head.subarray(start, end)
    start = end + 1
    if (bytes.every(isBlank)) continue
    records++
    if (bytes.length > limit && onError === 'skip') {
      yield undefined
      continue
    }
    const { value, problem } = isUtf8(bytes)
      ? parseRecord(bytes.toString())
      : { value: undefined, problem: INVALID_UTF8 }
    if (value !== undefined) {
      good++
      yield fieldsOf(value)
    } else if (onError === 'stop') throw new BadRecord(file.name, line, problem)
    else yield undefined
  }
}

function headAt(file: SourceFile, from: number, maxBytes = HEAD_BYTES): Buffer {
  return readAt(file, from, Math.max(0, Math.min(maxBytes, file.bytes - from)))
}

/** The fields of a record that is longer than the head. If it is too long, throws, or returns undefined and its end. */
function scanFields(
  file: SourceFile,
  start: number,
  line: number,
  limit: number,
  onError: OnError,
): { readonly fields: readonly Field[] | undefined; readonly end: number } {
  const scanner = new FieldScanner()
  let isDone = false
  for (let at = start; at < file.bytes; at += HEAD_BYTES) {
    const bytes = headAt(file, at)
    const newline = bytes.indexOf(LINE_FEED)
    const end = at + (newline < 0 ? bytes.length : newline)
    const isLong = end - start > limit
    if (isLong && onError === 'stop') throw recordTooLong(file.name, line, limit)
    if (isLong) return { fields: undefined, end: newline < 0 ? endOfLine(file, end) : end }
    // To skip a record that is too long, its end must be found even if its fields are known.
    isDone ||= scanner.push(newline < 0 ? bytes : bytes.subarray(0, newline))
    if (newline >= 0 || (isDone && onError === 'stop')) break
  }
  return { fields: scanner.fields, end: file.bytes }
}

function endOfLine(file: SourceFile, from: number): number {
  for (let at = from; at < file.bytes; at += HEAD_BYTES) {
    const newline = headAt(file, at).indexOf(LINE_FEED)
    if (newline >= 0) return at + newline
  }
  return file.bytes
}

/** Reads bytes of a file from an offset on. */
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
