import type { Source } from '../../../read/source.js'
import type { Inputs } from '../../ports.js'
import type { RecordLocations } from './record-locations.js'
import { RecordReader } from './record-reader.js'

/** The largest gap between neighbors that are read together, and the largest read. */
const MAX_GAP = 1 << 16
const LARGEST_READ = 1 << 22

/**
 * Reads the lines of some positions again, in input order, in a few large reads. The bytes are a view that is valid until the next call.
 */
export function visitLines(
  inputs: Inputs,
  source: Source,
  locations: RecordLocations,
  isWanted: (position: number) => boolean,
  visit: (position: number, line: Uint8Array) => void,
): void {
  visitPieces(inputs, source, locations, isWanted, (position, bytes, start, end) =>
    visit(position, bytes.subarray(start, end)),
  )
}

/** The same without a view per line, because a million of them would be much garbage: a line is given by two offsets. */
export function visitPieces(
  inputs: Inputs,
  source: Source,
  locations: RecordLocations,
  isWanted: (position: number) => boolean,
  visit: (position: number, bytes: Uint8Array, start: number, end: number) => void,
): void {
  const reader = new RecordReader(inputs, source)
  // Reused, because large arrays are collected late.
  let buffer = new Uint8Array(0)
  try {
    let position = 0
    while (position < locations.count) {
      if (!isWanted(position)) {
        position++
        continue
      }
      const first = position
      const wanted: number[] = []
      const start = locations.start(first)
      const file = locations.file(first)
      let end = start
      for (; position < locations.count && locations.file(position) === file; position++) {
        if (locations.start(position) - end > MAX_GAP) break
        if (!isWanted(position)) continue
        const next = locations.start(position) + locations.length(position)
        if (wanted.length > 0 && next - start > LARGEST_READ) break
        wanted.push(position)
        end = next
      }
      if (end - start > buffer.length) buffer = new Uint8Array(Math.max(end - start, 2 * buffer.length))
      const bytes = reader.read(file, start, end - start, buffer.subarray(0, end - start))
      for (const one of wanted) {
        const at = locations.start(one) - start
        visit(one, bytes, at, at + locations.length(one))
      }
    }
  } finally {
    reader.close()
  }
}
