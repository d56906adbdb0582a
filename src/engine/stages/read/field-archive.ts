// What a run directory stores of documents that have a pair or a copy, so that other thresholds do not need to read documents again.

import type { DocumentId } from '../../../model/document.js'
import { fieldReader, pathReader, textReader } from '../../../read/json-field.js'
import type { Source } from '../../../read/source.js'
import type { BlockReader, Inputs } from '../../ports.js'
import type { Segment } from '../blocks/block-layout.js'
import { findSegment, readWords } from '../blocks/segments.js'
import { hasBit } from '../threads/shared-words.js'
import type { RecordLocations } from './record-locations.js'
import { visitLines } from './visit-lines.js'

/** What is stored of a document. */
export interface Remembered {
  readonly id: DocumentId
  /** Code points of its text. */
  readonly length: number
  /** The requested fields that it has. */
  readonly fields: Readonly<Record<string, unknown>>
}

const POSITIONS = 1
const LINES = 2

/** Reads the documents of a set of positions again and makes the segments that store their fields. */
export function rememberDocuments(
  inputs: Inputs,
  source: Source,
  locations: RecordLocations,
  wanted: Uint32Array,
  fields: readonly string[],
): Segment[] {
  const positions: number[] = []
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  const readId = source.idField === undefined ? undefined : pathReader(source.idField)
  const readText = textReader(source.textFields)
  const readers = fields.map((name) => [name, fieldReader(name)] as const)
  visitLines(
    inputs,
    source,
    locations,
    (position) => hasBit(wanted, position),
    (position, line) => {
      const values = readers.map(([name, read]) => [name, read(line)] as const)
      const remembered: Remembered = {
        id: readId === undefined ? position : (readId(line) as DocumentId),
        length: codePoints(readText(line)),
        fields: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
      }
      positions.push(position)
      pieces.push(encoder.encode(`${JSON.stringify(remembered)}\n`))
    },
  )
  return [
    { tag: POSITIONS, bytes: Uint32Array.from(positions) },
    { tag: LINES, bytes: concatenateBytes(pieces) },
  ]
}

function concatenateBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    all.set(piece, end)
    end += piece.length
  }
  return all
}

function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--
  return count
}

/** The documents that a run directory stores. */
export class Memory {
  readonly #positions: Uint32Array
  readonly #decoder = new TextDecoder()
  readonly #lines: Uint8Array
  readonly #starts: Float64Array

  constructor(reader: BlockReader) {
    this.#positions = readWords(reader, POSITIONS)
    this.#lines = reader.read(findSegment(reader, LINES)!).slice()
    this.#starts = new Float64Array(this.#positions.length + 1)
    for (let i = 0; i < this.#positions.length; i++) {
      this.#starts[i + 1] = this.#lines.indexOf(10, this.#starts[i]) + 1
    }
  }

  at(position: number): Remembered {
    let [low, high] = [0, this.#positions.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#positions[middle]! < position) low = middle + 1
      else high = middle
    }
    const line = this.#lines.subarray(this.#starts[low], this.#starts[low + 1])
    return JSON.parse(this.#decoder.decode(line)) as Remembered
  }
}
