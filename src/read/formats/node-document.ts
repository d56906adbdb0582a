/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord } from '../../model/errors.js'
import { INVALID_UTF8 } from '../../model/record-problems.js'
import { collectBytes } from '../node-bytes.js'
import { recordTooLong } from '../record-limit.js'
import { TextRecord } from './node-text-record.js'
import type { FormatReader, ReadingOptions } from './reader.js'

const LINE_FEED = 0x0a

/** A text file is one document, known by its name. */
export const textReader = documentReader(async () => (text) => text)

/** An HTML file is one document: the text that its reader sees. */
export const htmlReader = documentReader(async ({ pageText }) => {
  const textOf = pageText ?? (await import('../html.js')).htmlToText
  return (page) => Buffer.from(textOf(page.toString()))
})

function documentReader(load: (options: ReadingOptions) => Promise<(bytes: Buffer) => Buffer>): FormatReader {
  return {
    areAlike: true,
    async read({ name, text }, visitor, options) {
      const { limit, named = { id: 'path', text: 'text' } } = options
      const bytes = await collectBytes(text.chunks, limit)
      if (bytes === undefined) {
        await text.close()
        visitor.bad(recordTooLong(name, 1, limit))
      } else if (!isUtf8(bytes)) visitor.bad(new BadRecord(name, firstBadLine(bytes), INVALID_UTF8))
      else {
        const textOf = await load(options)
        visitor.record(1, new TextRecord({ [named.id]: name }, named.text, textOf(bytes)))
      }
    },
  }
}

/** The line of the first bytes that are not UTF-8. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(LINE_FEED, start)
    const end = newline < 0 ? bytes.length : newline + 1
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end
  }
  return line
}
