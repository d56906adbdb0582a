import { describe, expect, it } from 'vitest'
import { deriveSeed, mix32 } from '../../src/hash/mix.js'
import { makeSetCollection, sortedSet } from '../../src/model/set-collection.js'
import { EMPTY_SLOT, type Signatures, signaturesFrom } from '../../src/model/signatures.js'
import { FastSimilaritySketcher } from '../../src/sketch/fast-similarity.js'
import { MinhashSketcher, mergeMinhash } from '../../src/sketch/minhash.js'
import {
  type PackedSignatures,
  packedSimilarity,
  packSignatures,
  unpackSignatures,
} from '../../src/sketch/packed.js'
import { signaturesByRowScan } from '../../src/sketch/row-scan.js'
import { decodeSignatures, encodeSignatures } from '../../src/sketch/signature-file.js'
import { signatureSimilarity } from '../../src/sketch/similarity.js'
import { sketchCollection } from '../../src/sketch/sketch.js'
import { signatureOf } from '../conformance/sketch-suite.js'
import { cases } from '../depth.js'
import fc from '../property.js'

const word = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
const set = fc.uniqueArray(word, { maxLength: 60, size: 'max' })
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const slotCount = fc.integer({ min: 1, max: 40 })

/**
 * Fast similarity as the paper describes it: every slot goes to the element with the least pair (round, value), all
 * 2 · slots rounds are run, and nothing stops early. A slot holds the element under the hash of its last round.
 */
function plainFastSimilarity(elements: readonly number[], slots: number, seedOfSketch: number): number[] {
  const best: ({ round: number; value: number; element: number } | undefined)[] = Array(slots).fill(undefined)
  for (let round = 0; round < 2 * slots; round++) {
    for (const element of elements) {
      const value = mix32(element ^ deriveSeed(seedOfSketch, round))
      const slot = round < slots ? Math.floor(((value % 65_536) * slots) / 65_536) : round - slots
      const held = best[slot]
      if (held === undefined || round < held.round || (round === held.round && value < held.value)) {
        best[slot] = { round, value, element }
      }
    }
  }
  return best.map((held, slot) =>
    held === undefined ? EMPTY_SLOT : mix32(held.element ^ deriveSeed(seedOfSketch, slots + slot)),
  )
}

describe('fast similarity', () => {
  it('is what the paper describes, without its shortcuts', () => {
    fc.assert(
      fc.property(set, slotCount, seed, (elements, slots, seedOfSketch) => {
        const sketcher = new FastSimilaritySketcher({ slots, seed: seedOfSketch })
        expect([...signatureOf(sketcher, elements)]).toEqual(
          plainFastSimilarity(elements, slots, seedOfSketch),
        )
      }),
      { numRuns: cases(500) },
    )
  })

  it('takes each slot of a union from one of its parts', () => {
    fc.assert(
      fc.property(set, set, slotCount, (left, right, slots) => {
        const sketcher = new FastSimilaritySketcher({ slots })
        const [a, b] = [signatureOf(sketcher, left), signatureOf(sketcher, right)]
        const union = signatureOf(sketcher, [...left, ...right])
        expect(union.every((value, slot) => value === a[slot] || value === b[slot])).toBe(true)
      }),
      { numRuns: cases(500) },
    )
  })

  it('of disjoint sets agrees in no slot', () => {
    fc.assert(
      fc.property(set, slotCount, (elements, slots) => {
        const sketcher = new FastSimilaritySketcher({ slots })
        const [even, odd] = [0, 1].map((rest) => elements.filter((element) => element % 2 === rest))
        expect(signatureSimilarity(signatureOf(sketcher, even!), signatureOf(sketcher, odd!))).toBe(0)
      }),
      { numRuns: cases(300) },
    )
  })
})

describe('minhash', () => {
  it('of a whole is the merge of its chunks, however it is split', () => {
    const chunk = fc.array(set, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1, maxLength: 5 }), slotCount, (chunks, slots) => {
        const sketcher = new MinhashSketcher({ slots })
        const merged = chunks
          .map((sets): Signatures => sketchCollection(makeSetCollection(sets), sketcher))
          .reduce(mergeMinhash)
        const whole = [0, 1, 2].map((i) => chunks.flatMap((sets) => sets[i]!))
        expect(merged).toEqual(sketchCollection(makeSetCollection(whole), sketcher))
      }),
      { numRuns: cases(300) },
    )
  })

  it('of a union is the minimum of its parts, slot by slot', () => {
    fc.assert(
      fc.property(set, set, slotCount, (left, right, slots) => {
        const sketcher = new MinhashSketcher({ slots })
        const [a, b] = [signatureOf(sketcher, left), signatureOf(sketcher, right)]
        expect(signatureOf(sketcher, [...left, ...right])).toEqual(
          a.map((value, slot) => Math.min(value, b[slot]!)),
        )
      }),
      { numRuns: cases(300) },
    )
  })
})

