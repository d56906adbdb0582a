/// <reference types="node" />
import type { TextTable } from './node-open-table.js'
import { RecentNumbers } from './recent-numbers.js'

/** The number of bytes that are passed on at a time. */
const PASSED_ON = 2 ** 16
/** A call of the native encoder takes longer than a text of up to this many characters. */
const SHORT = 64
const MAX_ASCII = 127

/** Rows as bytes of text, for tables of many short rows that have a value for every column. There is no string or object for a row. */
export class RowBytes {
  readonly #table: TextTable
  readonly #columns: readonly RecentNumbers[]
  /** The bytes that a row takes at most, apart from texts. */
  readonly #margin: number
  readonly #end: Buffer
  #bytes: Buffer
  #view: DataView
  #used = 0
  #rows = 0
  #column = 0

  constructor(table: TextTable) {
    const { starts, end } = table.format
    this.#table = table
    this.#columns = starts.map((start) => new RecentNumbers(Buffer.from(start)))
    this.#end = Buffer.from(end)
    this.#margin = this.#columns.reduce((sum, { maxBytes }) => sum + maxBytes, this.#end.length)
    this.#bytes = Buffer.allocUnsafe(PASSED_ON + this.#margin)
    this.#view = viewOf(this.#bytes)
  }

  /** Adds a value to the row. */
  add(value: string | number | boolean): void {
    const column = this.#column++
    if (typeof value === 'number') this.#used = this.#columns[column]!.write(value, this.#view, this.#used)
    else {
      const { starts, textOf } = this.#table.format
      this.#addText(starts[column]!)
      this.#addText(typeof value === 'string' ? textOf(value) : String(value))
    }
  }

  endRow(): void {
    const { length } = this.#end
    for (let i = 0; i < length; i++) this.#bytes[this.#used++] = this.#end[i]!
    this.#column = 0
    this.#rows++
  }

  /** Whether there are so many rows that they should be passed on. */
  get isFull(): boolean {
    return this.#used >= PASSED_ON
  }

  /** Passes on all rows so far. If it returns a promise, await it before the next row. */
  flush(): void | Promise<void> {
    const [bytes, rows] = [this.#bytes.subarray(0, this.#used), this.#rows]
    this.#used = 0
    this.#rows = 0
    return this.#table.write(bytes, rows)
  }

  #addText(text: string): void {
    // A code unit takes at most three bytes.
    const needed = this.#used + 3 * text.length + this.#margin
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed)
      larger.set(this.#bytes.subarray(0, this.#used))
      this.#bytes = larger
      this.#view = viewOf(larger)
    }
    const end = writeShort(text, this.#bytes, this.#used)
    this.#used = end ?? this.#used + this.#bytes.write(text, this.#used)
  }
}

/** Writes a short text of ASCII and returns where it ends; undefined for any other text. */
function writeShort(text: string, target: Uint8Array, at: number): number | undefined {
  if (text.length > SHORT) return undefined
  let end = at
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > MAX_ASCII) return undefined
    target[end++] = unit
  }
  return end
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
