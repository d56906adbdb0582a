import { type Source, totalBytes } from '../../../read/source.js'
import type { Inputs } from '../../ports.js'
import { countNewlines } from './line-counter.js'

/** The most pieces. */
const PIECES = 32
const PIECE_BYTES = 2 ** 16

/** Estimates the number of lines of a source from the newlines in samples spread evenly over its files. */
export function estimateDocuments(inputs: Inputs, source: Pick<Source, 'files'>): number {
  const total = totalBytes(source)
  let [seen, lines] = [0, 0]
  const piece = new Uint8Array(PIECE_BYTES)
  const pieces = Math.min(PIECES, Math.ceil(total / PIECE_BYTES))
  for (let i = 0; i < pieces; i++) {
    const { file, offset } = locate(source, (total * i) / pieces)
    if (file === undefined) continue
    const bytes = inputs.open(file)
    try {
      const read = bytes.readAt(offset, piece)
      lines += countNewlines(piece.subarray(0, read))
      seen += read
    } finally {
      bytes.close()
    }
  }
  return seen === 0 ? 0 : Math.ceil((total * Math.max(1, lines)) / seen)
}

/** The file and the offset of a byte that is counted over all files. */
function locate({ files }: Pick<Source, 'files'>, byte: number) {
  let before = 0
  for (const file of files) {
    if (byte < before + file.bytes) return { file, offset: Math.floor(byte - before) }
    before += file.bytes
  }
  return { file: undefined, offset: 0 }
}
