/// <reference types="node" />
import { CsvParser } from './csv.js'
import type { DelimitedLayout } from './delimited-layout.js'
import {
  BYTE_ORDER_MARK,
  type Chunks,
  hasByteOrderMark,
  type OpenedBytes,
  openBytes,
  openUnpacked,
  skipBytes,
} from './node-bytes.js'
import { separatorLine } from './node-separator-line.js'
import { reportLongRecord } from './record-limit.js'
import type { DelimitedOrigin } from './source.js'

/** A part of a delimited text; all parts together are all its bytes, in order. */
export interface CsvPiece {
  /** The 1-based line on which it begins; 0 if it is not a row. */
  readonly line: number
  /** With its line end: a view that is valid until more is read. */
  readonly bytes: Uint8Array
}

/** A text, and how it is read. */
export type CsvText = Omit<DelimitedOrigin, 'limit'> & Partial<Pick<DelimitedOrigin, 'limit'>>

/** The number of bytes that are parsed at a time; the results for their rows are held in memory. */
const STEP_BYTES = 1 << 16

/** A delimited text as written, row by row, with synchronous calls as long as whole rows are available. */
export class CsvPieces {
  readonly name: string
  /** What a copy of the text begins with: the byte order mark and the line that names the delimiter, if present. */
  readonly beginning: Uint8Array
  readonly #chunks: Chunks
  readonly #parser: CsvParser
  #pieces: CsvPiece[] = []
  #next = 0
  #chunk: Uint8Array = new Uint8Array(0)
  #ended = false

  private constructor(
    name: string,
    { head, chunks }: Pick<OpenedBytes, 'head' | 'chunks'>,
    layout: DelimitedLayout,
    limit?: number,
  ) {
    const mark = hasByteOrderMark(head) ? BYTE_ORDER_MARK.length : 0
    const line = separatorLine(head.subarray(mark))
    // The line end is parsed, so that rows have the same line numbers as for readers.
    const first = mark + (line?.bytes ?? 0)
    this.name = name
    this.beginning = head.slice(0, mark + (line?.end ?? 0))
    this.#chunks = skipBytes(chunks, first)
    if (first > 0) this.#pieces.push({ line: 0, bytes: this.beginning.subarray(0, first) })
    const other = (bytes: Uint8Array) => this.#pieces.push({ line: 0, bytes })
    this.#parser = new CsvParser(
      layout.delimiter,
      {
        row: (line, _, bytes) => this.#pieces.push({ line, bytes }),
        bad: (_line, _problem, bytes) => other(bytes),
        blank: other,
        // If there is a limit, the text was read before, and longer rows were skipped.
        ...(limit !== undefined && { long: (_line: number, bytes: Uint8Array) => other(bytes) }),
      },
      layout.quoting,
      limit,
    )
  }

  /**
   * Opens a text with its own bytes, apart from decompression; UTF-16 is converted to UTF-8, because only there the bytes of delimiters,
   * quotes and line ends differ from ASCII.
   */
  static async open(
    name: string,
    { path, compression, encoding, layout, limit }: CsvText,
  ): Promise<CsvPieces> {
    if (encoding.startsWith('utf-16')) {
      const opened = await openBytes({ name, path, compression }, encoding)
      return new CsvPieces(name, opened, layout, limit)
    }
    return new CsvPieces(name, await openUnpacked({ name, path, compression }), layout, limit)
  }

  /** The next piece; undefined: call `more`. */
  take(): CsvPiece | undefined {
    return this.#pieces[this.#next++]
  }

  /** Reads more. Returns false at the end. */
  async more(): Promise<boolean> {
    if (this.#ended) return false
    if (this.#chunk.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done === true) this.#ended = true
      else this.#chunk = value
    }
    this.#pieces = []
    this.#next = 0
    if (this.#ended) this.#parser.end()
    else {
      const step = this.#chunk.subarray(0, STEP_BYTES)
      this.#chunk = this.#chunk.subarray(STEP_BYTES)
      reportLongRecord(
        this.name,
        () => this.#parser.line,
        () => this.#parser.push(step),
      )
    }
    return true
  }

  async close(): Promise<void> {
    await this.#chunks.return()
  }
}
