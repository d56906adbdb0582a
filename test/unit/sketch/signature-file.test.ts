import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { InvalidArtifact } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { type Signatures, signaturesFrom } from '../../../src/model/signatures.js'
import { packSignatures, SLOT_BITS, unpackSignatures } from '../../../src/sketch/packed.js'
import { PermutationSketcher } from '../../../src/sketch/permutations.js'
import { decodeSignatures, encodeSignatures } from '../../../src/sketch/signature-file.js'
import { makeSketcher, sketchAll, sketchCollection } from '../../../src/sketch/sketch.js'
import { BitSamplingSketcher, HyperplaneSketcher, ProjectionSketcher } from '../../../src/sketch/vectors.js'

const SETS = makeSetCollection([[1, 2, 3], [4], [3, 9]])
const VECTORS = [
  [1, 0, 1],
  [0, 1, 1],
]
const seed = 2 ** 32 - 1

const EVERY_SCHEME: Signatures[] = [
  sketchCollection(SETS, makeSketcher({ slots: 5, seed })),
  sketchCollection(SETS, makeSketcher({ sketch: 'minhash', slots: 5, seed })),
  sketchCollection(SETS, new PermutationSketcher({ rows: 10, slots: 5, seed })),
  sketchAll(VECTORS, new HyperplaneSketcher({ dimensions: 3, slots: 5, seed })),
  sketchAll(VECTORS, new BitSamplingSketcher({ dimensions: 3, slots: 5, seed })),
  sketchAll(VECTORS, new ProjectionSketcher({ dimensions: 3, slots: 5, seed, width: 0.1 })),
  signaturesFrom([
    [1, 2, 3],
    [4, 5, 6],
  ]),
]

describe('a signature file', () => {
  for (const signatures of EVERY_SCHEME) {
    it(`brings back signatures by ${signatures.scheme.sketch}, whatever the bits`, () => {
      for (const bits of SLOT_BITS) {
        const packed = packSignatures(signatures, bits)
        expect(decodeSignatures(encodeSignatures(packed))).toEqual(packed)
      }
      const whole = packSignatures(signatures, 32)
      expect(unpackSignatures(decodeSignatures(encodeSignatures(whole)))).toEqual(signatures)
    })
  }

  it('begins with its name, its version and its parameters, lowest byte first', () => {
    const file = encodeSignatures(packSignatures(EVERY_SCHEME[5]!, 16))
    expect([...file.subarray(0, 32)]).toEqual([
      ...[0x4c, 0x4b, 0x53, 0x47], // LKSG
      ...[2, 5, 16, 0], // version, sketch, bits
      ...[5, 0, 0, 0], // slots
      ...[2, 0, 0, 0], // count
      ...[255, 255, 255, 255], // seed
      ...[3, 0, 0, 0], // dimensions
      ...new Uint8Array(Float64Array.of(0.1).buffer), // width
    ])
    expect(file.length).toBe(32 + 2 * 5 * 2)
  })

  it('numbers the sketches for ever', () => {
    const numbers = EVERY_SCHEME.map((signatures) => encodeSignatures(packSignatures(signatures, 32))[5])
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('can hold no signature', () => {
    const packed = packSignatures(sketchCollection(makeSetCollection([]), makeSketcher()), 32)
    expect(decodeSignatures(encodeSignatures(packed))).toEqual(packed)
  })

  it('is read wherever it is in memory, and does not change with that memory', () => {
    const packed = packSignatures(EVERY_SCHEME[0]!, 8)
    const file = encodeSignatures(packed)
    const memory = new Uint8Array(file.length + 13)
    memory.set(file, 3)
    const decoded = decodeSignatures(memory.subarray(3, 3 + file.length))
    memory.fill(0)
    expect(decoded).toEqual(packed)
  })
})

describe('anything else is refused', () => {
  const file = encodeSignatures(packSignatures(EVERY_SCHEME[0]!, 8))
  const changed = (at: number, value: number) => {
    const copy = file.slice()
    copy[at] = value
    return copy
  }
  const problems: [name: string, file: Uint8Array, says: string][] = [
    ['nothing', new Uint8Array(0), '0 bytes'],
    ['another beginning', changed(0, 0x4d), 'LKSG'],
    ['another version', changed(4, 1), 'version 1 was written by another version of Likewise'],
    ['an unknown sketch', changed(5, 7), 'number 7'],
    ['an unknown number of bits', changed(6, 3), '3 bits'],
    ['more signatures than it holds', changed(12, 4), '4 signatures'],
    ['fewer signatures than it holds', changed(12, 2), '2 signatures'],
    ['more slots than it holds', changed(8, 6), 'bytes'],
    ['a byte too many', Uint8Array.from([...file, 0]), 'bytes'],
  ]
  for (const [name, wrong, says] of problems) {
    it(name, () => {
      expect(() => decodeSignatures(wrong)).toThrow(InvalidArtifact)
      expect(() => decodeSignatures(wrong)).toThrow(says)
    })
  }

  it('a file cut short, anywhere', () => {
    for (let length = 0; length < file.length; length++) {
      expect(() => decodeSignatures(file.subarray(0, length))).toThrow(InvalidArtifact)
    }
  })

  it('rubbish', () => {
    const random = new Random(1)
    for (let length = 0; length < 200; length++) {
      const rubbish = Uint8Array.from({ length }, () => random.below(256))
      expect(() => decodeSignatures(rubbish)).toThrow(InvalidArtifact)
    }
  })

  it('a header of no slots, which would hold any number of signatures', () => {
    const header = changed(8, 0).slice(0, 32)
    expect(() => decodeSignatures(header)).toThrow(InvalidArtifact)
  })
})
