import { describe, expect, it } from 'vitest'
import { deriveSeed, mix32 } from '../../../src/hash/mix.js'
import { Random } from '../../../src/hash/random.js'

/** The number by which `odd` becomes 1 mod 2^32; each step of Newton doubles the bits that are right. */
function inverseOf(odd: number): number {
  let inverse = odd
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse))
  return inverse
}

/** mix32 backwards: x ^ (x >>> 15) is undone by xoring in the shifts by 15 and 30. */
function unmix32(value: number): number {
  value ^= (value >>> 15) ^ (value >>> 30)
  value = Math.imul(value, inverseOf(0xd35a2d97))
  value ^= (value >>> 15) ^ (value >>> 30)
  value = Math.imul(value, inverseOf(0x21f0aaad))
  value ^= value >>> 16
  return value >>> 0
}

describe('mix32', () => {
  it('is a bijection: it can be inverted', () => {
    const random = new Random(1)
    for (let i = 0; i < 200_000; i++) {
      const value = random.bits()
      if (unmix32(mix32(value)) !== value) expect.fail(`not undone: ${value}`)
    }
    for (const value of [0, 1, 2 ** 31, 2 ** 32 - 1]) expect(unmix32(mix32(value))).toBe(value)
  })

  it('gives 2^20 neighbors 2^20 different numbers', () => {
    const mixed = Uint32Array.from({ length: 2 ** 20 }, (_, i) => mix32(i)).sort()
    expect(mixed.findIndex((value, i) => i > 0 && value === mixed[i - 1])).toBe(-1)
  })

  it('returns unsigned 32-bit numbers, and uses the lowest 32 bits of its input', () => {
    for (let i = 0; i < 1000; i++) expect(mix32(i)).toBeGreaterThanOrEqual(0)
    expect(mix32(-1)).toBe(mix32(2 ** 32 - 1))
    expect(mix32(2 ** 32 + 5)).toBe(mix32(5))
  })

  it('changes every output bit with every input bit in half of all cases', () => {
    // 2^16 samples: the standard error of a share is 0.002, so 0.02 is ten of them.
    const samples = 2 ** 16
    const random = new Random(2)
    const flips = new Uint32Array(32 * 32)
    for (let i = 0; i < samples; i++) {
      const value = random.bits()
      const mixed = mix32(value)
      for (let input = 0; input < 32; input++) {
        let changed = mixed ^ mix32(value ^ (1 << input))
        for (let output = 0; output < 32; output++) {
          flips[32 * input + output]! += changed & 1
          changed >>>= 1
        }
      }
    }
    const shares = Array.from(flips, (count) => count / samples)
    expect(Math.min(...shares)).toBeGreaterThan(0.48)
    expect(Math.max(...shares)).toBeLessThan(0.52)
  })
})

describe('deriveSeed', () => {
  it('gives different seeds to different parts, and to the same part with another seed', () => {
    const seen = new Set<number>()
    for (let seed = 0; seed < 100; seed++) {
      for (let index = 0; index < 100; index++) seen.add(deriveSeed(seed, index))
    }
    // 10^4 numbers of 32 bits: 0.012 pairs are expected to be equal.
    expect(seen.size).toBe(10_000)
  })

  it('is the same on every run', () => {
    expect(deriveSeed(1, 0)).toBe(deriveSeed(1, 0))
    expect(deriveSeed(1, 0)).not.toBe(deriveSeed(0, 1))
  })
})
