import { GOLDEN } from '../hash/mix.js'
import { hashText } from '../hash/murmur3.js'
import type { DocumentId } from '../model/document.js'

/** Detects repeated ids with eight bytes per id: two ids with the same 64-bit hash count as equal. */
export class RepeatedIds {
  #hashes = new Uint32Array(1024)
  #count = 0

  add(id: DocumentId): void {
    if (2 * this.#count === this.#hashes.length) {
      const larger = new Uint32Array(2 * this.#hashes.length)
      larger.set(this.#hashes)
      this.#hashes = larger
    }
    const json = JSON.stringify(id)
    this.#hashes[2 * this.#count] = hashText(json, 0)
    this.#hashes[2 * this.#count++ + 1] = hashText(json, GOLDEN)
  }

  /** Whether any id was added twice. */
  get any(): boolean {
    const sorted = new BigUint64Array(this.#hashes.buffer, 0, this.#count).slice().sort()
    return sorted.some((hash, i) => i > 0 && hash === sorted[i - 1])
  }
}
