import { MAX_RECORD_BYTES, type RefuseLong, stopAtLong } from './record-limit.js'
import { Window } from './window.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/**
 * Receives an element: the 1-based line on which it begins, its bytes, which are valid until the call returns, and the number of bytes of
 * the text before it.
 */
export type VisitElement = (line: number, bytes: Uint8Array, start: number) => void

/** The position within a JSON array. */
type State = 'before' | 'first' | 'element' | 'next' | 'after'

/**
 * Splits one JSON array into its elements, in pieces of bytes, without holding more than one element. It finds where elements begin and end;
 * the caller checks that each is valid JSON.
 */
export class JsonListSplitter {
  readonly #element: VisitElement
  readonly #limit: number
  readonly #refuse: RefuseLong
  readonly #window: Window
  #state: State = 'before'
  #at = 0
  /** Bytes of the text that are no longer in the window. */
  #dropped = 0
  #line = 1
  #startLine = 1
  #depth = 0
  #inString = false
  #escaped = false
  /** Whether the current element is too long, so that the rest of it is dropped. */
  #isLong = false

  /**
   * @param limit maximum number of bytes of an element
   * @param refuse receives the line of an element that is too long. Default: throws `TooLarge`
   */
  constructor(element: VisitElement, limit = MAX_RECORD_BYTES, refuse = stopAtLong(limit)) {
    this.#element = element
    this.#limit = limit
    this.#refuse = refuse
    this.#window = new Window(limit + 1)
  }

  /** The line on which the current element begins. */
  get line(): number {
    return this.#startLine
  }

  /** Adds the next piece. Returns the problem with the list as a whole, if any. */
  push(chunk: Uint8Array): string | undefined {
    if (this.#window.isFull) this.#dropOpenElement()
    const dropped = this.#window.append(chunk)
    this.#at -= dropped
    this.#dropped += dropped
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

  /** Ends the input. Returns the problem with the list as a whole, if any. */
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
      this.#endElement()
      this.#state = byte === COMMA ? 'next' : 'after'
    }
  }

  #endElement(): void {
    const { bytes, start } = this.#window
    if (!this.#isLong && this.#at - start > this.#limit) this.#refuseElement()
    if (!this.#isLong) this.#element(this.#startLine, bytes.subarray(start, this.#at), this.#dropped + start)
    this.#isLong = false
  }

  #dropOpenElement(): void {
    if (!this.#isLong) this.#refuseElement()
    this.#window.start = this.#window.end
  }

  #refuseElement(): void {
    this.#refuse(this.#startLine)
    this.#isLong = true
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
      return `there is text after the end of the list, on line ${this.#line}`
    else return 'it is not a JSON array'
    return undefined
  }
}

/** Whether a byte is white space in JSON. */
export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
