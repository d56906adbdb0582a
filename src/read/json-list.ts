import { Window } from './window.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/** What a JSON list may still hold. */
type State = 'before' | 'first' | 'element' | 'next' | 'after'

/**
 * Cuts one JSON list into its elements, in pieces of bytes, without holding more than one element. It finds where
 * elements begin and end; whether each is JSON is for the caller to see.
 */
export class JsonListSplitter {
  readonly #element: (line: number, bytes: Uint8Array) => void
  readonly #window: Window
  #state: State = 'before'
  #at = 0
  #line = 1
  #startLine = 1
  #depth = 0
  #inString = false
  #escaped = false

  /** `element` gets the 1-based line on which an element begins and its bytes, which hold until it returns; an element beyond `limit` bytes is `TooLarge`. */
  constructor(element: (line: number, bytes: Uint8Array) => void, limit?: number) {
    this.#element = element
    this.#window = new Window(limit)
  }

  /** The line on which the element begins that is being read. */
  get line(): number {
    return this.#startLine
  }

  /** Takes the next piece. Returns what is wrong with the list as a whole, if anything is. */
  push(chunk: Uint8Array): string | undefined {
    this.#at -= this.#window.append(chunk)
    const { bytes, end } = this.#window
    for (; this.#at < end; this.#at++) {
      const byte = bytes[this.#at]!
      if (byte === 0x0a) this.#line++
      if (this.#state === 'element') this.#inElement(byte)
      else if (!isBlank(byte)) {
        const problem = this.#between(byte)
        if (problem !== undefined) return problem
      }
      if (this.#state !== 'element') this.#window.start = this.#at + 1
    }
    return undefined
  }

  /** Ends the input. Returns what is wrong with the list as a whole, if anything is. */
  end(): string | undefined {
    return this.#state === 'after' ? undefined : `the list is cut short: it has no end by line ${this.#line}`
  }

  #inElement(byte: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inString = false
    } else if (byte === QUOTE) this.#inString = true
    else if (byte === 0x7b || byte === OPEN_LIST) this.#depth++
    else if (this.#depth > 0 && (byte === 0x7d || byte === CLOSE_LIST)) this.#depth--
    else if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) {
      this.#element(this.#startLine, this.#window.bytes.subarray(this.#window.start, this.#at))
      this.#state = byte === COMMA ? 'next' : 'after'
    }
  }

  #between(byte: number): string | undefined {
    if (this.#state === 'before' && byte === OPEN_LIST) this.#state = 'first'
    else if (this.#state === 'first' && byte === CLOSE_LIST) this.#state = 'after'
    else if (this.#state === 'first' || this.#state === 'next') {
      if (byte === COMMA || byte === CLOSE_LIST)
        return `an element of the list is missing on line ${this.#line}`
      this.#state = 'element'
      this.#startLine = this.#line
      this.#window.start = this.#at
      this.#inElement(byte)
    } else if (this.#state === 'after')
      return `there is more after the end of the list, on line ${this.#line}`
    else return 'it is no JSON list'
    return undefined
  }
}

/** Whether a byte is white space in JSON. */
export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
