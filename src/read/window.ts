import { TooLarge } from '../model/errors.js'
import { MAX_RECORD_BYTES } from './record-limit.js'

/**
 * The bytes of a stream that are still needed, in one piece: a record may begin in one chunk and end in another. It grows to the longest
 * record, not to the input.
 */
export class Window {
  bytes: Uint8Array = new Uint8Array(1 << 16)
  /** The first byte that is still needed; advanced by the reader. */
  start = 0
  /** One past the last byte. */
  end = 0
  readonly #limit: number

  /** @param limit maximum number of bytes of one record; nothing is added beyond it */
  constructor(limit: number = MAX_RECORD_BYTES) {
    this.#limit = limit
  }

  /** Whether the current record has reached the maximum size. */
  get isFull(): boolean {
    return this.end - this.start >= this.#limit
  }

  /** Adds a chunk and drops everything before `start`. Returns by how much every position has decreased. */
  append(chunk: Uint8Array): number {
    const moved = this.start
    const kept = this.end - this.start
    const needed = kept + chunk.length
    if (this.isFull) throw new TooLarge('bytes of one record', needed, this.#limit, 'split the record')
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, Math.min(2 * this.bytes.length, this.#limit)))
      larger.set(this.bytes.subarray(this.start, this.end))
      this.bytes = larger
    } else if (moved > 0) {
      this.bytes.copyWithin(0, this.start, this.end)
    }
    this.bytes.set(chunk, kept)
    this.start = 0
    this.end = needed
    return moved
  }
}
