// Small sets as bits. If the universe has only a few hundred elements, comparing two sets takes a few instructions.

/** A set of numbers below `universe` as bits, 32 per word. */
export function bitmapOf(set: Uint32Array, universe: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(universe / 32))
  for (const element of set) words[element >>> 5]! |= 1 << (element & 31)
  return words
}

/** The Jaccard similarity of two sets as bits, where `total` is the sum of their sizes; 0 if both are empty. */
export function jaccardOfBitmaps(a: Uint32Array, b: Uint32Array, total: number): number {
  let shared = 0
  for (let word = 0; word < a.length; word++) {
    const both = a[word]! & b[word]!
    if (both !== 0) shared += ones(both)
  }
  return shared === 0 ? 0 : shared / (total - shared)
}

/** How many bits of a word are set. */
export function ones(word: number): number {
  word -= (word >>> 1) & 0x55555555
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
