// Documents of which only the sets are known, such as those of a live index, as lines of JSON, so that they can be read at any offset and
// by any worker, like texts. A 32-bit number is six digits in base 64.

import type { DocumentId } from '../model/document.js'

/** The number of words of the content hash that are known. */
export const KNOWN_CONTENT_WORDS = 3

/** The contents of a line. */
export interface SetLine {
  readonly id: DocumentId
  /** The first words of the hash of its shingles in order. */
  readonly content: Uint32Array
  /** In ascending order. */
  readonly set: Uint32Array
}

/** The field that holds the id. */
export const ID_OF_SET_LINE = 'id'

const START = '{"set":"'
const MIDDLE = '","content":"'
const BEFORE_ID = '","id":'
const WORD_DIGITS = 6
const QUOTE = 0x22

const DIGITS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
const VALUES = new Uint8Array(128)
for (const [value, digit] of DIGITS.entries()) VALUES[digit] = value

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * The line for a document, with its newline.
 *
 * @param id as JSON in UTF-8
 */
export function writeSetLine(id: Uint8Array, content: Uint32Array, set: Uint32Array): Uint8Array {
  const constant = START.length + MIDDLE.length + BEFORE_ID.length + 2
  const line = new Uint8Array(constant + WORD_DIGITS * (content.length + set.length) + id.length)
  let end = 0
  const text = (part: string) => {
    end += encoder.encodeInto(part, line.subarray(end)).written
  }
  text(START)
  end = writeWords(line, end, set)
  text(MIDDLE)
  end = writeWords(line, end, content)
  text(BEFORE_ID)
  line.set(id, end)
  end += id.length
  text('}\n')
  return line
}

/** Reads a line that `writeSetLine` wrote, without its newline. */
export function readSetLine(line: Uint8Array): SetLine {
  const setEnd = line.indexOf(QUOTE, START.length)
  const contentStart = setEnd + MIDDLE.length
  const contentEnd = contentStart + WORD_DIGITS * KNOWN_CONTENT_WORDS
  return {
    set: readWords(line, START.length, setEnd),
    content: readWords(line, contentStart, contentEnd),
    id: JSON.parse(decoder.decode(line.subarray(contentEnd + BEFORE_ID.length, -1))) as DocumentId,
  }
}

function writeWords(line: Uint8Array, start: number, words: Uint32Array): number {
  let end = start
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    for (let shift = 30; shift >= 0; shift -= 6) line[end++] = DIGITS[(word >>> shift) & 63]!
  }
  return end
}

function readWords(line: Uint8Array, start: number, end: number): Uint32Array {
  const words = new Uint32Array((end - start) / WORD_DIGITS)
  let at = start
  for (let i = 0; i < words.length; i++) {
    let word = 0
    for (let digit = 0; digit < WORD_DIGITS; digit++) word = (word << 6) | VALUES[line[at++]!]!
    words[i] = word
  }
  return words
}
