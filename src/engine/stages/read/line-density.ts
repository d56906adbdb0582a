import type { Input, Inputs } from '../../ports.js'
import { countNewlines } from './line-counter.js'

/** The most pieces. */
const PIECES = 32
const PIECE_BYTES = 4096

/** How many lines a file has per byte. */
export interface LineDensity {
  readonly mean: number
  readonly densest: number
}

/** Estimates how dense the lines of a file are, from pieces spread evenly over it. */
export function lineDensity(inputs: Inputs, file: Input & { readonly bytes: number }): LineDensity {
  const piece = new Uint8Array(PIECE_BYTES)
  const bytes = inputs.open(file)
  try {
    const pieces = Math.min(PIECES, Math.ceil(file.bytes / PIECE_BYTES))
    let [seen, lines, densest] = [0, 0, 0]
    for (let i = 0; i < pieces; i++) {
      const read = bytes.readAt(Math.floor((file.bytes * i) / pieces), piece)
      if (read === 0) continue
      const found = countNewlines(piece.subarray(0, read))
      seen += read
      lines += found
      densest = Math.max(densest, found / read)
    }
    return { mean: lines / Math.max(1, seen), densest }
  } finally {
    bytes.close()
  }
}
