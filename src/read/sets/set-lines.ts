import { MAX_RECORD_BYTES, type RefuseLong, stopAtLong } from '../record-limit.js'
import { Window } from '../window.js'
import type { SetGatherer } from './set-gatherer.js'
import { MAX_DIGITS, SMALL, type TokenNumbers } from './token-numbers.js'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BLANK = 0x20
const TAB = 0x09
const ZERO = 0x30

/** Reads integers from lines, many at a time; the kernel implements it. */
export interface NumberReader {
  /** The maximum number of bytes of a piece. */
  readonly maxBytes: number
  /** After the last call: how many numbers were read, and for each completed line how many come before its end. */
  readonly count: number
  readonly values: Uint32Array
  readonly lines: number
  readonly ends: Uint32Array
  /** Sets the piece of lines to read. */
  take(piece: Uint8Array): void
  /**
   * Continues at an offset in the piece. Returns the offset of the first token that does not end within the piece or is not an integer
   * below `SMALL` in its usual form, or the end of the piece.
   */
  read(offset: number): number
}

/** Reads sets from pieces of bytes: one set per line, elements separated by blanks. An empty line is an empty set. */
export class SetLines {
  readonly #tokens: TokenNumbers
  readonly #sets: SetGatherer
  readonly #numbers: NumberReader | undefined
  readonly #limit: number
  readonly #refuse: RefuseLong
  readonly #window: Window
  /** Whether the current line is too long, so the rest of it is dropped. */
  #isLong = false
  /** The lines that were too long, in order, counted from 0. */
  readonly skipped: number[] = []
  /** The number of sets of earlier files. */
  readonly #before: number

  /**
   * @param numbers reads integers; without it they are read here, which takes three times as long
   * @param limit maximum number of bytes per line
   * @param refuse receives the 1-based number of a line as soon as it turns out to be too long. Default: throws `TooLarge`
   */
  constructor(
    tokens: TokenNumbers,
    sets: SetGatherer,
    numbers?: NumberReader,
    limit = MAX_RECORD_BYTES,
    refuse = stopAtLong(limit),
  ) {
    this.#limit = limit
    this.#refuse = refuse
    this.#window = new Window(limit + 1)
    this.#tokens = tokens
    this.#sets = sets
    this.#before = sets.count
    this.#numbers = numbers
  }

  /** The current line, counted from 1. Every line so far was either a set or too long. */
  get line(): number {
    return this.#sets.count - this.#before + this.skipped.length + 1
  }

  push(chunk: Uint8Array): void {
    if (this.#window.isFull) this.#dropOpenLine()
    this.#window.append(chunk)
    const whole = chunk.lastIndexOf(LINE_FEED) + 1
    if (whole === 0) return
    const { bytes, start, end } = this.#window
    const to = end - chunk.length + whole
    this.#window.start = to
    this.#read(bytes, this.#passLong(bytes, start, to), to)
  }

  end(): void {
    if (this.#window.start < this.#window.end || this.#isLong) this.push(Uint8Array.of(LINE_FEED))
  }

  /** Reads whole lines. */
  #read(bytes: Uint8Array, start: number, end: number): void {
    if (this.#numbers === undefined) this.#lines(bytes, start, end)
    else this.#manyLines(bytes.subarray(start, end), this.#numbers)
  }

  /** Skips lines that are too long and reads the lines before the last of them. Returns where the rest begins. */
  #passLong(bytes: Uint8Array, start: number, end: number): number {
    if (!this.#isLong && end - start <= this.#limit) return start
    let from = start
    for (let at = start; at < end; ) {
      const newline = bytes.indexOf(LINE_FEED, at)
      if (this.#isLong || newline - at > this.#limit) {
        this.#read(bytes, from, at)
        if (!this.#isLong) this.#refuse(this.line)
        this.#isLong = false
        this.skipped.push(this.line - 1)
        from = newline + 1
      }
      at = newline + 1
    }
    return from
  }

  #dropOpenLine(): void {
    if (!this.#isLong) this.#refuse(this.line)
    this.#isLong = true
    this.#window.start = this.#window.end
  }

  /** Reads whole lines, piece by piece. */
  #manyLines(bytes: Uint8Array, numbers: NumberReader): void {
    let at = 0
    for (let used = -1; at < bytes.length && used !== 0; at += used) {
      used = this.#piece(bytes.subarray(at, at + numbers.maxBytes), numbers)
    }
    // The next token, or the next line of words, is longer than a piece.
    if (at < bytes.length) this.#lines(bytes, at, bytes.length)
  }

  /** Reads the whole tokens at the start of a piece. Returns the number of bytes read. */
  #piece(piece: Uint8Array, numbers: NumberReader): number {
    numbers.take(piece)
    for (let at = 0; ; ) {
      at = numbers.read(at)
      this.#addNumbers(numbers)
      if (at === piece.length) return at
      const end = endOfToken(piece, at)
      if (end === piece.length) return at
      if (numbers.count > 0) {
        this.#sets.add(this.#tokens.numberOf(piece, at, end))
        at = end
        continue
      }
      // These lines probably contain words.
      const lines = piece.lastIndexOf(LINE_FEED) + 1
      if (lines <= at) return at
      this.#lines(piece, at, lines)
      return lines
    }
  }

  #addNumbers({ count, values, lines, ends }: NumberReader): void {
    this.#tokens.numberSmall(values, count)
    let from = 0
    for (let line = 0; line < lines; line++) {
      this.#sets.addSome(values, from, ends[line]!)
      this.#sets.endSet()
      from = ends[line]!
    }
    this.#sets.addSome(values, from, count)
  }

  /** Reads whole lines. The last byte is a line feed, so tokens need no check for the end of the bytes. */
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
      while (byte >= ZERO && byte <= ZERO + 9 && at - from < MAX_DIGITS) {
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

/** The end of the token that begins at `start`, or the end of the bytes. */
function endOfToken(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && !isSeparator(bytes[at]!) && bytes[at] !== LINE_FEED) at++
  return at
}

function isSeparator(byte: number): boolean {
  return byte === BLANK || byte === TAB || byte === CARRIAGE_RETURN
}
