/** 2^32 divided by the golden ratio: steps by it spread evenly over 32 bits. */
export const GOLDEN = 0x9e3779b9

/**
 * The one mixer: a bijection of 32-bit numbers in which every input bit moves every output bit with probability near
 * one half. Shifts and constants from the hash-prospector search of Chris Wellons (bias 0.108, against 0.264 for the
 * finaliser of MurmurHash3).
 */
export function mix32(value: number): number {
  value ^= value >>> 16
  value = Math.imul(value, 0x21f0aaad)
  value ^= value >>> 15
  value = Math.imul(value, 0xd35a2d97)
  value ^= value >>> 15
  return value >>> 0
}

/** The seed of part `index` of something that has the seed `seed`: a round, a slot, a band. */
export function deriveSeed(seed: number, index: number): number {
  return mix32(mix32(seed) + Math.imul(index + 1, GOLDEN))
}

/** Written into every artifact; used wherever the caller names none. */
export const DEFAULT_SEED = 1
