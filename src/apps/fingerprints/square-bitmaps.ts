// Small sets of squares as bits: a grid has a few hundred, and two prints have thousands of pairs of minutiae to compare.

/** A set of numbers below `count` as bits, 32 a word. */
export function bitmapOf(set: Uint32Array, count: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(count / 32))
  for (const square of set) words[square >>> 5]! |= 1 << (square & 31)
  return words
}

/** The Jaccard similarity of two sets as bits, which have `total` elements together; 0 where both are empty. */
export function jaccardOfBitmaps(a: Uint32Array, b: Uint32Array, total: number): number {
  let shared = 0
  for (let word = 0; word < a.length; word++) {
    const both = a[word]! & b[word]!
    if (both !== 0) shared += bitCount(both)
  }
  return shared === 0 ? 0 : shared / (total - shared)
}

function bitCount(bits: number): number {
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
