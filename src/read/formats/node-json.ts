/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord, UnreadableInput } from '../../model/errors.js'
import { INVALID_UTF8 } from '../../model/record-problems.js'
import { isBlank, JsonListSplitter } from '../json-list.js'
import { JsonObjectSplitter, spansLines } from '../json-objects.js'
import { LineSplitter } from '../line-splitter.js'
import { parseRecord } from '../parse-line.js'
import { recordTooLong, reportLongRecord } from '../record-limit.js'
import type { JsonLayout } from '../source.js'
import type { Fields, FormatReader, OpenInput, ReadRecord, RecordVisitor } from './reader.js'

const OPEN_LIST = 0x5b
const BLANK = 0x20

/** The layout of JSON: one object per line, one list of objects, or objects one after the other, on any number of lines. */
export function shapeOfJson({ format, text }: Pick<OpenInput, 'format' | 'text'>): JsonLayout {
  const { head } = text
  if (format === 'json' && head.find((byte) => !isBlank(byte)) === OPEN_LIST) return 'list'
  return spansLines(head) ? 'objects' : 'lines'
}

/** JSON Lines, a JSON array of objects, or JSON objects one after the other. */
export const jsonReader: FormatReader = {
  async read(input, visitor, { limit }) {
    const { name, text } = input
    const take = recordTaker(name, visitor)
    const shape = shapeOfJson(input)
    if (shape === 'lines') {
      const lines = new LineSplitter(
        name,
        limit,
        (line, bytes) => {
          if (!bytes.every(isBlank)) take(line, bytes)
        },
        (error) => visitor.bad(error),
      )
      for await (const chunk of text.chunks) lines.push(chunk)
      lines.end()
      return
    }
    const Splitter = shape === 'list' ? JsonListSplitter : JsonObjectSplitter
    const splitter = new Splitter(take, limit, (line) => visitor.bad(recordTooLong(name, line, limit)))
    await feed(name, splitter, text.chunks)
  },
}

function recordTaker(name: string, visitor: RecordVisitor): (line: number, bytes: Uint8Array) => void {
  return (line, bytes) => {
    const { value, problem } = isUtf8(bytes)
      ? parseRecord(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
      : { value: undefined, problem: INVALID_UTF8 }
    if (value === undefined) visitor.bad(new BadRecord(name, line, problem))
    else visitor.record(line, new JsonRecord(value, bytes))
  }
}

class JsonRecord implements ReadRecord {
  readonly fields: Fields
  readonly #bytes: Uint8Array

  constructor(fields: Fields, bytes: Uint8Array) {
    this.fields = fields
    this.#bytes = bytes
  }

  writeJson(write: (bytes: Uint8Array) => void): void {
    write(onOneLine(this.#bytes))
  }
}

/** Feeds a splitter with all bytes of an input, and reports a premature end. */
async function feed(
  name: string,
  splitter: JsonListSplitter | JsonObjectSplitter,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const refuse = (problem: string | undefined) => {
    if (problem !== undefined)
      throw new UnreadableInput(
        name,
        problem,
        'use JSON Lines, a JSON array of objects, or a sequence of JSON objects',
      )
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

/** Line ends occur only between tokens, where they can be replaced by blanks. */
function onOneLine(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && isBlank(bytes[end - 1]!)) end--
  const line = bytes.slice(0, end)
  for (let i = 0; i < end; i++) {
    if (line[i] === 0x0a || line[i] === 0x0d) line[i] = BLANK
  }
  return line
}
