import type { Kernel } from '../../../kernel/kernel.js'
import { recordTooLong } from '../../../read/record-limit.js'
import type { Bytes, Inputs } from '../../ports.js'
import { lineOfByte } from './line-counter.js'
import type { Unit } from './units.js'

const NEWLINE = 0x0a
const CHUNK = 2 ** 20
/** Bytes read beyond the end of a short unit, because its last line may end after it. */
const BEYOND = 8192
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** What is done with the lines of a unit. */
export interface LineReader {
  /**
   * Gets chunks that begin with a line: the bytes, the offset of the first one in the file, and whether the file ends with them. Returns how
   * many bytes it used: at least one whole line, if there is one.
   */
  readonly take: (bytes: Uint8Array, offset: number, final: boolean) => number
  /** Gets each line that is too long: its offset in the file, and its length without the newline. Default: `readUnit` throws. */
  readonly skip?: ((offset: number, bytes: number) => void) | undefined
  /** The kernel that the lines are for. */
  readonly kernel: Pick<Kernel, 'buffer'>
}

/**
 * Reads the lines of a unit.
 *
 * @throws BadRecord if a line has more than `maxLineBytes`; UnreadableInput if the file has changed
 */
export function readUnit(inputs: Inputs, unit: Unit, maxLineBytes: number, reader: LineReader): void {
  const bytes = inputs.open(unit)
  try {
    readOpenUnit(inputs, bytes, unit, maxLineBytes, reader)
    if (unit.stamp !== undefined) bytes.checkUnchanged(unit.stamp)
  } finally {
    bytes.close()
  }
}

/** Like `readUnit`, for an input that is open, and stays open. */
export function readOpenUnit(
  inputs: Inputs,
  bytes: Bytes,
  unit: Unit,
  maxLineBytes: number,
  reader: LineReader,
): void {
  new UnitReader(inputs, bytes, unit, maxLineBytes, reader).readAll()
}

class UnitReader {
  readonly #inputs: Inputs
  readonly #bytes: Bytes
  readonly #unit: Unit
  readonly #maxLineBytes: number
  readonly #reader: LineReader
  #buffer: Uint8Array
  /** The offset of the first byte in the buffer. */
  #offset: number
  #filled = 0

  constructor(inputs: Inputs, bytes: Bytes, unit: Unit, maxLineBytes: number, reader: LineReader) {
    this.#inputs = inputs
    this.#bytes = bytes
    this.#reader = reader
    this.#maxLineBytes = maxLineBytes
    this.#unit = unit
    this.#buffer = reader.kernel.buffer(Math.min(CHUNK, unit.to - unit.from + BEYOND))
    this.#offset = unit.from === 0 ? 0 : unit.from - 1
  }

  readAll(): void {
    const { take } = this.#reader
    if (!this.#skipToFirstLine()) return
    while (this.#offset < this.#unit.to) {
      let end = this.#endOfUnit()
      if (end === undefined) {
        this.#fill()
        end = this.#endOfUnit()
      }
      const final = this.#offset + this.#filled >= this.#bytes.size
      const size = end ?? this.#filled
      const used =
        size === 0 ? 0 : take(this.#buffer.subarray(0, size), this.#offset, final && size === this.#filled)
      if (used === 0 && final && end === undefined) return
      if (used > 0) this.#drop(used)
      else if (this.#buffer.length <= this.#maxLineBytes) this.#grow()
      else this.#skipLongLine()
    }
  }

  /** Moves to the first line that begins in the unit. Returns false if there is none. */
  #skipToFirstLine(): boolean {
    this.#fill()
    if (this.#unit.from === 0) {
      const start = this.#buffer.subarray(0, this.#filled)
      if (BYTE_ORDER_MARK.every((byte, i) => start[i] === byte)) this.#drop(BYTE_ORDER_MARK.length)
      return true
    }
    for (;;) {
      const newline = this.#buffer.subarray(0, this.#filled).indexOf(NEWLINE)
      if (newline >= 0) {
        this.#drop(newline + 1)
        return this.#offset < this.#unit.to
      }
      this.#drop(this.#filled)
      if (this.#offset >= this.#unit.to) return false
      this.#fill()
      if (this.#filled === 0) return false
    }
  }

  /** The end of the last line of the unit in the buffer, after its newline; undefined if it has not been read yet. */
  #endOfUnit(): number | undefined {
    const last = this.#unit.to - 1 - this.#offset
    if (last >= this.#filled) return undefined
    const newline = this.#buffer.subarray(0, this.#filled).indexOf(NEWLINE, Math.max(0, last))
    return newline < 0 ? undefined : newline + 1
  }

  #fill(): void {
    while (this.#filled < this.#buffer.length) {
      const at = this.#offset + this.#filled
      const read = this.#bytes.readAt(at, this.#buffer.subarray(this.#filled))
      if (read === 0) return
      this.#filled += read
    }
  }

  #drop(bytes: number): void {
    this.#buffer.copyWithin(0, bytes, this.#filled)
    this.#filled -= bytes
    this.#offset += bytes
  }

  /** Handles a line at the beginning of the buffer that does not fit. */
  #skipLongLine(): void {
    const start = this.#offset
    const { skip } = this.#reader
    if (skip === undefined) {
      const line = lineOfByte(this.#inputs, this.#unit, start)
      throw recordTooLong(this.#unit.name, line, this.#maxLineBytes)
    }
    for (;;) {
      const newline = this.#buffer.subarray(0, this.#filled).indexOf(NEWLINE)
      if (newline >= 0 || this.#filled === 0) {
        skip(start, this.#offset + Math.max(0, newline) - start)
        this.#drop(newline + 1)
        return
      }
      this.#drop(this.#filled)
      this.#fill()
    }
  }

  #grow(): void {
    // A larger buffer replaces this one.
    const known = this.#buffer.slice(0, this.#filled)
    // One byte more than the longest line, for its newline.
    this.#buffer = this.#reader.kernel.buffer(
      Math.max(this.#buffer.length + 1, Math.min(2 * this.#buffer.length, this.#maxLineBytes + 1)),
    )
    this.#buffer.set(known)
  }
}
