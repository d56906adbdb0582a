/** 2^32 divided by the golden ratio: its multiples are spread evenly over 32 bits. */
export const GOLDEN = 0x9e3779b9

/**
 * The mixing function used everywhere: a bijection on 32-bit numbers in which each input bit changes each output bit with a probability of
 * about one half. Shifts and constants are from the hash-prospector search of Chris Wellons (bias 0.108, compared with 0.264 for the
 * finalizer of MurmurHash3).
 */
export function mix32(value: number): number {
  value ^= value >>> 16
  value = Math.imul(value, 0x21f0aaad)
  value ^= value >>> 15
  value = Math.imul(value, 0xd35a2d97)
  value ^= value >>> 15
  return value >>> 0
}

/** Derives the seed of part `index`, such as a round, a slot or a band, from a seed. */
export function deriveSeed(seed: number, index: number): number {
  return mix32(mix32(seed) + Math.imul(index + 1, GOLDEN))
}

/** The seed that is used if the caller passes none. Every stored artifact records its seed. */
export const DEFAULT_SEED = 1
