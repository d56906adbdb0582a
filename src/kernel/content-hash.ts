const MASK = (1n << 64n) - 1n

/**
 * Writes the 128-bit hash of shingles in order, as defined in kernel/batch.ts: four words from `contents[at]` on. Slow; used only for the
 * few documents that the kernel does not handle.
 */
export function writeContentHash(shingles: Uint32Array, contents: Uint32Array, at: number): void {
  const one = [0x9e3779b97f4a7c15n ^ BigInt(shingles.length), 0x165667b19e3779f9n] as const
  const other = [0xc2b2ae3d27d4eb4fn, 0x27d4eb2f165667c5n] as const
  writeWords(mergeLanes(hashLanes(shingles, one, addToOne)), contents, at)
  writeWords(mergeLanes(hashLanes(shingles, other, addToOther)), contents, at + 2)
}

/** Writes the 64-bit hash of a text's bytes, as defined in kernel/batch.ts: two words from `texts[at]` on. */
export function writeTextHash(text: string, texts: Uint32Array, at: number): void {
  const bytes = new TextEncoder().encode(text)
  const words = new Uint32Array(4 * Math.ceil(bytes.length / 16))
  new Uint8Array(words.buffer).set(bytes)
  const lanes = [0x9e3779b97f4a7c15n ^ BigInt(bytes.length), 0x165667b19e3779f9n] as const
  writeWords(mergeLanes(hashLanes(words, lanes, addToOne)), texts, at)
}

type Lanes = readonly [bigint, bigint]

/** The lanes take turns processing pairs of shingles; the last pairs are padded with zeros. */
function hashLanes(
  shingles: Uint32Array,
  [first, second]: Lanes,
  add: (hash: bigint, pair: bigint) => bigint,
): Lanes {
  for (let i = 0; i < shingles.length; i += 4) {
    first = add(first, pairAt(shingles, i))
    second = add(second, pairAt(shingles, i + 2))
  }
  return [first, second]
}

function pairAt(shingles: Uint32Array, i: number): bigint {
  return (BigInt(shingles[i + 1] ?? 0) << 32n) | BigInt(shingles[i] ?? 0)
}

function addToOne(hash: bigint, pair: bigint): bigint {
  return rotate(((hash ^ pair) * 0xff51afd7ed558ccdn) & MASK, 31n)
}

function addToOther(hash: bigint, pair: bigint): bigint {
  return ((rotate(hash, 23n) + pair) * 0xd6e8feb86659fd93n) & MASK
}

function mergeLanes([first, second]: Lanes): bigint {
  const both = (((first ^ (first >> 29n)) * 0x9fb21c651e98df25n) & MASK) ^ second
  return ((both ^ (both >> 32n)) * 0xbf58476d1ce4e5b9n) & MASK
}

function rotate(value: bigint, bits: bigint): bigint {
  return ((value << bits) | (value >> (64n - bits))) & MASK
}

function writeWords(value: bigint, words: Uint32Array, at: number): void {
  words[at] = Number(value & 0xffffffffn)
  words[at + 1] = Number(value >> 32n)
}
