/** A buffer that grows at its end. */
export class Bytes {
  #buffer = new Uint8Array(0)
  length = 0

  append(bytes: Uint8Array): void {
    const end = this.length + bytes.length
    if (end > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(64, end, Math.min(2 * this.#buffer.length, end + (1 << 22))))
      larger.set(this.#buffer.subarray(0, this.length))
      this.#buffer = larger
    }
    this.#buffer.set(bytes, this.length)
    this.length = end
  }

  /** Returns all bytes, as a view of their buffer from its beginning, and empties the buffer. */
  take(): Uint8Array {
    const bytes = this.#buffer.subarray(0, this.length)
    this.#buffer = new Uint8Array(0)
    this.length = 0
    return bytes
  }
}
