import { describe, expect, it } from 'vitest'
import { InvalidOption, InvalidValue, SignatureMismatch } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { signatureAt } from '../../../src/model/signatures.js'
import { FastSimilaritySketcher } from '../../../src/sketch/fast-similarity.js'
import { MinhashSketcher } from '../../../src/sketch/minhash.js'
import {
  makeSketcher,
  type SketchOptions,
  sketch,
  sketchAll,
  sketchCollection,
  sketcherOf,
} from '../../../src/sketch/sketch.js'
import { signatureOf } from '../../conformance/sketch-suite.js'

describe('makeSketcher', () => {
  it('makes fast similarity sketches of 128 slots with seed 1 by default', () => {
    expect(makeSketcher()).toBeInstanceOf(FastSimilaritySketcher)
    expect(makeSketcher().scheme).toEqual({ sketch: 'fast-similarity', slots: 128, seed: 1 })
    const minhash = makeSketcher({ sketch: 'minhash', slots: 8, seed: 9 })
    expect(minhash).toBeInstanceOf(MinhashSketcher)
    expect(minhash.scheme).toEqual({ sketch: 'minhash', slots: 8, seed: 9 })
  })

  it('refuses a sketch that it does not know', () => {
    expect(() => makeSketcher({ sketch: 'simhash' } as unknown as SketchOptions)).toThrow(InvalidOption)
    expect(() => sketch([1], { slots: 0 })).toThrow(InvalidOption)
  })
})

describe('sketcherOf', () => {
  it('makes the sketcher of a scheme again', () => {
    for (const name of ['fast-similarity', 'minhash'] as const) {
      const sketcher = makeSketcher({ sketch: name, slots: 9, seed: 4 })
      expect(sketcherOf(sketcher.scheme).scheme).toEqual(sketcher.scheme)
      expect(signatureOf(sketcherOf(sketcher.scheme), [1, 2])).toEqual(signatureOf(sketcher, [1, 2]))
    }
  })

  it('refuses the scheme of another sketch', () => {
    expect(() => sketcherOf({ sketch: 'given', slots: 9, seed: 0 })).toThrow(SignatureMismatch)
  })
})

describe('sketch', () => {
  it('sorts the set and drops repeats', () => {
    for (const name of ['fast-similarity', 'minhash'] as const) {
      const options = { sketch: name, slots: 32 }
      expect(sketch([3, 1, 3, 2], options)).toEqual(signatureOf(makeSketcher(options), [1, 2, 3]))
      expect(sketch(new Set([2, 1, 3]), options)).toEqual(sketch([1, 2, 3], options))
    }
  })

  it('refuses elements that are not 32-bit numbers', () => {
    expect(() => sketch([-1])).toThrow(InvalidValue)
  })
})

describe('many signatures', () => {
  it('are in the order of their sets', () => {
    const sets = [[5, 6], [], [1, 2, 3], [5, 6]]
    const sketcher = makeSketcher({ slots: 20 })
    const signatures = sketchCollection(makeSetCollection(sets), sketcher)
    expect(signatures.count).toBe(4)
    expect(signatures.scheme).toEqual(sketcher.scheme)
    sets.forEach((set, i) => {
      expect(signatureAt(signatures, i)).toEqual(signatureOf(sketcher, set))
    })
    const items = sets.map((set) => Uint32Array.from(set))
    expect(sketchAll(items, sketcher)).toEqual(signatures)
  })

  it('of none are none', () => {
    expect(sketchCollection(makeSetCollection([]), makeSketcher()).values.length).toBe(0)
    expect(sketchAll([], makeSketcher()).count).toBe(0)
  })
})