describe('scanning the rows', () => {
  it('gives the minimum of each hash function over the rows of each column', () => {
    const column = fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { maxLength: 20, size: 'max' })
    const coefficients = fc.tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 0, max: 18 }))
    fc.assert(
      fc.property(
        fc.array(column, { maxLength: 6 }),
        fc.array(coefficients, { maxLength: 4 }),
        (columns, pairs) => {
          const hashes = pairs.map(
            ([a, b]) =>
              (row: number) =>
                (a * row + b) % 19,
          )
          const sets = columns.map((rows) => new Set(rows))
          expect(signaturesByRowScan({ rows: 20, sets, hashes })).toEqual(
            hashes.map((hash) => columns.map((rows) => Math.min(...rows.map(hash)))),
          )
        },
      ),
      { numRuns: cases(300) },
    )
  })
})

describe('packed signatures', () => {
  /** The bits of a slot, one at a time. */
  function slotAt({ bytes, stride, bits }: PackedSignatures, index: number, slot: number): number {
    let value = 0
    for (let bit = 0; bit < bits; bit++) {
      const place = slot * bits + bit
      if (((bytes[index * stride + Math.floor(place / 8)]! >> (place % 8)) & 1) === 1) value += 2 ** bit
    }
    return value
  }

  const columns = fc
    .integer({ min: 1, max: 12 })
    .chain((slots) =>
      fc.array(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 ** 32 - 2 })), {
          minLength: slots,
          maxLength: slots,
        }),
        { minLength: 2, maxLength: 5 },
      ),
    )
    .map((lists) => signaturesFrom(lists))

  it('keep the lowest bits of mix32(slot), so equal slots stay equal', () => {
    fc.assert(
      fc.property(columns, fc.constantFrom(1, 2, 4, 8, 16), (signatures, bits) => {
        const packed = packSignatures(signatures, bits)
        const { slots } = signatures.scheme
        signatures.values.forEach((value, i) => {
          expect(slotAt(packed, Math.floor(i / slots), i % slots)).toBe(mix32(value) % 2 ** bits)
        })
      }),
      { numRuns: cases(400) },
    )
  })

  it('estimate by the share of equal slots, corrected for chance', () => {
    fc.assert(
      fc.property(columns, fc.constantFrom(1, 2, 4, 8, 16, 32), (signatures, bits) => {
        const packed = packSignatures(signatures, bits)
        const { slots } = signatures.scheme
        let equal = 0
        for (let slot = 0; slot < slots; slot++) {
          if (slotAt(packed, 0, slot) === slotAt(packed, 1, slot)) equal++
        }
        const chance = bits === 32 ? 0 : 2 ** -bits
        const expected = Math.max(0, (equal / slots - chance) / (1 - chance))
        expect(packedSimilarity(packed, 0, 1)).toBeCloseTo(expected, 12)
        expect(packedSimilarity(packed, 1, 0)).toBe(packedSimilarity(packed, 0, 1))
      }),
      { numRuns: cases(400) },
    )
  })

  it('can be recovered from 32 bits and from their file', () => {
    fc.assert(
      fc.property(columns, fc.constantFrom(1, 2, 4, 8, 16, 32), (signatures, bits) => {
        expect(unpackSignatures(packSignatures(signatures, 32))).toEqual(signatures)
        const packed = packSignatures(signatures, bits)
        expect(decodeSignatures(encodeSignatures(packed))).toEqual(packed)
      }),
      { numRuns: cases(200) },
    )
  })
})

describe('a sketch of a sorted set', () => {
  it('is that of the same elements in any order', () => {
    fc.assert(
      fc.property(set, slotCount, (elements, slots) => {
        for (const sketcher of [new FastSimilaritySketcher({ slots }), new MinhashSketcher({ slots })]) {
          const values = new Uint32Array(slots)
          sketcher.sketchInto(Uint32Array.from(elements), values, 0)
          expect(values).toEqual(signatureOf(sketcher, sortedSet(elements)))
        }
      }),
      { numRuns: cases(200) },
    )
  })
})
