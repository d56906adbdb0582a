import { isBlank, type VisitElement } from './json-list.js'
import { MAX_RECORD_BYTES, type RefuseLong, stopAtLong } from './record-limit.js'
import { Window } from './window.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const LINE_FEED = 0x0a

/**
 * Splits a sequence of JSON objects, each on any number of lines, in pieces of bytes. It finds where objects begin and end; the caller
 * checks that each is valid JSON.
 */
export class JsonObjectSplitter {
  readonly #object: VisitElement
  readonly #limit: number
  readonly #refuse: RefuseLong
  readonly #window: Window
  #at = 0
  /** Bytes of the text that are no longer in the window. */
  #dropped = 0
  #line = 1
  #startLine = 1
  #depth = 0
  #inString = false
  #escaped = false
  /** Whether the current object is too long, so that the rest of it is dropped. */
  #isLong = false

  /**
   * @param limit maximum number of bytes of an object
   * @param refuse receives the line of an object that is too long. Default: throws `TooLarge`
   */
  constructor(object: VisitElement, limit = MAX_RECORD_BYTES, refuse = stopAtLong(limit)) {
    this.#object = object
    this.#limit = limit
    this.#refuse = refuse
    this.#window = new Window(limit + 1)
  }

  /** The line on which the current object begins. */
  get line(): number {
    return this.#startLine
  }

  /** Adds the next piece. Returns the problem with the text as a whole, if any. */
  push(chunk: Uint8Array): string | undefined {
    if (this.#window.isFull) this.#dropOpenObject()
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

  /** Ends the input. Returns the problem with the text as a whole, if any. */
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
      this.#endObject(this.#at + 1)
      this.#window.start = this.#at + 1
    }
  }

  #endObject(end: number): void {
    const { bytes, start } = this.#window
    if (!this.#isLong && end - start > this.#limit) this.#refuseObject()
    if (!this.#isLong) this.#object(this.#startLine, bytes.subarray(start, end), this.#dropped + start)
    this.#isLong = false
  }

  #dropOpenObject(): void {
    if (!this.#isLong) this.#refuseObject()
    this.#window.start = this.#window.end
  }

  #refuseObject(): void {
    this.#refuse(this.#startLine)
    this.#isLong = true
  }
}

/** The characters after which pretty-printers break lines. */
const BREAKS = new Set([OPEN, 0x5b, 0x2c])

/**
 * Whether a text begins with a JSON object that continues beyond its line, as pretty-printers break it: after an opening brace, a bracket
 * or a comma. A line that ends anywhere else is a broken line of JSON Lines.
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
