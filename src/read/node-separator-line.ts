/// <reference types="node" />
import { type OpenedBytes, skipBytes } from './node-bytes.js'

/**
 * Finds a first line that tells spreadsheets the delimiter of a table, such as `sep=;`. It is not a row.
 *
 * @param head the first bytes, in UTF-8 without a byte order mark
 * @returns its length in bytes without the line end, and the delimiter; undefined if there is no such line
 */
export function separatorLine(
  head: Uint8Array,
): { readonly bytes: number; readonly end: number; readonly delimiter: string } | undefined {
  const first = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 20)).toString('latin1')
  const found = /^("?)sep=([\t!-~])\1(\r?\n)/i.exec(first)
  if (found === null) return undefined
  const [line, , delimiter, end] = found
  return { bytes: line.length - end!.length, end: line.length, delimiter: delimiter! }
}

/**
 * Removes such a line from a delimited text and uses its delimiter, unless another is requested. Its line end stays, as a blank line, so
 * that the following rows keep their line numbers.
 */
export function withoutSeparatorLine<Opened extends Pick<OpenedBytes, 'head' | 'chunks'>>(
  opened: Opened,
  requested?: string,
): Opened & { readonly delimiter: string | undefined } {
  const line = separatorLine(opened.head)
  if (line === undefined) return { ...opened, delimiter: requested }
  return {
    ...opened,
    head: opened.head.subarray(line.bytes),
    chunks: skipBytes(opened.chunks, line.bytes),
    delimiter: requested ?? line.delimiter,
  }
}
