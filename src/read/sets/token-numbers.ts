import { mix32 } from '../../hash/mix.js'
import { TooLarge } from '../../model/errors.js'

const ZERO = 0x30
/** Integers below this have their own table; the operating system allocates only the pages that are used. */
export const SMALL = 2 ** 24
/** The number of digits of the largest of them. */
export const MAX_DIGITS = 8
const MAX_TOKENS = 2 ** 31

/**
 * Assigns each token a number, 0, 1, 2, …, in order of first appearance. Tokens are equal if their bytes are. All inputs of a join share
 * one instance. Two alternatives were rejected: hashing tokens to 32 bits, which can merge two of them, and a `Map` of strings, which is
 * limited to 2^24 entries and creates a string for every token read.
 */
export class TokenNumbers {
  #count = 0
  /** For small integers: 1 + the number of the token. */
  #small = new Uint32Array(1024)
  /** Hash table with open addressing: 1 + the number of the token, 0 if the slot is free. Its length is a power of two. */
  #table = new Uint32Array(1024)
  #listed = 0
  /** The bytes of all listed tokens, concatenated, and where each token begins and ends, by token number. */
  #bytes = new Uint8Array(4096)
  #bytesUsed = 0
  #starts = new Float64Array(1024)
  #ends = new Float64Array(1024)
  /** The hash of each listed token, by token number. */
  #hashes = new Uint32Array(1024)
  /** 1 + the element that represents the next copy of this one; 0 if there is none yet. */
  #next = new Uint32Array(1024)

  /** The number of tokens numbered so far. */
  get count(): number {
    return this.#count
  }

  /** The number of the token in `bytes` from `start` up to, but not including, `end`. */
  numberOf(bytes: Uint8Array, start: number, end: number): number {
    const small = smallNumber(bytes, start, end)
    return small < 0 ? this.#listedNumber(bytes, start, end) : this.numberOfSmall(small)
  }

  /** The number of the token that is this integer below `SMALL` in its usual form. */
  numberOfSmall(value: number): number {
    if (value >= this.#small.length) this.#small = grown(this.#small, value)
    const known = this.#small[value]!
    if (known !== 0) return known - 1
    const number = this.#fresh()
    this.#small[value] = number + 1
    return number
  }

  /** The same for many: replaces the first `count` values by their token numbers. */
  numberSmall(values: Uint32Array, count: number): void {
    let small = this.#small
    for (let i = 0; i < count; i++) {
      const value = values[i]!
      const known = value < small.length ? small[value]! : 0
      if (known !== 0) values[i] = known - 1
      else {
        values[i] = this.numberOfSmall(value)
        small = this.#small
      }
    }
  }

  /** The number of a token given as text. */
  numberOfText(text: string): number {
    const bytes = ENCODER.encode(text)
    return this.numberOf(bytes, 0, bytes.length)
  }

  /** The element that represents one more copy of an element: a bag is a set of (element, copy number). */
  nextCopy(element: number): number {
    if (element >= this.#next.length) this.#next = grown(this.#next, element)
    this.#next[element] ||= 1 + this.#fresh()
    return this.#next[element]! - 1
  }

  #listedNumber(bytes: Uint8Array, start: number, end: number): number {
    const table = this.#table
    const mask = table.length - 1
    const hash = hashOf(bytes, start, end)
    let slot = hash & mask
    for (; table[slot] !== 0; slot = (slot + 1) & mask) {
      const number = table[slot]! - 1
      if (this.#hashes[number] === hash && this.#isToken(number, bytes, start, end)) return number
    }
    const number = this.#fresh()
    table[slot] = number + 1
    this.#keep(number, bytes, start, end)
    this.#hashes[number] = hash
    if (++this.#listed * 2 > table.length) this.#growTable()
    return number
  }

  #isToken(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const at = this.#starts[number]!
    const length = end - start
    if (this.#ends[number]! - at !== length) return false
    for (let i = 0; i < length; i++) if (this.#bytes[at + i] !== bytes[start + i]) return false
    return true
  }

  #keep(number: number, bytes: Uint8Array, start: number, end: number): void {
    const used = this.#bytesUsed + end - start
    if (used > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(used, 2 * this.#bytes.length))
      larger.set(this.#bytes.subarray(0, this.#bytesUsed))
      this.#bytes = larger
    }
    if (number >= this.#starts.length) {
      const length = Math.max(number + 1, 2 * this.#starts.length)
      const [starts, ends] = [new Float64Array(length), new Float64Array(length)]
      starts.set(this.#starts)
      ends.set(this.#ends)
      this.#starts = starts
      this.#ends = ends
      this.#hashes = grown(this.#hashes, length - 1)
    }
    this.#bytes.set(bytes.subarray(start, end), this.#bytesUsed)
    this.#starts[number] = this.#bytesUsed
    this.#ends[number] = used
    this.#bytesUsed = used
  }

  #growTable(): void {
    const old = this.#table
    this.#table = new Uint32Array(2 * old.length)
    const mask = this.#table.length - 1
    for (const entry of old) {
      if (entry === 0) continue
      let slot = this.#hashes[entry - 1]! & mask
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask
      this.#table[slot] = entry
    }
  }

  #fresh(): number {
    if (this.#count === MAX_TOKENS) {
      throw new TooLarge('distinct elements', this.#count + 1, MAX_TOKENS, 'split the input')
    }
    return this.#count++
  }
}

const ENCODER = new TextEncoder()

/** The value of an integer below SMALL in its usual form, or −1. */
function smallNumber(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length > MAX_DIGITS || length === 0 || (length > 1 && bytes[start] === ZERO)) return -1
  let value = 0
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - ZERO
    if (digit < 0 || digit > 9) return -1
    value = 10 * value + digit
  }
  return value < SMALL ? value : -1
}

/** FNV-1a with a final mix. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
  return mix32(hash >>> 0)
}

/** The same values, with room for this index and many more. */
export function grown(values: Uint32Array, index: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(index + 1, 2 * values.length))
  larger.set(values)
  return larger
}
