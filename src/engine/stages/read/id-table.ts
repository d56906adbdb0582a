// Ids as JSON. Millions of them are read and kept, so an id stays as bytes for as long as possible.

import type { DocumentId } from '../../../model/document.js'
import { FieldFinder, pathReader } from '../../../read/json-field.js'

/** Integers of up to this many digits are exact. */
const MAX_DIGITS = 15
/** Bytes per chunk of ids; a longer id has its own chunk. */
const CHUNK = 2 ** 20
/** Up to this many bytes are copied faster one by one. */
const FEW_BYTES = 64
const NEWLINE = 10
const QUOTE = 34
const BACKSLASH = 92

/** The JSON of an id, between two offsets. */
interface IdBytes {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

/** Finds the ids of lines. */
export class IdFinder implements IdBytes {
  readonly #finder: FieldFinder
  readonly #read: (line: Uint8Array) => unknown
  readonly #encoder = new TextEncoder()
  bytes: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0

  /** @param field a name or a path */
  constructor(field: string) {
    this.#finder = new FieldFinder(field)
    this.#read = pathReader(field)
  }

  /** Finds the id of the line between two offsets. It is used as it is, if it can be kept in this form. */
  find(bytes: Uint8Array, start: number, end: number): void {
    const finder = this.#finder
    if (finder.find(bytes, start, end) && isPlain(bytes, finder.from, finder.to)) {
      this.bytes = bytes
      this.from = finder.from
      this.to = finder.to
    } else {
      this.bytes = this.#encoder.encode(JSON.stringify(this.#read(bytes.subarray(start, end))))
      this.from = 0
      this.to = this.bytes.length
    }
  }
}

/** Stores ids consecutively, in a fifth of the memory of separate strings. Positions must be ascending. */
export class IdTable {
  /** For each position, CHUNK · the number of its chunk + its offset there. */
  readonly #starts: Float64Array
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #chunks: Uint8Array[] = []
  /** Bytes used in the last chunk. */
  #end = CHUNK

  constructor(count: number) {
    this.#starts = new Float64Array(count)
  }

  add(position: number, { bytes, from, to }: IdBytes): void {
    const length = to - from + 1
    if (this.#end + length > CHUNK) {
      this.#chunks.push(new Uint8Array(Math.max(CHUNK, length)))
      this.#end = 0
    }
    this.#starts[position] = CHUNK * (this.#chunks.length - 1) + this.#end
    const chunk = this.#chunks.at(-1)!
    if (length > FEW_BYTES) chunk.set(bytes.subarray(from, to), this.#end)
    else for (let i = from; i < to; i++) chunk[this.#end + i - from] = bytes[i]!
    this.#end += length
    chunk[this.#end - 1] = NEWLINE
  }

  at(position: number): DocumentId {
    const start = this.#starts[position]!
    const chunk = this.#chunks[Math.floor(start / CHUNK)]!
    const from = start % CHUNK
    const number = digitsAt(chunk, from)
    if (number !== undefined) return number
    const to = chunk.indexOf(NEWLINE, from)
    return JSON.parse(this.#decoder.decode(chunk.subarray(from, to))) as DocumentId
  }
}

/** Whether the JSON of an id is its canonical form: a string without escapes, or a short integer. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === QUOTE) {
    for (let i = from; i < to; i++) if (bytes[i] === BACKSLASH) return false
    return true
  }
  if (to - from > MAX_DIGITS) return false
  for (let i = from; i < to; i++) if (!isDigit(bytes[i]!)) return false
  return to > from
}

/** The number given by a few plain digits up to a newline, or undefined. */
function digitsAt(bytes: Uint8Array, from: number): number | undefined {
  let number = 0
  for (let i = from; i <= from + MAX_DIGITS; i++) {
    const byte = bytes[i]!
    if (byte === NEWLINE) return number
    if (!isDigit(byte)) return undefined
    number = 10 * number + byte - 48
  }
  return undefined
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}
