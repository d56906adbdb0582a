import type { DelimitedLayout } from '../read/delimited-layout.js'
import { formatByEnding } from '../read/format.js'
import { CsvPieces } from '../read/node-csv-pieces.js'
import { LinePieces } from '../read/node-line-pieces.js'
import { splitLineEnd } from './line-end.js'
import type { CopiedText } from './manifest.js'
import type { RecordQueue } from './record-queue.js'
import type { Which } from './stored-ending.js'

const REMOVED_LINES: DelimitedLayout = { delimiter: '\t', quoting: 'strict', hasHeader: true }

/** The rows of a delimited text, or the lines, written by dedup, compressed or not, without its header. */
export class RowQueue implements RecordQueue {
  readonly path: string
  readonly #pieces: CsvPieces | LinePieces
  #isHeader: boolean

  private constructor(path: string, pieces: CsvPieces | LinePieces, hasHeader: boolean) {
    this.path = path
    this.#pieces = pieces
    this.#isHeader = hasHeader
  }

  /** @param which kept or removed documents: a removed line is part of a row */
  static async open(path: string, text: CopiedText, which: Which): Promise<RowQueue> {
    const { compression } = formatByEnding(path)
    const isLines = text.format === 'lines'
    const layout = isLines && which === 'removed' ? REMOVED_LINES : text
    const Pieces = isLines && which === 'kept' ? LinePieces : CsvPieces
    const { format } = text
    const pieces = await Pieces.open(path, { path, format, compression, encoding: 'utf-8', layout })
    return new RowQueue(path, pieces, layout.hasHeader)
  }

  take(): Uint8Array | undefined {
    for (let piece = this.#pieces.take(); piece !== undefined; piece = this.#pieces.take()) {
      if (piece.line === 0) continue
      if (!this.#isHeader) return splitLineEnd(piece.bytes)[0]
      this.#isHeader = false
    }
    return undefined
  }

  more(): Promise<boolean> {
    return this.#pieces.more()
  }

  close(): Promise<void> {
    return this.#pieces.close()
  }
}
