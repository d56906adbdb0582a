import { describe, expect, it } from 'vitest'
import { hashNumbers, hashText } from '../../../src/hash/murmur3.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

/** MurmurHash3 x86_32 as published, a byte at a time and in BigInt: slow, and without any clever step. */
function plainMurmur3(bytes: Uint8Array, seed: number): number {
  const word = (value: bigint) => value & 0xffffffffn
  const rotate = (value: bigint, by: bigint) => word((value << by) | (value >> (32n - by)))
  const scramble = (block: bigint) => word(rotate(word(block * 0xcc9e2d51n), 15n) * 0x1b873593n)
  let hash = BigInt(seed)
  const blocks = bytes.length >> 2
  for (let i = 0; i < blocks; i++) {
    let block = 0n
    for (let byte = 3; byte >= 0; byte--) block = (block << 8n) | BigInt(bytes[4 * i + byte]!)
    hash = word(rotate(hash ^ scramble(block), 13n) * 5n + 0xe6546b64n)
  }
  let tail = 0n
  for (let i = bytes.length - 1; i >= 4 * blocks; i--) tail = (tail << 8n) | BigInt(bytes[i]!)
  hash ^= scramble(tail)
  hash ^= BigInt(bytes.length)
  hash = word((hash ^ (hash >> 16n)) * 0x85ebca6bn)
  hash = word((hash ^ (hash >> 13n)) * 0xc2b2ae35n)
  return Number(hash ^ (hash >> 16n))
}

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
/** Any UTF-16 units at all, so with lone surrogates, and with pairs more often than chance gives them. */
const utf16 = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x7f }).map((unit) => [unit]),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => [unit]),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => [unit]),
      fc.tuple(fc.integer({ min: 0xd800, max: 0xdbff }), fc.integer({ min: 0xdc00, max: 0xdfff })),
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((units) => String.fromCharCode(...units.flat()))

describe('hashText is MurmurHash3 x86_32', () => {
  it('on the published vectors', () => {
    expect(hashText('')).toBe(0)
    expect(hashText('', 1)).toBe(0x514e28b7)
    expect(hashText('', 0xffffffff)).toBe(0x81f16f39)
    expect(hashText('test')).toBe(0xba6bd213)
    expect(hashText('test', 0x9747b28c)).toBe(0x704b81dc)
    expect(hashText('Hello, world!')).toBe(0xc0363e43)
    expect(hashText('Hello, world!', 0x9747b28c)).toBe(0x24884cba)
    expect(hashText('The quick brown fox jumps over the lazy dog')).toBe(0x2e4ff723)
    expect(hashText('The quick brown fox jumps over the lazy dog', 0x9747b28c)).toBe(0x2fa826cd)
    expect(hashText('aaaa', 0x9747b28c)).toBe(0x5a97808a)
    expect(hashText('aaa', 0x9747b28c)).toBe(0x283e0130)
    expect(hashText('aa', 0x9747b28c)).toBe(0x5d211726)
    expect(hashText('a', 0x9747b28c)).toBe(0x7fa09ea6)
    expect(hashText('ππππππππ', 0x9747b28c)).toBe(0xd58063c1)
  })

  it('of the UTF-8 bytes of any text', () => {
    const encoder = new TextEncoder()
    fc.assert(
      fc.property(utf16, seeds, (text, seed) => {
        expect(hashText(text, seed)).toBe(plainMurmur3(encoder.encode(text), seed))
      }),
      { numRuns: cases(3000) },
    )
  })

  it('so that a lone surrogate counts as U+FFFD', () => {
    for (const lone of ['\ud800', '\udbff', '\udc00', '\udfff']) {
      expect(hashText(`a${lone}b`)).toBe(hashText('a\ufffdb'))
      expect(hashText(lone)).toBe(hashText('\ufffd'))
    }
    expect(hashText('\ud800\ud83d\ude00')).toBe(hashText('\ufffd😀'))
  })
})

describe('hashNumbers is MurmurHash3 x86_32', () => {
  it('of four bytes for each number, lowest first', () => {
    fc.assert(
      fc.property(fc.array(seeds, { maxLength: 20, size: 'max' }), seeds, (numbers, seed) => {
        const bytes = new Uint8Array(4 * numbers.length)
        numbers.forEach((value, i) => {
          new DataView(bytes.buffer).setUint32(4 * i, value, true)
        })
        expect(hashNumbers(Uint32Array.from(numbers), seed)).toBe(plainMurmur3(bytes, seed))
      }),
      { numRuns: cases(1000) },
    )
  })

  it('on the published vectors of whole blocks', () => {
    expect(hashNumbers(new Uint32Array(0), 1)).toBe(0x514e28b7)
    expect(hashNumbers(Uint32Array.of(0xffffffff))).toBe(0x76293b50)
    expect(hashNumbers(Uint32Array.of(0x87654321))).toBe(0xf55b516b)
    expect(hashNumbers(Uint32Array.of(0x87654321), 0x5082edee)).toBe(0x2362f9de)
    expect(hashNumbers(Uint32Array.of(0))).toBe(0x2362f9de)
  })
})
