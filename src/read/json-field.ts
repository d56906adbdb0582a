import { fieldValue, joinTexts } from '../model/record-text.js'

// One field of a JSON object out of its bytes, without making strings of the rest: a line may hold a text of half a
// gigabyte, which JSON.parse does not take. The line must be JSON: the engine has checked it.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN = new Set([0x7b, 0x5b])
const CLOSE = new Set([0x7d, 0x5d])
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Takes one field out of lines; of repeated fields the last counts, as with `JSON.parse`. */
export function fieldReader(name: string): (line: Uint8Array) => unknown {
  const wanted = new TextEncoder().encode(name)
  return (line) => {
    let found: unknown
    let at = skipBlanks(line, line.indexOf(0x7b) + 1)
    while (line[at] === QUOTE) {
      const keyEnd = stringEnd(line, at)
      const valueStart = skipBlanks(line, skipBlanks(line, keyEnd) + 1)
      const end = valueEnd(line, valueStart)
      if (isKey(line.subarray(at + 1, keyEnd - 1), wanted, name)) {
        found = parseValue(decoder.decode(line.subarray(valueStart, end)))
      }
      at = skipBlanks(line, end)
      if (line[at] === COMMA) at = skipBlanks(line, at + 1)
    }
    return found
  }
}

/** Takes the text out of lines that have one, as `recordText` has it. */
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

/** Takes a field out of lines, or what is at the end of a path. */
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

/** A whole number that JavaScript cannot hold stays as its digits, lest two ids become one. */
function parseValue(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return typeof value === 'number' && /^-?\d{16,}$/.test(json) && !Number.isSafeInteger(value) ? json : value
}

function isKey(key: Uint8Array, wanted: Uint8Array, name: string): boolean {
  if (key.includes(BACKSLASH)) return JSON.parse(`"${decoder.decode(key)}"`) === name
  return key.length === wanted.length && key.every((byte, i) => byte === wanted[i])
}

function skipBlanks(line: Uint8Array, at: number): number {
  while (line[at] === 0x20 || line[at] === 0x09 || line[at] === 0x0d) at++
  return at
}

/** One past the closing quote of the string that opens at `at`. */
function stringEnd(line: Uint8Array, at: number): number {
  for (let from = at + 1; ; ) {
    const quote = line.indexOf(QUOTE, from)
    if (quote < 0) return line.length
    let before = quote
    while (line[before - 1] === BACKSLASH && before - 1 > at) before--
    if ((quote - before) % 2 === 0) return quote + 1
    from = quote + 1
  }
}

function valueEnd(line: Uint8Array, at: number): number {
  if (line[at] === QUOTE) return stringEnd(line, at)
  let depth = 0
  for (let i = at; i < line.length; ) {
    const byte = line[i]!
    if (byte === QUOTE) {
      i = stringEnd(line, i)
      continue
    }
    if (OPEN.has(byte)) depth++
    else if (depth === 0 && (byte === COMMA || CLOSE.has(byte))) return i
    else if (CLOSE.has(byte) && --depth === 0) return i + 1
    i++
  }
  return line.length
}
