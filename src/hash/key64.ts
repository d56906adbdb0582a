import { deriveSeed, mix32 } from './mix.js'

/**
 * A 64-bit key of `values[start] … values[end - 1]`, written to `keys[at]` (low half) and `keys[at + 1]` (high half).
 * The two halves are computed differently, so that both agree by chance as rarely as 64 bits allow. With 32 bits, ten million documents
 * would have thousands of false candidates in every band.
 */
export function writeKey64(
  keys: Uint32Array,
  at: number,
  values: Uint32Array,
  start: number,
  end: number,
  seed: number,
): void {
  writeKey64From(keys, at, values, start, end, deriveSeed(seed, 0), deriveSeed(seed, 1))
}

/** The same with the seeds of the two halves, parts 0 and 1 of the seed, so that many keys can share them. */
export function writeKey64From(
  keys: Uint32Array,
  at: number,
  values: Uint32Array,
  start: number,
  end: number,
  low: number,
  high: number,
): void {
  for (let i = start; i < end; i++) {
    const value = values[i]!
    low = Math.imul(low ^ value, 0x9e3779b1)
    low ^= low >>> 15
    high = (Math.imul((high << 13) | (high >>> 19), 0x85ebca77) + value) | 0
    high ^= high >>> 16
  }
  keys[at] = mix32(low)
  keys[at + 1] = mix32(high ^ low)
}
