/** Memory that is used again for one piece of bytes after another: the content of a piece is valid until the next. */
export class ReusedBytes {
  #bytes = new Uint8Array(0)

  ofSize(size: number): Uint8Array {
    if (this.#bytes.length < size) this.#bytes = new Uint8Array(size)
    return this.#bytes.subarray(0, size)
  }
}
