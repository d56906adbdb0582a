import { isBlank, type VisitElement } from './json-list.js'
import { Window } from './window.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const LINE_FEED = 0x0a

/**
 * Cuts JSON objects that stand one after the other, each on as many lines as it likes, in pieces of bytes. It finds where
 * objects begin and end; whether each is JSON is for the caller to see.
 */
export class JsonObjectSplitter {
  readonly #object: VisitElement
  readonly #window: Window
  #at = 0
  /** Bytes of the text that are no longer in the window. */
  #dropped = 0
  #line = 1
  #startLine = 1
  #depth = 0
  #inString = false
  #escaped = false

  /** An object beyond `limit` bytes is `TooLarge`. */
  constructor(object: VisitElement, limit?: number) {
    this.#object = object
    this.#window = new Window(limit)
  }

  /** The line on which the object begins that is being read. */
  get line(): number {
    return this.#startLine
  }

  /** Takes the next piece. Returns what is wrong with the text as a whole, if anything is. */
  push(chunk: Uint8Array): string | undefined {
    const dropped = this.#window.append(chunk)
    this.#at -= dropped
    this.#dropped += dropped
    const { bytes, end } = this.#window
    for (; this.#at < end; this.#at++) {
      const byte = bytes[this.#at]!
      if (byte === LINE_FEED) this.#line++
      if (this.#depth > 0) this.#inObject(byte)
      else if (byte === OPEN) {
        this.#depth = 1
        this.#startLine = this.#line
        this.#window.start = this.#at
      } else if (!isBlank(byte)) return `line ${this.#line} does not begin with a JSON object`
    }
    if (this.#depth === 0) this.#window.start = this.#at
    return undefined
  }

  /** Ends the input. Returns what is wrong with the text as a whole, if anything is. */
  end(): string | undefined {
    return this.#depth === 0 ? undefined : `the JSON object that begins on line ${this.#startLine} has no end`
  }

  #inObject(byte: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inString = false
    } else if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN) this.#depth++
    else if (byte === CLOSE && --this.#depth === 0) {
      const { bytes, start } = this.#window
      this.#object(this.#startLine, bytes.subarray(start, this.#at + 1), this.#dropped + start)
      this.#window.start = this.#at + 1
    }
  }
}

/** What a pretty-printer breaks lines after. */
const BREAKS = new Set([OPEN, 0x5b, 0x2c])

/**
 * Whether a text begins with a JSON object that goes on beyond its line, as pretty-printers break it: after an opening brace, a
 * bracket or a comma. A line that ends anywhere else is a broken line of JSON Lines.
 */
export function spansLines(head: Uint8Array): boolean {
  let at = head.findIndex((byte) => !isBlank(byte))
  if (at < 0 || head[at] !== OPEN) return false
  let depth = 0
  let inString = false
  let last = 0
  for (; at < head.length; at++) {
    const byte = head[at]!
    if (byte === LINE_FEED) return !inString && depth > 0 && BREAKS.has(last)
    if (!isBlank(byte)) last = byte
    if (inString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === OPEN || byte === 0x5b) depth++
    else if (byte === CLOSE || byte === 0x5d) depth--
  }
  return false
}
