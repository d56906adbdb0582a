import { Window } from '../window.js'
import type { SetGatherer } from './set-gatherer.js'
import type { TokenNumbers } from './token-numbers.js'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BLANK = 0x20
const TAB = 0x09

/** One set a line, elements separated by blanks, in pieces of bytes; an empty line is an empty set. */
export class SetLines {
  readonly #tokens: TokenNumbers
  readonly #sets: SetGatherer
  readonly #window = new Window()
  #at = 0

  constructor(tokens: TokenNumbers, sets: SetGatherer) {
    this.#tokens = tokens
    this.#sets = sets
  }

  push(chunk: Uint8Array): void {
    this.#at -= this.#window.append(chunk)
    const { bytes, end } = this.#window
    for (;;) {
      const newline = bytes.indexOf(LINE_FEED, this.#at)
      if (newline < 0 || newline >= end) break
      this.#line(bytes, this.#window.start, newline)
      this.#at = newline + 1
      this.#window.start = this.#at
    }
    this.#at = end
  }

  end(): void {
    const { bytes, start, end } = this.#window
    if (start < end) this.#line(bytes, start, end)
  }

  #line(bytes: Uint8Array, start: number, end: number): void {
    const tokens = this.#tokens
    for (let at = start; at < end; at++) {
      if (isSeparator(bytes[at]!)) continue
      const from = at
      while (at < end && !isSeparator(bytes[at]!)) at++
      this.#sets.add(tokens.numberOf(bytes, from, at))
    }
    this.#sets.endSet()
  }
}

function isSeparator(byte: number): boolean {
  return byte === BLANK || byte === TAB || byte === CARRIAGE_RETURN
}
