/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord } from '../../model/errors.js'
import { INVALID_UTF8 } from '../../model/record-problems.js'
import { LineSplitter } from '../line-splitter.js'
import { tooManyBlankLines } from '../record-limit.js'
import { TextRecord } from './node-text-record.js'
import type { FormatReader } from './reader.js'

const CARRIAGE_RETURN = 0x0d

/** One text per line. A blank line is an empty text, so that the number of a record is that of its line. */
export const linesReader: FormatReader = {
  areUniform: true,
  async read({ name, text: { chunks } }, visitor, { limit, named = { text: 'text' } }) {
    let blank = 0
    const visit = (line: number, bytes: Uint8Array) => {
      if (!isUtf8(bytes)) {
        visitor.bad(new BadRecord(name, line, INVALID_UTF8))
        return
      }
      blank = bytes.length === 0 ? blank + 1 : 0
      if (blank > limit) throw tooManyBlankLines(name, line, limit)
      const text = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes
      visitor.record(line, new TextRecord(undefined, named.text, text))
    }
    const lines = new LineSplitter(name, limit, visit, (error) => visitor.bad(error))
    for await (const chunk of chunks) lines.push(chunk)
    lines.end()
  },
}
