/** Spreads numbers, even small ones, so that their leading bits are evenly distributed. */
export function spread(element: number): number {
  return Math.imul(element, 0x9e3779b1)
}

/** Most keys occur only once. Two bits per cell show which keys may be repeated, so that only those have to be sorted. */
export class RepeatFilter {
  readonly #once: Uint32Array
  readonly #twice: Uint32Array
  readonly #shift: number

  /** @param expected the expected number of keys; there are at least 16 cells for each */
  constructor(expected: number) {
    const bits = Math.min(31, Math.max(10, Math.ceil(Math.log2(16 * expected + 1))))
    this.#shift = 32 - bits
    this.#once = new Uint32Array(2 ** (bits - 5))
    this.#twice = new Uint32Array(2 ** (bits - 5))
  }

  /** @param key 32 bits, of which the leading ones are evenly distributed */
  add(key: number): void {
    const cell = key >>> this.#shift
    const bit = 1 << (cell & 31)
    const cells = (this.#once[cell >>> 5]! & bit) === 0 ? this.#once : this.#twice
    cells[cell >>> 5]! |= bit
  }

  /** Whether another key fell into the same cell. */
  mayRepeat(key: number): boolean {
    const cell = key >>> this.#shift
    return (this.#twice[cell >>> 5]! & (1 << (cell & 31))) !== 0
  }
}
