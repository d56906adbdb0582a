/** Candidates as they come, in growing typed arrays. */
export class PairList {
  #count = 0
  #a = new Uint32Array(4096)
  #b = new Uint32Array(4096)

  add(a: number, b: number): void {
    if (this.#count === this.#a.length) {
      this.#a = doubled(this.#a)
      this.#b = doubled(this.#b)
    }
    this.#a[this.#count] = a
    this.#b[this.#count] = b
    this.#count++
  }

  arrays(): { a: Uint32Array; b: Uint32Array } {
    return { a: this.#a.slice(0, this.#count), b: this.#b.slice(0, this.#count) }
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length)
  larger.set(array)
  return larger
}
