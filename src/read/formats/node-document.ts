/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { BadRecord } from '../../model/errors.js'
import { INVALID_UTF8 } from '../../model/record-problems.js'
import { collectBytes } from '../node-bytes.js'
import { recordTooLong } from '../record-limit.js'
import { TextRecord } from './node-text-record.js'
import type { FormatReader, ReadingOptions, ReadRecord } from './reader.js'

const LINE_FEED = 0x0a

/** A text file is one document, identified by its name. */
export const textReader = documentReader('text')

/** An HTML file is one document: the text that its reader sees. */
export const htmlReader = documentReader('html')

function documentReader(format: DocumentFormat): FormatReader {
  return {
    areUniform: true,
    async read({ name, text }, visitor, options) {
      const { limit } = options
      const bytes = await collectBytes(text.chunks, limit)
      if (bytes === undefined) {
        await text.close()
        visitor.bad(recordTooLong(name, 1, limit))
      } else if (!isUtf8(bytes)) visitor.bad(new BadRecord(name, firstBadLine(bytes), INVALID_UTF8))
      else visitor.record(1, documentOf(name, bytes, await textOf(format, options), options))
    },
  }
}

/** A format of files that are one document each. */
export type DocumentFormat = 'text' | 'html'

/** Converts a file to text. */
export type TextOf = (bytes: Buffer) => Buffer

/** Converts nothing: the file is the text. */
export const asStored: TextOf = (text) => text

/** The converter for the files of a format. */
export async function textOf(
  format: DocumentFormat,
  { pageText }: Pick<ReadingOptions, 'pageText'>,
): Promise<TextOf> {
  if (format === 'text') return asStored
  const ofPage = pageText ?? (await import('../html.js')).htmlToText
  return (page) => Buffer.from(ofPage(page.toString()))
}

/**
 * Reads a file as a document.
 *
 * @param bytes valid UTF-8
 */
export function documentOf(
  name: string,
  bytes: Buffer,
  text: TextOf,
  { named = { id: 'path', text: 'text' } }: Pick<ReadingOptions, 'named'>,
): ReadRecord {
  return new TextRecord({ name: named.id, value: name }, named.text, text(bytes))
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
