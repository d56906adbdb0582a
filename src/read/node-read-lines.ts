/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord } from '../model/errors.js'
import { INVALID_UTF8 } from '../model/invalid-utf8.js'
import type { BadRecords } from './bad-records.js'
import { escapeJson } from './json-string.js'
import { LineSplitter } from './line-splitter.js'
import type { Chunks } from './node-bytes.js'
import type { Spool } from './node-spool.js'
import { tooManyBlankLines } from './record-limit.js'

const CARRIAGE_RETURN = 0x0d
const END = Buffer.from('"}\n')

/**
 * Turns a text with one document per line into JSON Lines, `{"text": …}`. A blank line is an empty document, so that the
 * number of a document is that of its line.
 */
export async function readLines(
  name: string,
  chunks: Chunks,
  spool: Spool,
  textField: string,
  bad: BadRecords,
  limit: number,
): Promise<void> {
  const start = Buffer.from(`{${JSON.stringify(textField)}:"`)
  let blank = 0
  const visit = (line: number, bytes: Uint8Array) => {
    if (!isUtf8(bytes)) {
      bad.add(new BadRecord(name, line, INVALID_UTF8))
      return
    }
    blank = bytes.length === 0 ? blank + 1 : 0
    if (blank > limit) throw tooManyBlankLines(name, line, limit)
    spool.write(start)
    escapeJson(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes, spool.write)
    spool.write(END)
  }
  const lines = new LineSplitter(name, limit, visit, (error) => bad.add(error))
  for await (const chunk of chunks) lines.push(chunk)
  lines.end()
}
