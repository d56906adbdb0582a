import { MAX_RECORD_BYTES } from './record-limit.js'
import { Window } from './window.js'

// Not csv-parse: at 15 MB/s on one core, it would make reading the longest stage by far; it gives no access to the bytes, to check for
// UTF-8; and after a stray quote it swallows the following rows. The tests use it as a reference.

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/** Receives what a parser finds. Lines are 1-based; the line of a row is the one on which it begins. */
export interface CsvHandler {
  /**
   * The fields are views that are valid until the call returns.
   *
   * @param raw the row as written, with its line end: a view that is valid until the next push; the same applies below
   */
  row(line: number, fields: readonly Uint8Array[], raw: Uint8Array): void
  bad(line: number, problem: string, raw: Uint8Array): void
  /** A line without a field. */
  blank?(raw: Uint8Array): void
  /**
   * A row with more bytes than the limit, in parts, none of which is held. The first may come long before the row ends; `part` is a copy,
   * or a view as above. Without this method, such a row is `TooLarge`.
   */
  long?(line: number, part: Uint8Array, isLast: boolean): void
}

/**
 * What a quote means. `strict`: a field that begins with a quote must end with one; otherwise the row is bad, because it could silently
 * swallow what follows. Inside other fields, a quote is an ordinary character. `lenient`: a field with wrong quotes is used as written, for
 * a first look at a text. `none`: every quote is an ordinary character.
 */
export type Quoting = 'strict' | 'lenient' | 'none'

type State = 'field' | 'plain' | 'quoted' | 'closed' | 'bad'

/**
 * Parses delimited text in pieces of bytes: fields may be quoted, a quote inside a quoted field is doubled, rows end with LF or CR LF.
 * Blank lines are ignored. After a bad row, parsing restarts at the next line.
 */
export class CsvParser {
  readonly #delimiter: number
  readonly #quoting: Quoting
  readonly #handler: CsvHandler
  readonly #window: Window
  readonly #limit: number
  #state: State = 'field'
  #at = 0
  #line = 1
  #fieldStart = 0
  #isQuoted = false
  #hasEscapedQuote = false
  #fields: { start: number; end: number; isQuoted: boolean; hasEscapedQuote: boolean }[] = []
  #problem = ''
  /** Whether parts of the current row were dropped because it is too long, and the number of lines in them. */
  #isLong = false
  #droppedLines = 0

