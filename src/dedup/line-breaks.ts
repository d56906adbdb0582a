/// <reference types="node" />
import { deflateRawSync, inflateRawSync } from 'node:zlib'

// A record of a JSON array or of pretty-printed objects is kept on one line: each line feed and carriage return in it becomes a blank.
// Their positions are stored as distances, in as few bytes as possible.

const LF = 0x0a
const CR = 0x0d

/** Records the line breaks of one record after another. */
export class LineBreaksWriter {
  #bytes = Buffer.alloc(1 << 10)
  #used = 0
  /** The number of bytes since the last break. */
  #distance = 0

  add(record: Uint8Array): void {
    for (const byte of record) {
      if (byte === LF || byte === CR) {
        this.#write(2 * this.#distance + (byte === CR ? 1 : 0))
        this.#distance = 0
      } else this.#distance++
    }
  }

  /** Passes over a record that is copied with its line breaks. */
  pass(record: Uint8Array): void {
    this.#distance += record.length
  }

  /** Deflated, in base64. */
  toString(): string {
    return deflateRawSync(this.#bytes.subarray(0, this.#used)).toString('base64')
  }

  /** Seven bits per byte, lowest first. */
  #write(value: number): void {
    if (this.#used + 8 > this.#bytes.length) {
      const larger = Buffer.alloc(2 * this.#bytes.length)
      this.#bytes.copy(larger)
      this.#bytes = larger
    }
    while (value >= 0x80) {
      this.#bytes[this.#used++] = (value % 0x80) | 0x80
      value = Math.floor(value / 0x80)
    }
    this.#bytes[this.#used++] = value
  }
}

/** Puts the line breaks back, for records in the same order. */
export class LineBreaksReader {
  readonly #bytes: Buffer
  #at = 0
  /** The number of bytes before the next break; undefined if there is none. */
  #distance: number | undefined
  #isReturn = false

  constructor(stored: string) {
    this.#bytes = inflateRawSync(Buffer.from(stored, 'base64'))
    this.#read()
  }

  /** A copy of the record with its line breaks. */
  restore(record: Uint8Array): Uint8Array {
    const restored = Buffer.from(record)
    let at = 0
    while (this.#distance !== undefined && at + this.#distance < restored.length) {
      at += this.#distance
      restored[at++] = this.#isReturn ? CR : LF
      this.#read()
    }
    if (this.#distance !== undefined) this.#distance -= restored.length - at
    return restored
  }

  #read(): void {
    if (this.#at === this.#bytes.length) {
      this.#distance = undefined
      return
    }
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * scale
      if (byte < 0x80) break
    }
    this.#isReturn = value % 2 === 1
    this.#distance = Math.floor(value / 2)
  }
}
