/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord } from '../model/errors.js'
import { escapeJson } from './json-string.js'
import { type Chunks, collectBytes } from './node-bytes.js'
import { lastCharacterEnd } from './node-encoding.js'
import type { Input } from './node-inputs.js'
import type { Spool } from './node-spool.js'
import { MAX_RECORD_BYTES, recordTooLong } from './record-limit.js'

const LINE_FEED = 0x0a

/** The names of the fields that a document from a file of its own gets. */
export interface DocumentFields {
  readonly id: string
  readonly text: string
}

/**
 * Adds a file that is one document to the spool, as `{"path": …, "text": …}`. Returns what is wrong with it, if
 * anything is; the spool is then as before.
 *
 * @param pageText what becomes of HTML; all of its text by default
 */
export async function readDocument(
  input: Input,
  chunks: Chunks,
  spool: Spool,
  fields: DocumentFields,
  limit: number = MAX_RECORD_BYTES,
  pageText?: (html: string) => string,
): Promise<BadRecord | undefined> {
  const start = spool.bytes
  spool.writeText(
    `{${JSON.stringify(fields.id)}:${JSON.stringify(input.name)},${JSON.stringify(fields.text)}:"`,
  )
  const bad =
    input.format === 'html'
      ? await writePage(input, chunks, spool, limit, pageText)
      : await writeText(input, chunks, spool, limit)
  if (bad === undefined) spool.writeText('"}\n')
  else spool.cutTo(start)
  return bad
}

/** Plain text, in pieces that end between characters, whatever the size of the file. */
async function writeText(
  input: Input,
  chunks: Chunks,
  spool: Spool,
  limit: number,
): Promise<BadRecord | undefined> {
  let read = 0
  let carried: Uint8Array = new Uint8Array(0)
  let line = 1
  for await (const chunk of chunks) {
    read += chunk.length
    if (read > limit) return recordTooLong(input.name, 1, limit)
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk])
    const end = lastCharacterEnd(bytes)
    const whole = bytes.subarray(0, end)
    carried = bytes.slice(end)
    if (!isUtf8(whole)) return notUtf8(input, line, whole)
    escapeJson(whole, spool.write)
    line += countLines(whole)
  }
  return carried.length === 0 ? undefined : notUtf8(input, line, carried)
}

async function writePage(
  input: Input,
  chunks: Chunks,
  spool: Spool,
  limit: number,
  pageText?: (html: string) => string,
): Promise<BadRecord | undefined> {
  const page = await collectBytes(chunks, limit)
  if (page === undefined) return recordTooLong(input.name, 1, limit)
  if (!isUtf8(page)) return notUtf8(input, 1, page)
  const textOf = pageText ?? (await import('./html.js')).htmlToText
  escapeJson(Buffer.from(textOf(page.toString())), spool.write)
  return undefined
}

/** Names the line on which the first bytes stand that are not UTF-8. */
function notUtf8(input: Input, line: number, bytes: Uint8Array): BadRecord {
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(LINE_FEED, start)
    const end = newline < 0 ? bytes.length : newline + 1
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end
  }
  return new BadRecord(input.name, line, 'not valid UTF-8')
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}
