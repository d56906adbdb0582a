/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { UnreadableInput } from '../model/errors.js'
import { INVALID_UTF8 } from '../model/invalid-utf8.js'
import { isBlank, JsonListSplitter } from './json-list.js'
import { JsonObjectSplitter } from './json-objects.js'
import type { Chunks } from './node-bytes.js'
import type { Spool } from './node-spool.js'
import { parseRecord } from './parse-line.js'
import type { RecordGate } from './record-gate.js'
import { reportLongRecord } from './record-limit.js'

const BLANK = 0x20
const LINE_END = Buffer.from('\n')

/** Turns one JSON list of objects, or objects one after the other, into JSON Lines: the bytes of each on one line. */
export async function readJson(
  name: string,
  shape: 'list' | 'objects',
  chunks: Chunks,
  spool: Spool,
  gate: RecordGate,
  limit: number,
): Promise<void> {
  const take = (line: number, bytes: Uint8Array) => {
    const { value, problem } = isUtf8(bytes)
      ? parseRecord(Buffer.from(bytes).toString())
      : { value: undefined, problem: INVALID_UTF8 }
    if (value === undefined) gate.refuse(line, problem)
    else if (gate.admits(line, value)) {
      spool.write(onOneLine(bytes))
      spool.write(LINE_END)
    }
  }
  const Splitter = shape === 'list' ? JsonListSplitter : JsonObjectSplitter
  const splitter = new Splitter(take, limit, (line) => gate.refuseLong(line, limit))
  await feedSplitter(name, splitter, chunks)
  gate.end()
}

/** Gives a splitter all bytes of an input, and reports what ends it too early. */
export async function feedSplitter(
  name: string,
  splitter: JsonListSplitter | JsonObjectSplitter,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const refuse = (problem: string | undefined) => {
    if (problem !== undefined)
      throw new UnreadableInput(name, problem, 'give JSON Lines, one JSON list of objects, or JSON objects')
  }
  for await (const chunk of chunks) {
    refuse(
      reportLongRecord(
        name,
        () => splitter.line,
        () => splitter.push(chunk),
      ),
    )
  }
  refuse(splitter.end())
}

/** Line ends stand only between tokens, where a blank does as well. */
function onOneLine(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && isBlank(bytes[end - 1]!)) end--
  const line = bytes.slice(0, end)
  for (let i = 0; i < end; i++) {
    if (line[i] === 0x0a || line[i] === 0x0d) line[i] = BLANK
  }
  return line
}
