import { deflateRawSync, gunzipSync, gzipSync, constants as zlib } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { GzipDecoder } from '../../../../src/browser/platform/inflate.js'
import { Random } from '../../../../src/hash/random.js'

/** What comes out of a file that is handed over in pieces of these sizes, over and over. */
function unpack(packed: Uint8Array, sizes: readonly number[]): Buffer {
  const decoder = new GzipDecoder()
  const parts: Uint8Array[] = []
  let at = 0
  for (let i = 0; at < packed.length; i++) {
    const size = sizes[i % sizes.length]!
    parts.push(...decoder.push(packed.subarray(at, at + size), false))
    at += size
  }
  parts.push(...decoder.push(new Uint8Array(0), true))
  return Buffer.concat(parts)
}

const random = new Random(3)
const words = (count: number) =>
  Array.from({ length: count }, () => `w${Math.floor(random.unit() ** 3 * 5000)}`).join(' ')
const TEXTS: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a byte': Buffer.from('x'),
  text: Buffer.from(words(100_000)),
  zeros: Buffer.alloc(700_000),
  noise: Buffer.from(Array.from({ length: 300_000 }, () => random.unit() * 256)),
  far: Buffer.concat([Buffer.from(words(200)), Buffer.alloc(32_000, 7), Buffer.from(words(200))]),
}

describe('gzip in the browser', () => {
  it.each(Object.keys(TEXTS))('is decompressed to the original, in pieces of any size: %s', (name) => {
    const text = TEXTS[name]!
    for (const level of [0, 1, 9]) {
      for (const strategy of [zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED]) {
        const packed = gzipSync(text, { level, strategy })
        for (const sizes of [[packed.length], [65_536], [1000, 1, 37]]) {
          expect(Buffer.compare(unpack(packed, sizes), text)).toBe(0)
        }
      }
    }
  })

  it('reads every member of a file, and treats zeros after them as padding', () => {
    const members = Object.values(TEXTS).map((text) => gzipSync(text))
    const packed = Buffer.concat([...members, Buffer.alloc(100)])
    expect(Buffer.compare(unpack(packed, [5000]), gunzipSync(packed))).toBe(0)
  })

  it('skips everything else in a header', () => {
    const text = TEXTS.text!
    const trailer = gzipSync(text).subarray(-8)
    const extra = Buffer.concat([Buffer.from([3, 0]), Buffer.from('abc')])
    const names = Buffer.from(`${'n'.repeat(3000)}\0comment\0`)
    const header = Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 255])
    const body = deflateRawSync(text)
    const packed = Buffer.concat([header, extra, names, Buffer.from([1, 2]), body, trailer])
    for (const sizes of [[100], [1100], [packed.length]]) {
      expect(Buffer.compare(unpack(packed, sizes), text)).toBe(0)
    }
  })

  it('reports what is wrong with a file, as Node does', () => {
    const codeOf = (read: () => unknown) => {
      try {
        read()
        return 'fine'
      } catch (error) {
        return (error as { code?: string }).code
      }
    }
    const packed = gzipSync(TEXTS.far!)
    for (const length of [1, 5, 10, 11, 300, packed.length - 9, packed.length - 1]) {
      expect([length, codeOf(() => unpack(packed.subarray(0, length), [200]))]).toEqual([
        length,
        'Z_BUF_ERROR',
      ])
    }
    const junk = Buffer.concat([packed, Buffer.from('no gzip at all')])
    expect(codeOf(() => unpack(junk, [200]))).toBe('Z_DATA_ERROR')
    expect(codeOf(() => unpack(Buffer.from('no gzip at all'), [5]))).toBe('Z_DATA_ERROR')
    // Any changed byte is noticed, but for those of the header that say nothing about the bytes.
    for (let i = 0; i < 300; i++) {
      const damaged = Buffer.from(packed)
      const at = i < 100 ? packed.length - 1 - i : 10 + Math.floor(random.unit() * (packed.length - 10))
      damaged[at]! ^= 1 << (i % 8)
      expect([at, codeOf(() => unpack(damaged, [3000]))]).not.toEqual([at, 'fine'])
    }
  })
})
