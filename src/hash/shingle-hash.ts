import { GOLDEN, mix32 } from './mix.js'
import { hashText } from './murmur3.js'

/** The base of the rolling hash: odd, so that no bit of a token is lost, and ≡ 3 mod 8, so that few bits are lost if tokens are swapped. */
const ROLL_BASE = 0x2c1b3c6b

/** The hash of one token, a word or a code point: MurmurHash3 of its UTF-8 form. */
export function tokenHash(token: string): number {
  return hashText(token)
}

/**
 * The hash of a shingle of any kind of tokens: `mix32` of the polynomial of its token hashes at `ROLL_BASE`. Two shingles share a hash when
 * their tokens are equal, and otherwise with a probability near 2^-32.
 */
export function shingleHash(tokenHashes: ArrayLike<number>, start = 0, end = tokenHashes.length): number {
  let sum = 0
  for (let i = start; i < end; i++) sum = (Math.imul(sum, ROLL_BASE) + tokenHashes[i]!) | 0
  return mix32(sum)
}

/**
 * The element that stands for copy number `copy` (0, 1, 2, …) of an element in a bag. The first copy is the element
 * itself, so a bag without repeats is a set.
 */
export function bagElement(element: number, copy: number): number {
  return copy === 0 ? element : mix32(element + Math.imul(copy, GOLDEN))
}

/** The hashes of all runs of k tokens, in order: empty when there are fewer than k. */
export function rollShingles(tokenHashes: Uint32Array, k: number): Uint32Array {
  const count = tokenHashes.length - k + 1
  if (count <= 0) return new Uint32Array(0)
  const hashes = new Uint32Array(count)
  let highest = 1
  for (let i = 1; i < k; i++) highest = Math.imul(highest, ROLL_BASE)
  let sum = 0
  for (let i = 0; i < tokenHashes.length; i++) {
    if (i >= k) sum = (sum - Math.imul(highest, tokenHashes[i - k]!)) | 0
    sum = (Math.imul(sum, ROLL_BASE) + tokenHashes[i]!) | 0
    if (i >= k - 1) hashes[i - k + 1] = mix32(sum)
  }
  return hashes
}
