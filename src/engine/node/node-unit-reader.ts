import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readFault } from '../../read/node-fault.js'
import { checkOpenUnchanged } from '../../read/node-input-stamps.js'
import { lineOfByte } from '../../read/node-line-counter.js'
import { recordTooLong } from '../../read/record-limit.js'
import type { Unit } from '../stages/read/units.js'

const NEWLINE = 0x0a
const CHUNK = 2 ** 20
/** Read beyond a short unit at once: its last line may end behind it. */
const BEYOND = 8192
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

type TakeLines = (bytes: Uint8Array, place: number, final: boolean) => number
type SkipLine = (place: number, bytes: number) => void

/**
 * Hands the lines of a unit over in chunks of whole lines. `take` gets the bytes, the place of the first in the file, and
 * whether the file ends with them; it returns how many bytes it used, at least one line where there is a whole one.
 *
 * A line of more than `mostLineBytes` is skipped and handed to `skip`, where that is given: its first byte in the file, and its
 * bytes without the newline.
 *
 * @throws BadRecord where a line has more than `mostLineBytes`; UnreadableInput where the file has changed
 */
export function readUnit(unit: Unit, mostLineBytes: number, take: TakeLines, skip?: SkipLine): void {
  const file = openUnit(unit)
  try {
    readOpenUnit(file, unit, mostLineBytes, take, skip)
    if (unit.stamp !== undefined) checkOpenUnchanged(file, unit.stamp)
  } finally {
    closeSync(file)
  }
}

/** The same where the file is open, and stays so. */
export function readOpenUnit(
  file: number,
  unit: Unit,
  mostLineBytes: number,
  take: TakeLines,
  skip?: SkipLine,
): void {
  new UnitReader(file, unit, mostLineBytes, skip).readAll(take)
}

/** Opens the file of a unit. */
export function openUnit({ name, path }: Pick<Unit, 'name' | 'path'>): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw readFault(name, error)
  }
}

class UnitReader {
  readonly #file: number
  readonly #unit: Unit
  readonly #fileBytes: number
  readonly #mostLineBytes: number
  readonly #skip: SkipLine | undefined
  #buffer: Buffer
  /** Of the first byte in the buffer. */
  #place: number
  #filled = 0

  constructor(file: number, unit: Unit, mostLineBytes: number, skip: SkipLine | undefined) {
    this.#file = file
    this.#skip = skip
    this.#mostLineBytes = mostLineBytes
    this.#unit = unit
    this.#buffer = Buffer.allocUnsafe(Math.min(CHUNK, unit.to - unit.from + BEYOND))
    this.#fileBytes = fstatSync(file).size
    this.#place = unit.from === 0 ? 0 : unit.from - 1
  }

  readAll(take: TakeLines): void {
    if (!this.#skipToFirstLine()) return
    while (this.#place < this.#unit.to) {
      this.#fill()
      const end = this.#endOfUnit()
      const final = this.#place + this.#filled >= this.#fileBytes
      const size = end ?? this.#filled
      const used =
        size === 0 ? 0 : take(this.#buffer.subarray(0, size), this.#place, final && size === this.#filled)
      if (used === 0 && final && end === undefined) return
      if (used > 0) this.#drop(used)
      else if (this.#buffer.length <= this.#mostLineBytes) this.#grow()
      else this.#skipLongLine()
    }
  }

  /** Moves to the first line that begins in the unit; false if there is none. */
  #skipToFirstLine(): boolean {
    this.#fill()
    if (this.#unit.from === 0) {
      if (BYTE_ORDER_MARK.every((byte, i) => this.#buffer[i] === byte)) this.#drop(BYTE_ORDER_MARK.length)
      return true
    }
    for (;;) {
      const newline = this.#buffer.subarray(0, this.#filled).indexOf(NEWLINE)
      if (newline >= 0) {
        this.#drop(newline + 1)
        return this.#place < this.#unit.to
      }
      this.#drop(this.#filled)
      if (this.#place >= this.#unit.to) return false
      this.#fill()
      if (this.#filled === 0) return false
    }
  }

  /** Where the last line of the unit ends in the buffer, behind its newline; undefined if that is not in it yet. */
  #endOfUnit(): number | undefined {
    const last = this.#unit.to - 1 - this.#place
    if (last >= this.#filled) return undefined
    const newline = this.#buffer.subarray(0, this.#filled).indexOf(NEWLINE, Math.max(0, last))
    return newline < 0 ? undefined : newline + 1
  }

  #fill(): void {
    while (this.#filled < this.#buffer.length) {
      const at = this.#place + this.#filled
      const read = readSync(this.#file, this.#buffer, this.#filled, this.#buffer.length - this.#filled, at)
      if (read === 0) return
      this.#filled += read
    }
  }

  #drop(bytes: number): void {
    this.#buffer.copyWithin(0, bytes, this.#filled)
    this.#filled -= bytes
    this.#place += bytes
  }

  /** The line at the beginning of the buffer does not fit. */
  #skipLongLine(): void {
    const { name, path } = this.#unit
    const start = this.#place
    if (this.#skip === undefined) throw recordTooLong(name, lineOfByte(path, start), this.#mostLineBytes)
    for (;;) {
      const newline = this.#buffer.subarray(0, this.#filled).indexOf(NEWLINE)
      if (newline >= 0 || this.#filled === 0) {
        this.#skip(start, this.#place + Math.max(0, newline) - start)
        this.#drop(newline + 1)
        return
      }
      this.#drop(this.#filled)
      this.#fill()
    }
  }

  #grow(): void {
    // One byte more than the longest line may have: its newline.
    const larger = Buffer.allocUnsafe(
      Math.max(this.#buffer.length + 1, Math.min(2 * this.#buffer.length, this.#mostLineBytes + 1)),
    )
    this.#buffer.copy(larger, 0, 0, this.#filled)
    this.#buffer = larger
  }
}