  /**
   * @param delimiter one ASCII character
   * @param limit bytes that a row may have; more is `TooLarge`. Default: `MAX_RECORD_BYTES`
   */
  constructor(delimiter: string, handler: CsvHandler, quoting: Quoting = 'strict', limit = MAX_RECORD_BYTES) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#handler = handler
    this.#quoting = quoting
    this.#limit = limit
    this.#window = new Window(limit)
  }

  /** The line on which the current row begins. */
  get line(): number {
    return this.#line
  }

  push(chunk: Uint8Array): void {
    if (this.#window.isFull && this.#handler.long !== undefined) this.#dropOpenRow()
    const moved = this.#window.append(chunk)
    this.#at -= moved
    this.#fieldStart -= moved
    for (const field of this.#fields) {
      field.start -= moved
      field.end -= moved
    }
    this.#scan(false)
  }

  /** Ends the input. Returns the line of an opening quote that is never closed, if there is one. */
  end(): number | undefined {
    this.#scan(true)
    while (this.#state === 'quoted' && this.#quoting === 'lenient') {
      this.#unquote()
      this.#scan(true)
    }
    if (this.#state === 'quoted') {
      if (this.#isLong) return this.#line
      return this.#line + this.#newlines(this.#window.start, this.#fieldStart)
    }
    const { start, end } = this.#window
    if (this.#state === 'bad') this.#endBad(end)
    else if (start < end || this.#isLong) this.#endRow(end, end)
    return undefined
  }

  #scan(isLast: boolean): void {
    const window = this.#window
    while (this.#at < window.end) {
      const { bytes, end } = window
      if (this.#state === 'field') {
        this.#isQuoted = bytes[this.#at] === QUOTE && this.#quoting !== 'none'
        this.#hasEscapedQuote = false
        if (this.#isQuoted) this.#at++
        this.#fieldStart = this.#at
        this.#state = this.#isQuoted ? 'quoted' : 'plain'
      } else if (this.#state === 'plain') {
        if (!this.#scanPlain(bytes, end)) return
      } else if (this.#state === 'quoted') {
        let at = this.#at
        while (at < end && bytes[at] !== QUOTE) at++
        this.#at = Math.min(end, at + 1)
        if (at === end) return
        this.#state = 'closed'
      } else if (this.#state === 'closed') {
        if (!this.#afterQuote(bytes, end, isLast)) return
      } else {
        const newline = bytes.indexOf(LF, this.#at)
        this.#at = newline < 0 || newline >= end ? end : newline + 1
        if (newline < 0 || newline >= end) return
        this.#endBad(this.#at)
      }
    }
  }

  /** Continues in an unquoted field. Returns false if more bytes are needed. */
  #scanPlain(bytes: Uint8Array, end: number): boolean {
    const delimiter = this.#delimiter
    let at = this.#at
    for (; at < end; at++) {
      const byte = bytes[at]!
      if (byte === delimiter || byte === LF) break
    }
    this.#at = at
    if (at === end) return false
    if (bytes[at] === delimiter) this.#endField(at, at + 1)
    else {
      const hasReturn = at > this.#fieldStart && bytes[at - 1] === CR
      this.#endRow(hasReturn ? at - 1 : at, at + 1)
    }
    return true
  }

  /** What follows a quote inside a quoted field: another one, or the field's end. */
  #afterQuote(bytes: Uint8Array, end: number, isLast: boolean): boolean {
    const at = this.#at
    const byte = bytes[at]!
    if (byte === QUOTE) {
      this.#hasEscapedQuote = true
      this.#at++
      this.#state = 'quoted'
    } else if (byte === this.#delimiter) this.#endField(at - 1, at + 1)
    else if (byte === LF) this.#endRow(at - 1, at + 1)
    else if (byte === CR && at + 1 === end && !isLast) return false
    else if (byte === CR && (at + 1 === end || bytes[at + 1] === LF)) {
      this.#endRow(at - 1, Math.min(end, at + 2))
    } else if (this.#quoting === 'lenient') this.#unquote()
    else this.#markBad('text after the closing quote of a field')
    return true
  }

  /**
   * Reads a quoted field again as an unquoted one. If the row is too long, the field is no longer available, and the row ends with its
   * line.
   */
  #unquote(): void {
    if (this.#isLong) {
      this.#markBad('')
      return
    }
    this.#fieldStart--
    this.#at = this.#fieldStart
    this.#isQuoted = false
    this.#hasEscapedQuote = false
    this.#state = 'plain'
  }

  #markBad(problem: string): void {
    this.#problem = problem
    this.#state = 'bad'
  }

  #endField(end: number, next: number): void {
    this.#fields.push({
      start: this.#fieldStart,
      end,
      isQuoted: this.#isQuoted,
      hasEscapedQuote: this.#hasEscapedQuote,
    })
    this.#at = next
    this.#state = 'field'
    this.#isQuoted = false
    this.#fieldStart = next
  }

  /** Drops the bytes of the current row, which is too long; the quoting state is kept, so that its end is found. */
  #dropOpenRow(): void {
    const { bytes, start } = this.#window
    this.#handler.long!(this.#line, bytes.slice(start, this.#at), false)
    this.#droppedLines += this.#newlines(start, this.#at)
    this.#isLong = true
    this.#fields = []
    this.#fieldStart = this.#at
    this.#window.start = this.#at
  }

  /** Whether the row up to `next` is too long and was therefore passed on as such. */
  #endLong(next: number): boolean {
    const { bytes, start } = this.#window
    const isLong = this.#isLong || (next - start > this.#limit && this.#handler.long !== undefined)
    if (!isLong) return false
    this.#handler.long!(this.#line, bytes.subarray(start, next), true)
    this.#startRow(start, next)
    return true
  }

  #endRow(fieldEnd: number, next: number): void {
    if (this.#endLong(next)) return
    const { bytes, start } = this.#window
    // At the end of the input, the last quote may be right before it.
    const isClosedAtEnd = this.#state === 'closed' && fieldEnd === next
    if (this.#state === 'field') this.#fieldStart = fieldEnd
    this.#endField(isClosedAtEnd ? fieldEnd - 1 : fieldEnd, next)
    const fields = this.#fields
    const isBlank = fields.length === 1 && !fields[0]!.isQuoted && fields[0]!.end <= fields[0]!.start
    const raw = bytes.subarray(start, next)
    if (isBlank) this.#handler.blank?.(raw)
    else {
      this.#handler.row(
        this.#line,
        fields.map((field) => {
          const view = bytes.subarray(field.start, field.end)
          return field.hasEscapedQuote ? unescapeQuotes(view) : view
        }),
        raw,
      )
    }
    this.#startRow(start, next)
  }

  #endBad(next: number): void {
    if (this.#endLong(next)) return
    const { bytes, start } = this.#window
    this.#handler.bad(this.#line, this.#problem, bytes.subarray(start, next))
    this.#startRow(start, next)
  }

  #startRow(previous: number, next: number): void {
    this.#line += this.#droppedLines + this.#newlines(previous, next)
    this.#droppedLines = 0
    this.#isLong = false
    this.#fields = []
    this.#state = 'field'
    this.#window.start = next
    this.#at = next
  }

  #newlines(from: number, to: number): number {
    const { bytes } = this.#window
    let count = 0
    for (let at = from; at < to; at++) {
      if (bytes[at] === LF) count++
    }
    return count
  }
}

function unescapeQuotes(bytes: Uint8Array): Uint8Array {
  const single = new Uint8Array(bytes.length)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === QUOTE) i++
    single[length++] = bytes[i]!
  }
  return single.subarray(0, length)
}
