import { describe, expect, it } from 'vitest'
import { hashText } from '../../../src/hash/murmur3.js'
import { Random } from '../../../src/hash/random.js'
import { bagElement, rollShingles, shingleHash, tokenHash } from '../../../src/hash/shingle-hash.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

describe('a shingle', () => {
  it('has the hash of its tokens in their order', () => {
    const [a, b] = [tokenHash('a'), tokenHash('b')]
    expect(tokenHash('plane')).toBe(hashText('plane'))
    expect(shingleHash([a, b])).toBe(shingleHash(Uint32Array.of(a, b)))
    expect(shingleHash([a, b])).not.toBe(shingleHash([b, a]))
    expect(shingleHash([a, b])).not.toBe(shingleHash([a]))
    expect(shingleHash([9, a, b, 9], 1, 3)).toBe(shingleHash([a, b]))
  })

  it('rarely shares its hash: all 2-shingles and 3-shingles of 40 words have their own', () => {
    const words = Array.from({ length: 40 }, (_, i) => tokenHash(`word${i}`))
    const hashes = new Set<number>()
    for (const a of words) for (const b of words) hashes.add(shingleHash([a, b]))
    for (const a of words) for (const b of words) for (const c of words) hashes.add(shingleHash([a, b, c]))
    // 65,600 hashes: half a pair is expected to be equal.
    expect(hashes.size).toBeGreaterThan(40 ** 2 + 40 ** 3 - 5)
  })
})

describe('rollShingles', () => {
  it('is shingleHash of every window', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 40, size: 'max' }),
        fc.integer({ min: 1, max: 45 }),
        (tokens, k) => {
          const expected: number[] = []
          for (let i = 0; i + k <= tokens.length; i++) expected.push(shingleHash(tokens, i, i + k))
          expect([...rollShingles(Uint32Array.from(tokens), k)]).toEqual(expected)
        },
      ),
      { numRuns: cases(1000) },
    )
  })

  it('is exact after a million tokens', () => {
    const random = new Random(1)
    const tokens = Uint32Array.from({ length: 1_000_000 }, () => random.bits())
    const hashes = rollShingles(tokens, 9)
    expect(hashes.length).toBe(999_992)
    expect(hashes[999_991]).toBe(shingleHash(tokens, 999_991, 1_000_000))
  })
})

describe('an element of a bag', () => {
  it('is the element itself in its first copy', () => {
    for (const element of [0, 1, 2 ** 31, 2 ** 32 - 1]) expect(bagElement(element, 0)).toBe(element)
  })

  it('is different for every further copy, and from that of the neighboring element', () => {
    const seen = new Set<number>()
    for (let element = 0; element < 100; element++) {
      for (let copy = 0; copy < 100; copy++) seen.add(bagElement(element, copy))
    }
    expect(seen.size).toBe(10_000)
  })
})
