import type { BadRecord } from '../model/errors.js'
import { isBlank } from './json-list.js'
import { recordTooLong, tooManyBlankLines } from './record-limit.js'
import { Window } from './window.js'

const LINE_FEED = 0x0a

/** Receives a line by its 1-based number; the bytes, without the newline, are a view that is valid until the call returns. */
export type VisitLine = (line: number, bytes: Uint8Array) => void

/** Receives the error for a line that exceeds the limit: throws it, or returns to skip the line. */
type RefuseLine = (error: BadRecord) => void

const stop: RefuseLine = (error) => {
  throw error
}

/** Splits a stream of bytes into lines, holding at most one. */
export class LineSplitter {
  readonly #file: string
  readonly #limit: number
  readonly #visit: VisitLine
  readonly #refuse: RefuseLine
  readonly #window: Window
  #at = 0
  #line = 1
  /** Whether the current line is too long, so that the rest of it is dropped. */
  #isLong = false

  /**
   * @param limit maximum number of bytes of a line
   * @param refuse receives the error as soon as a line is too long. Default: throws it
   */
  constructor(file: string, limit: number, visit: VisitLine, refuse: RefuseLine = stop) {
    this.#file = file
    this.#limit = limit
    this.#visit = visit
    this.#refuse = refuse
    this.#window = new Window(limit + 1)
  }

  push(chunk: Uint8Array): void {
    if (this.#window.isFull) this.#dropOpenLine()
    this.#at -= this.#window.append(chunk)
    const { bytes, end } = this.#window
    for (;;) {
      const newline = bytes.indexOf(LINE_FEED, this.#at)
      if (newline < 0 || newline >= end) break
      this.#endLine(newline)
      this.#at = newline + 1
      this.#window.start = this.#at
    }
    this.#at = end
  }

  /** Ends the input; a last line without a newline counts as well. */
  end(): void {
    const { start, end } = this.#window
    if (start < end || this.#isLong) this.#endLine(end)
  }

  #endLine(end: number): void {
    const { bytes, start } = this.#window
    if (!this.#isLong && end - start > this.#limit) this.#refuseLine()
    if (!this.#isLong) this.#visit(this.#line, bytes.subarray(start, end))
    this.#isLong = false
    this.#line++
  }

  #dropOpenLine(): void {
    if (!this.#isLong) this.#refuseLine()
    this.#window.start = this.#window.end
  }

  #refuseLine(): void {
    this.#refuse(recordTooLong(this.#file, this.#line, this.#limit))
    this.#isLong = true
  }
}

/** Where copied lines go. */
interface LineTarget {
  /** The number of bytes written so far. */
  readonly bytes: number
  write(bytes: Uint8Array): void
  /** Removes everything after the first `bytes` bytes. */
  cutTo(bytes: number): void
}

/**
 * Copies a stream of lines as it arrives. A line that exceeds the limit is rejected and replaced by a blank line, so that the following
 * lines keep their numbers; more blank lines in a row than the limit are an error.
 */
export class LineCopier {
  readonly #file: string
  readonly #limit: number
  readonly #target: LineTarget
  readonly #refuse: RefuseLine
  #line = 1
  /** Bytes of the current line. */
  #length = 0
  #isLong = false
  /** Blank bytes since the last byte that was not blank. */
  #blank = 0

  /**
   * @param limit maximum number of bytes of a line
   * @param refuse receives the error as soon as a line is too long. Default: throws it
   */
  constructor(file: string, limit: number, target: LineTarget, refuse: RefuseLine = stop) {
    this.#file = file
    this.#limit = limit
    this.#target = target
    this.#refuse = refuse
  }

  push(chunk: Uint8Array): void {
    // Everything before this has been written or dropped.
    let from = 0
    for (let start = 0; start < chunk.length; ) {
      const newline = chunk.indexOf(LINE_FEED, start)
      const end = newline < 0 ? chunk.length : newline
      const carried = this.#length
      this.#length += end - start
      if (!this.#isLong && this.#length > this.#limit) {
        this.#refuse(recordTooLong(this.#file, this.#line, this.#limit))
        this.#isLong = true
        this.#target.write(chunk.subarray(from, start))
        this.#target.cutTo(this.#target.bytes - carried)
      }
      if (this.#isLong) from = end
      this.#countBlank(chunk, start, end)
      if (newline < 0) break
      this.#line++
      this.#length = 0
      this.#isLong = false
      start = newline + 1
    }
    this.#target.write(chunk.subarray(from))
  }

  /** Counts the bytes of a part of a line, and its newline, if they are blank. */
  #countBlank(chunk: Uint8Array, start: number, end: number): void {
    let at = start
    while (at < end && isBlank(chunk[at]!)) at++
    if (at < end) this.#blank = 0
    else this.#blank += end + 1 - start
    if (this.#blank > this.#limit) throw tooManyBlankLines(this.#file, this.#line, this.#limit)
  }
}
