/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { BadRecord, UnreadableInput } from '../model/errors.js'
import { INVALID_UTF8 } from '../model/record-problems.js'
import { BadRecords, type OnError } from './bad-records.js'
import { isBlank } from './json-list.js'
import { readFault } from './node-fault.js'
import { parseRecord } from './parse-line.js'
import { reportLongRecord } from './record-limit.js'
import type { Source, SourceFile } from './source.js'
import { Window } from './window.js'

/** A record of a source and its location. */
export interface SourceRecord {
  /** The 0-based number among the good records of all files. */
  readonly position: number
  /** The number of the file in the source. */
  readonly file: number
  /** The 1-based line in that file. */
  readonly line: number
  /** The first byte of the line. */
  readonly start: number
  /** Bytes of the line, without its newline. */
  readonly length: number
  readonly value: Readonly<Record<string, unknown>>
}

export interface ReadRecordsOptions {
  /** What happens at a line that is not a JSON object in UTF-8. Default: `stop`. */
  readonly onError?: OnError
  /** Receives the bad records that are skipped. */
  readonly onBad?: (error: BadRecord) => void
}

const LINE_FEED = 0x0a
const CHUNK_BYTES = 1 << 20

/** The records of a source in order. Blank lines are not records, but count as lines. */
export async function* readRecords(
  source: Pick<Source, 'files'>,
  { onError = 'stop', onBad }: ReadRecordsOptions = {},
): AsyncGenerator<SourceRecord, void> {
  let position = 0
  for (const [file, sourceFile] of source.files.entries()) {
    for (const { line, start, bytes } of readLines(sourceFile)) {
      if (bytes.every(isBlank)) continue
      const { value, problem } = parseLine(bytes)
      if (value !== undefined) yield { position: position++, file, line, start, length: bytes.length, value }
      else {
        const error = new BadRecord(sourceFile.name, line, problem)
        new BadRecords(onError).add(error)
        onBad?.(error)
      }
    }
  }
}

function parseLine(bytes: Uint8Array): ReturnType<typeof parseRecord> {
  if (!isUtf8(bytes)) return { problem: INVALID_UTF8 }
  try {
    return parseRecord(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    return { problem: `too long to be parsed (${bytes.length} bytes)` }
  }
}

/** The lines of a file; the bytes are a view that is valid until the next line is requested. */
function* readLines(file: SourceFile): Generator<{ line: number; start: number; bytes: Uint8Array }> {
  const window = new Window()
  const chunk = new Uint8Array(CHUNK_BYTES)
  const descriptor = openFile(file)
  try {
    let line = 1
    let start = 0
    let at = 0
    for (let read = 0; read < file.bytes; ) {
      const count = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, file.bytes - read), read)
      if (count === 0) throw changed(file)
      read += count
      at -= reportLongRecord(
        file.name,
        () => line,
        () => window.append(chunk.subarray(0, count)),
      )
      const { bytes, end } = window
      for (;;) {
        const newline = bytes.indexOf(LINE_FEED, at)
        if (newline < 0 || newline >= end) break
        yield { line, start, bytes: bytes.subarray(window.start, newline) }
        line++
        start += newline + 1 - window.start
        at = newline + 1
        window.start = at
      }
      at = end
    }
    if (window.start < window.end)
      yield { line, start, bytes: window.bytes.subarray(window.start, window.end) }
  } finally {
    closeSync(descriptor)
  }
}

function openFile(file: SourceFile): number {
  try {
    return openSync(file.path, 'r')
  } catch (error) {
    throw readFault(file.name, error)
  }
}

function changed(file: SourceFile): UnreadableInput {
  return new UnreadableInput(
    file.name,
    'it became shorter while it was being read',
    'do not change it during a run, and run again',
  )
}
