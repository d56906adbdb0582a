/** The number of numbers whose texts are kept; a power of 2. */
const KEPT = 2 ** 11
/** The maximum length of a number: -2.2250738585072014e-308 has 24 characters. */
const NUMBER_BYTES = 24
const ZERO = 48

/**
 * Writes numbers as text, each after the same bytes. The texts of recent numbers are kept, because the numbers of a column often recur:
 * then a text is copied, four bytes at a time.
 */
export class RecentNumbers {
  /** The number of bytes that must be free where a number is written. */
  readonly maxBytes: number
  readonly #start: Uint8Array
  readonly #values = new Float64Array(KEPT).fill(Number.NaN)
  readonly #lengths = new Uint32Array(KEPT)
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #value = new Float64Array(1)
  readonly #words = new Uint32Array(this.#value.buffer)

  /** @param start the bytes before each number */
  constructor(start: Uint8Array) {
    this.#start = start
    this.maxBytes = 4 * Math.ceil((start.length + NUMBER_BYTES) / 4)
    this.#bytes = new Uint8Array(KEPT * this.maxBytes)
    this.#view = new DataView(this.#bytes.buffer)
    for (let slot = 0; slot < KEPT; slot++) this.#bytes.set(start, slot * this.maxBytes)
  }

  /** Writes a number, and returns where it ends. */
  write(value: number, target: DataView, at: number): number {
    const isWhole = value >>> 0 === value
    const slot = (isWhole ? value : this.#hash(value)) & (KEPT - 1)
    const from = slot * this.maxBytes
    if (this.#values[slot] !== value) {
      const end = isWhole ? this.#keepWhole(value, from) : this.#keepText(String(value), from)
      this.#values[slot] = value
      this.#lengths[slot] = end - from
    }
    const source = this.#view
    const length = this.#lengths[slot]!
    for (let i = 0; i < length; i += 4) target.setUint32(at + i, source.getUint32(from + i))
    return at + length
  }

  #hash(value: number): number {
    this.#value[0] = value
    const mixed = Math.imul(this.#words[0]! ^ Math.imul(this.#words[1]!, 0x9e3779b1), 0x85ebca6b)
    return mixed >>> 16
  }

  #keepWhole(value: number, from: number): number {
    const bytes = this.#bytes
    const first = from + this.#start.length
    let end = first + 1
    for (let rest = value; rest > 9; rest = (rest / 10) >>> 0) end++
    let rest = value
    for (let at = end - 1; at >= first; at--) {
      const tenth = (rest / 10) >>> 0
      bytes[at] = ZERO + rest - 10 * tenth
      rest = tenth
    }
    return end
  }

  #keepText(text: string, from: number): number {
    let end = from + this.#start.length
    for (let i = 0; i < text.length; i++) this.#bytes[end++] = text.charCodeAt(i)
    return end
  }
}
