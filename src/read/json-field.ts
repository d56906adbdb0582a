import { parseWithLongNumbers } from '../model/long-numbers.js'
import { fieldValue, joinTexts } from '../model/record-text.js'

// Extracts one field of a JSON object from its bytes, without making strings of the rest: a line may hold a text of half a gigabyte, which
// is too long for JSON.parse. The line must be valid JSON; the engine has checked it.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Finds one field in lines; if a field is repeated, the last one counts, as with `JSON.parse`. Allocates nothing per line. */
export class FieldFinder {
  readonly #name: string
  readonly #wanted: Uint8Array
  /** Where the last value found begins, … */
  from = 0
  /** … and where it ends. */
  to = 0

  constructor(name: string) {
    this.#name = name
    this.#wanted = new TextEncoder().encode(name)
  }

  /** Whether the line between two offsets has the field. */
  find(bytes: Uint8Array, start: number, end: number): boolean {
    let isFound = false
    let at = skipBlanks(bytes, bytes.indexOf(OPEN_OBJECT, start) + 1)
    while (at < end && bytes[at] === QUOTE) {
      const keyEnd = stringEnd(bytes, at, end)
      const valueStart = skipBlanks(bytes, skipBlanks(bytes, keyEnd) + 1)
      const valueStop = valueEnd(bytes, valueStart, end)
      if (this.#isKey(bytes, at + 1, keyEnd - 1)) {
        isFound = true
        this.from = valueStart
        this.to = valueStop
      }
      at = skipBlanks(bytes, valueStop)
      if (bytes[at] === COMMA) at = skipBlanks(bytes, at + 1)
    }
    return isFound
  }

  #isKey(bytes: Uint8Array, from: number, to: number): boolean {
    const wanted = this.#wanted
    let i = from
    while (i < to && bytes[i] === wanted[i - from]) i++
    if (i === to) return to - from === wanted.length
    // A difference may be due to an escape.
    for (let j = i; j < to; j++) {
      if (bytes[j] !== BACKSLASH) continue
      return JSON.parse(`"${decoder.decode(bytes.subarray(from, to))}"`) === this.#name
    }
    return false
  }
}

/** Returns a function that extracts one field from lines; if a field is repeated, the last one counts, as with `JSON.parse`. */
export function fieldReader(name: string): (line: Uint8Array) => unknown {
  const finder = new FieldFinder(name)
  return (line) =>
    finder.find(line, 0, line.length)
      ? parseValue(decoder.decode(line.subarray(finder.from, finder.to)))
      : undefined
}

/** Returns a function that extracts the text from lines that have one, as `recordText` defines it. */
export function textReader(names: readonly string[]): (line: Uint8Array) => string {
  const readers = names.map(pathReader)
  return (line) => {
    const read = joinTexts(
      names,
      readers.map((reader) => reader(line)),
    )
    return 'text' in read ? read.text : ''
  }
}

/** Returns a function that extracts a field, or the value at the end of a path, from lines. */
export function pathReader(path: string): (line: Uint8Array) => unknown {
  const readWhole = fieldReader(path)
  const [top] = path.split('.', 1)
  if (top === path) return readWhole
  const readTop = fieldReader(top!)
  return (line) => {
    const whole = readWhole(line)
    if (whole !== undefined) return whole
    const value = readTop(line)
    return value === undefined ? undefined : fieldValue({ [top!]: value }, path)
  }
}

/** A string may be long, and has no numbers. */
function parseValue(json: string): unknown {
  return json.startsWith('"') ? JSON.parse(json) : parseWithLongNumbers(json)
}

function skipBlanks(line: Uint8Array, at: number): number {
  while (line[at] === 0x20 || line[at] === 0x09 || line[at] === 0x0d) at++
  return at
}

/** Strings of up to this many bytes are scanned faster byte by byte than with a search. */
const FEW_BYTES = 24

/** One past the closing quote of the string that opens at `at`; `end` if there is none before it. */
function stringEnd(bytes: Uint8Array, at: number, end: number): number {
  const few = Math.min(end, at + FEW_BYTES)
  let from = at + 1
  while (from < few) {
    const byte = bytes[from]!
    if (byte === QUOTE) return from + 1
    from += byte === BACKSLASH ? 2 : 1
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from)
    if (quote < 0 || quote >= end) return end
    let before = quote
    while (bytes[before - 1] === BACKSLASH && before - 1 > at) before--
    if ((quote - before) % 2 === 0) return quote + 1
    from = quote + 1
  }
}

function valueEnd(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === QUOTE) return stringEnd(bytes, at, end)
  let depth = 0
  for (let i = at; i < end; ) {
    const byte = bytes[i]!
    if (byte === QUOTE) {
      i = stringEnd(bytes, i, end)
      continue
    }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) return i
      if (--depth === 0) return i + 1
    } else if (byte === COMMA && depth === 0) return i
    i++
  }
  return end
}
