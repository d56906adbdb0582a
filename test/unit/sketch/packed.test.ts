import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { InvalidOption, SignatureMismatch } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { signaturesFrom } from '../../../src/model/signatures.js'
import {
  packedSimilarity,
  packedStride,
  packSignatures,
  SLOT_BITS,
  type SlotBits,
  unpackSignatures,
} from '../../../src/sketch/packed.js'
import { makeSketcher, sketchAll, sketchCollection } from '../../../src/sketch/sketch.js'
import { HyperplaneSketcher } from '../../../src/sketch/vectors.js'

const FEW_BITS = [1, 2, 4, 8, 16] as const

/** Two sets of this similarity, with many slots. */
function pairOf(shared: number, union: number, slots: number) {
  const random = new Random(1)
  const elements = Array.from({ length: union }, () => random.bits())
  const cut = shared + ((union - shared) >> 1)
  const sets = [elements.slice(0, cut), [...elements.slice(0, shared), ...elements.slice(cut)]]
  return sketchCollection(makeSetCollection(sets), makeSketcher({ sketch: 'minhash', slots }))
}

describe('packed signatures', () => {
  it('take slots × bits / 8 bytes each, rounded up', () => {
    expect(SLOT_BITS.map((bits) => packedStride(128, bits))).toEqual([16, 32, 64, 128, 256, 512])
    expect(SLOT_BITS.map((bits) => packedStride(3, bits))).toEqual([1, 1, 2, 3, 6, 12])
    const signatures = signaturesFrom([[1, 2, 3]])
    for (const bits of SLOT_BITS) {
      const packed = packSignatures(signatures, bits)
      expect([packed.stride, packed.bytes.length]).toEqual([packedStride(3, bits), packedStride(3, bits)])
    }
  })

  it('can be recovered from 32 bits, lowest byte first', () => {
    const signatures = signaturesFrom([
      [1, 2 ** 32 - 1, 0x12345678],
      [0, 2 ** 31, 7],
    ])
    const packed = packSignatures(signatures, 32)
    expect([...packed.bytes.subarray(8, 12)]).toEqual([0x78, 0x56, 0x34, 0x12])
    expect(unpackSignatures(packed)).toEqual(signatures)
  })

  it('cannot be recovered from fewer', () => {
    for (const bits of FEW_BITS) {
      expect(() => unpackSignatures(packSignatures(signaturesFrom([[1]]), bits))).toThrow(SignatureMismatch)
    }
  })

  it('estimate the similarity with any number of bits, corrected for chance agreement', () => {
    const slots = 4096
    for (const [shared, union] of [
      [0, 100],
      [50, 100],
      [90, 100],
    ] as const) {
      const similarity = shared / union
      const signatures = pairOf(shared, union, slots)
      for (const bits of SLOT_BITS) {
        const chance = bits === 32 ? 0 : 2 ** -bits
        const agreement = similarity + (1 - similarity) * chance
        const deviation = Math.sqrt((agreement * (1 - agreement)) / slots) / (1 - chance)
        const estimate = packedSimilarity(packSignatures(signatures, bits), 0, 1)
        expect(Math.abs(estimate - similarity)).toBeLessThanOrEqual(4 * deviation)
      }
    }
  })

  it('of equal signatures have the similarity 1, and none is below 0', () => {
    const signatures = signaturesFrom([
      [5, 6],
      [5, 6],
      ...Array.from({ length: 30 }, (_, i) => [100 + i, 200 + i]),
    ])
    for (const bits of SLOT_BITS) {
      const packed = packSignatures(signatures, bits)
      expect(packedSimilarity(packed, 0, 1)).toBe(1)
      for (let i = 2; i < 32; i++) expect(packedSimilarity(packed, 0, i)).toBeGreaterThanOrEqual(0)
    }
  })

  it('of one bit a slot are the slots themselves', () => {
    const scheme = { sketch: 'bit-sampling', slots: 10, seed: 1, dimensions: 10 } as const
    const values = Uint32Array.of(1, 0, 0, 1, 1, 1, 0, 1, 0, 1)
    expect([...packSignatures({ scheme, count: 1, values }, 1).bytes]).toEqual([0b10111001, 0b10])
    expect([...packSignatures({ scheme, count: 1, values }, 8).bytes]).toEqual([...values])
  })

  it('of one bit a slot lose nothing', () => {
    const random = new Random(2)
    const sketcher = new HyperplaneSketcher({ dimensions: 4, slots: 100 })
    const vectors = Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => random.normal()))
    const signatures = sketchAll(vectors, sketcher)
    const whole = packSignatures(signatures, 32)
    for (const bits of SLOT_BITS) {
      const packed = packSignatures(signatures, bits)
      for (let i = 0; i < 5; i++) expect(packedSimilarity(packed, 0, i)).toBe(packedSimilarity(whole, 0, i))
    }
  })

  it('reject empty sets if bits are dropped, because they could no longer be recognized', () => {
    const signatures = sketchCollection(makeSetCollection([[1], []]), makeSketcher({ slots: 8 }))
    for (const bits of FEW_BITS) expect(() => packSignatures(signatures, bits)).toThrow(InvalidOption)
    expect(unpackSignatures(packSignatures(signatures, 32))).toEqual(signatures)
  })

  it('of empty sets are similar to nothing, as signatures are', () => {
    const signatures = sketchCollection(makeSetCollection([[], []]), makeSketcher({ slots: 8 }))
    expect(packedSimilarity(packSignatures(signatures, 32), 0, 1)).toBe(0)
  })

  it('refuse to compare signatures that are not there', () => {
    const packed = packSignatures(signaturesFrom([[1], [2]]), 8)
    for (const wrong of [-1, 2, 0.5, Number.NaN]) {
      expect(() => packedSimilarity(packed, wrong, 0)).toThrow(InvalidOption)
      expect(() => packedSimilarity(packed, 0, wrong)).toThrow(InvalidOption)
    }
  })

  it('refuse a number of bits that does not divide a word', () => {
    for (const bits of [0, 3, 64, 1.5, Number.NaN]) {
      expect(() => packSignatures(signaturesFrom([[1]]), bits as SlotBits)).toThrow(InvalidOption)
    }
  })
})
