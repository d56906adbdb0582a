import { formatByEnding } from '../read/format.js'
import { CsvPieces } from '../read/node-csv-pieces.js'
import { splitLineEnd } from './line-end.js'
import type { CopiedText } from './manifest.js'
import type { RecordQueue } from './record-queue.js'

/** The rows of a delimited text written by dedup, compressed or not, without its header. */
export class RowQueue implements RecordQueue {
  readonly path: string
  readonly #pieces: CsvPieces
  #isHeader: boolean

  private constructor(path: string, pieces: CsvPieces, hasHeader: boolean) {
    this.path = path
    this.#pieces = pieces
    this.#isHeader = hasHeader
  }

  static async open(path: string, layout: CopiedText): Promise<RowQueue> {
    const { compression } = formatByEnding(path)
    const pieces = await CsvPieces.open(path, {
      path,
      format: layout.format,
      compression,
      encoding: 'utf-8',
      layout,
    })
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
