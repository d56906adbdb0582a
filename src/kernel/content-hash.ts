const MASK = (1n << 64n) - 1n

/**
 * The 128-bit hash of shingles in order, as kernel/batch.ts has it, four words to `contents[at] …`. Slow, for the few
 * documents that the kernel does not take; it is never stored.
 */
export function writeContentHash(shingles: Uint32Array, contents: Uint32Array, at: number): void {
  let one = 0x9e3779b97f4a7c15n ^ BigInt(shingles.length)
  let other = 0xc2b2ae3d27d4eb4fn
  for (const shingle of shingles) {
    const value = BigInt(shingle)
    one = rotate(((one ^ value) * 0xff51afd7ed558ccdn) & MASK, 31n)
    other = ((rotate(other, 23n) + value) * 0xd6e8feb86659fd93n) & MASK
  }
  writeWords(((one ^ (one >> 29n)) * 0x9fb21c651e98df25n) & MASK, contents, at)
  writeWords(((other ^ (other >> 32n)) * 0xbf58476d1ce4e5b9n) & MASK, contents, at + 2)
}

function rotate(value: bigint, bits: bigint): bigint {
  return ((value << bits) | (value >> (64n - bits))) & MASK
}

function writeWords(value: bigint, words: Uint32Array, at: number): void {
  words[at] = Number(value & 0xffffffffn)
  words[at + 1] = Number(value >> 32n)
}
