// Memory that all threads can access.

/**
 * Whether threads can share memory. Web pages can only if they are isolated from other origins. Otherwise, every thread gets a copy of the
 * words that its tasks use.
 */
export const CAN_SHARE = typeof SharedArrayBuffer !== 'undefined'

/** Words that all threads can read; if several write, they must agree on how. */
export function sharedWords(length: number): Uint32Array {
  return new Uint32Array(CAN_SHARE ? new SharedArrayBuffer(4 * length) : new ArrayBuffer(4 * length))
}

/** The same words with room for as many again, or more if needed. */
export function doubled(words: Uint32Array<ArrayBuffer>, needed = 0): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(2 * words.length, needed))
  larger.set(words)
  return larger
}

/** One part after another. */
export function concatenateWords(parts: readonly ArrayLike<number>[]): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}

/** Merges two ascending lists and removes repeats. */
export function mergeRising(one: Uint32Array, other: Uint32Array): Uint32Array {
  const merged = new Uint32Array(one.length + other.length)
  let [end, i, j] = [0, 0, 0]
  while (i < one.length && j < other.length) {
    const [x, y] = [one[i]!, other[j]!]
    merged[end++] = Math.min(x, y)
    if (x <= y) i++
    if (y <= x) j++
  }
  const rest = i < one.length ? one.subarray(i) : other.subarray(j)
  merged.set(rest, end)
  return merged.slice(0, end + rest.length)
}

/** A set of positions below `count`, one bit each. */
export function sharedBits(count: number): Uint32Array {
  return sharedWords((count + 31) >>> 5)
}

/** The positions below `count` that are not excluded, one bit each. */
export function bitsExcept(count: number, excluded: Uint32Array): Uint32Array {
  const bits = sharedBits(count).fill(0xffffffff)
  for (let position = count; position < 32 * bits.length; position++) clearBit(bits, position)
  for (let i = 0; i < excluded.length; i++) if (excluded[i]! < count) clearBit(bits, excluded[i]!)
  return bits
}

/** The positions in some lists, one bit each, up to the last one. */
export function bitsOf(lists: readonly Uint32Array[]): Uint32Array {
  let end = 0
  for (const list of lists) for (let i = 0; i < list.length; i++) end = Math.max(end, list[i]! + 1)
  const bits = new Uint32Array((end + 31) >>> 5)
  for (const list of lists) for (let i = 0; i < list.length; i++) setBit(bits, list[i]!)
  return bits
}

export function setBit(bits: Uint32Array, position: number): void {
  bits[position >>> 5]! |= 1 << (position & 31)
}

export function clearBit(bits: Uint32Array, position: number): void {
  bits[position >>> 5]! &= ~(1 << (position & 31))
}

export function hasBit(bits: Uint32Array, position: number): boolean {
  return ((bits[position >>> 5]! >>> (position & 31)) & 1) === 1
}

/** The number of bits that are set in a word. */
export function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The number of the lowest bit that is set in a word other than 0. */
export function lowestOne(word: number): number {
  return 31 - Math.clz32(word & -word)
}
