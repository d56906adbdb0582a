import type { ReusedArrays } from '../threads/reused-arrays.js'

const MIN_SLOTS = 2 ** 12

/**
 * Remembers pairs, each in a slot that the next pair with the same hash takes over. It finds most repeats of a pair if there are few others
 * in between, at a fraction of the cost of sorting, and never mistakes a new pair for a repeat.
 */
export class RecentPairs {
  /** Two words per slot. */
  readonly #words: Uint32Array
  readonly #shift: number

  /** @param pairs the maximum number to remember; rounded down to a power of two */
  constructor(pairs: number, arrays: ReusedArrays) {
    const bits = Math.floor(Math.log2(Math.max(MIN_SLOTS, pairs)))
    this.#shift = 32 - bits
    // No pair consists of the same document twice.
    this.#words = arrays.words('recent-pairs', 2 ** (bits + 1)).fill(0)
  }

  /** Whether the pair is remembered; if not, it is from now on. */
  hasOrAdd(one: number, other: number): boolean {
    const words = this.#words
    const slot = 2 * ((Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca77)) >>> this.#shift)
    if (words[slot] === one && words[slot + 1] === other) return true
    words[slot] = one
    words[slot + 1] = other
    return false
  }
}
