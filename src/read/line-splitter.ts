import { recordTooLong } from './record-limit.js'
import { Window } from './window.js'

const LINE_FEED = 0x0a

/** Takes a line by its 1-based number; the bytes, without the newline, are a view that holds until the call returns. */
export type VisitLine = (line: number, bytes: Uint8Array) => void

/** Cuts a stream of bytes into lines and holds no more than one. */
export class LineSplitter {
  readonly #file: string
  readonly #limit: number
  readonly #visit: VisitLine
  readonly #window: Window
  #at = 0
  #line = 1

  /** @param limit bytes that a line may have */
  constructor(file: string, limit: number, visit: VisitLine) {
    this.#file = file
    this.#limit = limit
    this.#visit = visit
    this.#window = new Window(limit)
  }

  push(chunk: Uint8Array): void {
    if (this.#window.isFull) throw recordTooLong(this.#file, this.#line, this.#limit)
    this.#at -= this.#window.append(chunk)
    const { bytes, end } = this.#window
    for (;;) {
      const newline = bytes.indexOf(LINE_FEED, this.#at)
      if (newline < 0 || newline >= end) break
      this.#visit(this.#line++, bytes.subarray(this.#window.start, newline))
      this.#at = newline + 1
      this.#window.start = this.#at
    }
    this.#at = end
  }

  /** Ends the input; what has no newline behind it is a line, too. */
  end(): void {
    const { bytes, start, end } = this.#window
    if (start < end) this.#visit(this.#line++, bytes.subarray(start, end))
  }
}

/** Refuses a stream in which a line has more bytes than the limit, without holding any of it. */
export class LineGuard {
  readonly #file: string
  readonly #limit: number
  #line = 1
  #length = 0

  constructor(file: string, limit: number) {
    this.#file = file
    this.#limit = limit
  }

  check(chunk: Uint8Array): void {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(end - start)
      this.#line++
      this.#length = 0
      start = end + 1
    }
    this.#add(chunk.length - start)
  }

  #add(bytes: number): void {
    this.#length += bytes
    if (this.#length > this.#limit) throw recordTooLong(this.#file, this.#line, this.#limit)
  }
}
