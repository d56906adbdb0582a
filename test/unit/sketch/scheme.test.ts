import { describe, expect, it } from 'vitest'
import { InvalidOption, TooLarge } from '../../../src/model/errors.js'
import { makeScheme, makeVectorScheme } from '../../../src/sketch/scheme.js'

describe('schemes', () => {
  it('carry the sketch, the slots and the seed, with their defaults', () => {
    expect(makeScheme('minhash', {})).toEqual({ sketch: 'minhash', slots: 128, seed: 1 })
    expect(makeScheme('minhash', { slots: 65_536, seed: 2 ** 32 - 1 })).toEqual({
      sketch: 'minhash',
      slots: 65_536,
      seed: 2 ** 32 - 1,
    })
    expect(makeVectorScheme('hyperplanes', { dimensions: 3 })).toEqual({
      sketch: 'hyperplanes',
      slots: 128,
      seed: 1,
      dimensions: 3,
    })
  })

  it('of vectors refuse dimensions out of range', () => {
    for (const dimensions of [0, -1, 1.5, Number.NaN, 2 ** 32, undefined as unknown as number]) {
      expect(() => makeVectorScheme('hyperplanes', { dimensions })).toThrow(InvalidOption)
    }
  })

  it('of vectors refuse more coefficients than memory should hold', () => {
    expect(makeVectorScheme('hyperplanes', { dimensions: 2 ** 20, slots: 128 }).dimensions).toBe(2 ** 20)
    expect(() => makeVectorScheme('hyperplanes', { dimensions: 2 ** 20 + 1, slots: 128 })).toThrow(TooLarge)
  })
})
