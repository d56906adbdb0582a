/// <reference types="node" />
import {
  BYTE_ORDER_MARK,
  type Chunks,
  hasByteOrderMark,
  type OpenedBytes,
  openBytes,
  openUnpacked,
  skipBytes,
} from './node-bytes.js'
import type { CsvPiece, CsvText } from './node-csv-pieces.js'
import { reportLongRecord } from './record-limit.js'
import { Window } from './window.js'

const LINE_FEED = 0x0a

/** A text as written, line by line: every line is a row, blank or not. */
export class LinePieces {
  /** What a copy of the text begins with: the byte order mark, if present. */
  readonly beginning: Uint8Array
  readonly #name: string
  readonly #chunks: Chunks
  readonly #window = new Window()
  #mark: CsvPiece | undefined
  #searched = 0
  #line = 0
  #ended = false

  private constructor(name: string, { head, chunks }: Pick<OpenedBytes, 'head' | 'chunks'>) {
    const mark = hasByteOrderMark(head) ? BYTE_ORDER_MARK.length : 0
    this.#name = name
    this.beginning = head.slice(0, mark)
    if (mark > 0) this.#mark = { line: 0, bytes: this.beginning }
    this.#chunks = skipBytes(chunks, mark)
  }

  /** Opens a text with its own bytes, apart from decompression; UTF-16 is converted to UTF-8, because its line ends are not single bytes. */
  static async open(
    name: string,
    { path, compression, encoding }: Pick<CsvText, 'path' | 'compression' | 'encoding'>,
  ): Promise<LinePieces> {
    const input = { name, path, compression }
    return new LinePieces(
      name,
      encoding.startsWith('utf-16') ? await openBytes(input, encoding) : await openUnpacked(input),
    )
  }

  /** The next line, with its end; undefined: call `more`. */
  take(): CsvPiece | undefined {
    if (this.#mark !== undefined) {
      const mark = this.#mark
      this.#mark = undefined
      return mark
    }
    const { bytes, start, end } = this.#window
    const newline = bytes.subarray(0, end).indexOf(LINE_FEED, Math.max(start, this.#searched))
    if (newline < 0) {
      this.#searched = end
      if (!this.#ended || start === end) return undefined
    }
    const next = newline < 0 ? end : newline + 1
    this.#window.start = next
    this.#searched = next
    this.#line++
    return { line: this.#line, bytes: bytes.subarray(start, next) }
  }

  /** Reads more. Returns false at the end. */
  async more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done === true) {
      const wasEnded = this.#ended
      this.#ended = true
      return !wasEnded
    }
    this.#searched -= reportLongRecord(
      this.#name,
      () => this.#line + 1,
      () => this.#window.append(value),
    )
    return true
  }

  async close(): Promise<void> {
    await this.#chunks.return()
  }
}
