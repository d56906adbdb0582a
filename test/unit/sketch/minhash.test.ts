import { describe, expect, it } from 'vitest'
import { mix32 } from '../../../src/hash/mix.js'
import { Random } from '../../../src/hash/random.js'
import { LengthMismatch, SignatureMismatch } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { EMPTY_SLOT } from '../../../src/model/signatures.js'
import { FastSimilaritySketcher } from '../../../src/sketch/fast-similarity.js'
import { MinhashSketcher, mergeMinhash } from '../../../src/sketch/minhash.js'
import { sketchCollection } from '../../../src/sketch/sketch.js'
import { describeSetSketch, signatureOf } from '../../conformance/sketch-suite.js'

describeSetSketch({
  name: 'minhash',
  elements: 2 ** 32,
  make: (options) => new MinhashSketcher(options),
})

describe('minhash', () => {
  it('is the minimum of a · mix32(x) + b mod 2^32, with a odd and both random for each slot', () => {
    const [slots, seed] = [40, 7]
    const set = [3, 99, 2 ** 31, 2 ** 32 - 1, 12_345]
    const random = new Random(seed)
    const expected = Array.from({ length: slots }, () => {
      const factor = BigInt(random.bits() | 1) & 0xffffffffn
      const term = BigInt(random.bits())
      const hashes = set.map((element) => Number((factor * BigInt(mix32(element)) + term) & 0xffffffffn))
      return Math.min(...hashes)
    })
    expect([...signatureOf(new MinhashSketcher({ slots, seed }), set)]).toEqual(expected)
  })
})

describe('mergeMinhash', () => {
  const sketcher = new MinhashSketcher({ slots: 16 })
  const signaturesOf = (sets: number[][]) => sketchCollection(makeSetCollection(sets), sketcher)

  it('gives the signatures of unions, set by set', () => {
    const merged = mergeMinhash(signaturesOf([[1, 2], [], [7], []]), signaturesOf([[2, 3], [4], [], []]))
    expect(merged).toEqual(signaturesOf([[1, 2, 3], [4], [7], []]))
    expect(merged.values.subarray(48)).toEqual(new Uint32Array(16).fill(EMPTY_SLOT))
  })

  it('leaves its parts as they were', () => {
    const left = signaturesOf([[1]])
    mergeMinhash(left, signaturesOf([[2]]))
    expect(left).toEqual(signaturesOf([[1]]))
  })

  it('refuses other sketches, other schemes and other numbers of sets', () => {
    const sets = makeSetCollection([[1]])
    const fast = sketchCollection(sets, new FastSimilaritySketcher({ slots: 16 }))
    const left = signaturesOf([[1]])
    expect(() => mergeMinhash(fast, fast)).toThrow(SignatureMismatch)
    expect(() => mergeMinhash(left, fast)).toThrow(SignatureMismatch)
    for (const options of [
      { slots: 16, seed: 2 },
      { slots: 8, seed: 1 },
    ]) {
      const other = sketchCollection(sets, new MinhashSketcher(options))
      expect(() => mergeMinhash(left, other)).toThrow(SignatureMismatch)
    }
    expect(() => mergeMinhash(left, signaturesOf([[1], [2]]))).toThrow(LengthMismatch)
  })
})
