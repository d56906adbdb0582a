/// <reference types="node" />
import { createHash } from 'node:crypto'
import { type CsvPiece, CsvPieces } from '../read/node-csv-pieces.js'
import { LinePieces } from '../read/node-line-pieces.js'
import type { DelimitedOrigin } from '../read/source.js'
import { LF, lineEndOfCopy, splitLineEnd } from './line-end.js'
import type { ManifestInput } from './manifest.js'
import type { SkippedLines } from './skipped-lines.js'

/** A delimited text, or a text with a document on each line. */
export interface InputText {
  readonly name: string
  readonly origin: DelimitedOrigin
  /** The position of its first document. */
  readonly first: number
  readonly skipped: SkippedLines
}

/** A row as written, and the line end of its copy; both are views that are valid until more is read. */
export type CopiedRow = readonly [content: Uint8Array, lineEnd: Uint8Array]

/** The documents of a delimited text, row by row, with a record of all other bytes. */
export class TextCursor {
  /** The first row, if it is a header. */
  header: CopiedRow | undefined
  readonly #input: InputText
  readonly #pieces: CsvPieces | LinePieces
  readonly #hash = createHash('sha256')
  readonly #gaps: [number, string][] = []
  #bytes = 0
  #position: number
  /** The number of lines so far in the JSON Lines that the engine has read. */
  #lines = 0
  /** What came after the last document. */
  #gap: Uint8Array[] = []
  #lineEnd: Uint8Array | undefined

  private constructor(input: InputText, pieces: CsvPieces | LinePieces) {
    this.#input = input
    this.#pieces = pieces
    this.#position = input.first
  }

  static async open(input: InputText): Promise<TextCursor> {
    const Pieces = input.origin.format === 'lines' ? LinePieces : CsvPieces
    const cursor = new TextCursor(input, await Pieces.open(input.name, input.origin))
    if (input.origin.layout.hasHeader) await cursor.#readHeader()
    return cursor
  }

  get name(): string {
    return this.#input.name
  }

  /** What a copy begins with, before any rows. */
  get beginning(): Uint8Array {
    return this.#pieces.beginning
  }

  /** The next document; undefined: call `more` first. */
  take(): CopiedRow | undefined {
    const { whenRead, byEngine } = this.#input.skipped
    for (let piece = this.#next(); piece !== undefined; piece = this.#next()) {
      const isRow = piece.line > 0 && !whenRead.has(piece.line)
      if (isRow && !byEngine.has(++this.#lines)) return this.#document(piece.bytes)
      if (isRow) this.#position++
      this.#gap.push(piece.bytes.slice())
    }
    return undefined
  }

  /** Reads more; false at the end. */
  more(): Promise<boolean> {
    return this.#pieces.more()
  }

  close(): Promise<void> {
    return this.#pieces.close()
  }

  /** What restore needs to know; called once all documents have been taken. */
  describe(): Partial<ManifestInput> {
    this.#endGap()
    const { format, layout } = this.#input.origin
    const lineEnd = Buffer.from(this.#commonEnd).toString()
    return {
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      gaps: this.#gaps,
      delimited: { format, ...layout, lineEnd },
    }
  }

  async #readHeader(): Promise<void> {
    for (;;) {
      const piece = this.#next()
      if (piece !== undefined) this.#gap.push(piece.bytes.slice())
      else if (!(await this.more())) return
      if (piece !== undefined && piece.line > 0) {
        this.header = this.#copy(piece.bytes.slice())
        return
      }
    }
  }

  #next(): CsvPiece | undefined {
    const piece = this.#pieces.take()
    if (piece !== undefined) {
      this.#hash.update(piece.bytes)
      this.#bytes += piece.bytes.length
    }
    return piece
  }

  #document(row: Uint8Array): CopiedRow {
    this.#endGap()
    this.#position++
    this.#gap.push(splitLineEnd(row)[1].slice())
    return this.#copy(row)
  }

  #copy(row: Uint8Array): CopiedRow {
    const [content, end] = splitLineEnd(row)
    if (end.at(-1) === LF) this.#lineEnd ??= end.slice()
    return [content, lineEndOfCopy(content, end, this.#commonEnd)]
  }

  /** Stores what precedes the document at the position, if it is not the usual bytes. */
  #endGap(): void {
    const gap = Buffer.concat(this.#gap)
    const usual = this.#position === this.#input.first ? NOTHING : this.#commonEnd
    if (!gap.equals(usual)) this.#gaps.push([this.#position, gap.toString('base64')])
    this.#gap = []
  }

  get #commonEnd(): Uint8Array {
    return this.#lineEnd ?? NEWLINE
  }
}

const NEWLINE = Uint8Array.of(LF)
const NOTHING = new Uint8Array(0)
