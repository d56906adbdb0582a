import { Window } from '../window.js'
import type { SetGatherer } from './set-gatherer.js'
import { MOST_DIGITS, SMALL, type TokenNumbers } from './token-numbers.js'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BLANK = 0x20
const TAB = 0x09
const ZERO = 0x30

/** One set a line, elements separated by blanks, in pieces of bytes; an empty line is an empty set. */
export class SetLines {
  readonly #tokens: TokenNumbers
  readonly #sets: SetGatherer
  readonly #window = new Window()

  constructor(tokens: TokenNumbers, sets: SetGatherer) {
    this.#tokens = tokens
    this.#sets = sets
  }

  push(chunk: Uint8Array): void {
    this.#window.append(chunk)
    const whole = chunk.lastIndexOf(LINE_FEED) + 1
    if (whole === 0) return
    const { bytes, start, end } = this.#window
    this.#window.start = end - chunk.length + whole
    this.#lines(bytes, start, this.#window.start)
  }

  end(): void {
    if (this.#window.start < this.#window.end) this.push(Uint8Array.of(LINE_FEED))
  }

  /** Whole lines: the last byte is a line feed, so that no token needs to look for the end. */
  #lines(bytes: Uint8Array, start: number, end: number): void {
    const tokens = this.#tokens
    const sets = this.#sets
    for (let at = start; at < end; ) {
      let byte = bytes[at]!
      if (isSeparator(byte)) {
        at++
        continue
      }
      if (byte === LINE_FEED) {
        sets.endSet()
        at++
        continue
      }
      const from = at
      let value = 0
      while (byte >= ZERO && byte <= ZERO + 9 && at - from < MOST_DIGITS) {
        value = 10 * value + byte - ZERO
        byte = bytes[++at]!
      }
      const isNumber = at > from && value < SMALL && (bytes[from] !== ZERO || at === from + 1)
      if (isNumber && (isSeparator(byte) || byte === LINE_FEED)) {
        sets.add(tokens.numberOfSmall(value))
        continue
      }
      while (!isSeparator(byte) && byte !== LINE_FEED) byte = bytes[++at]!
      sets.add(tokens.numberOf(bytes, from, at))
    }
  }
}

function isSeparator(byte: number): boolean {
  return byte === BLANK || byte === TAB || byte === CARRIAGE_RETURN
}
