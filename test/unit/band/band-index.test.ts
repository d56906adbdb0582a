import { describe, expect, it } from 'vitest'
import { BandIndex } from '../../../src/band/band-index.js'
import { InvalidOption, LengthMismatch, SignatureMismatch } from '../../../src/model/errors.js'
import { EMPTY_SLOT, type SketchScheme } from '../../../src/model/signatures.js'

const SCHEME: SketchScheme = { sketch: 'minhash', slots: 4, seed: 1 }
const LAYOUT = { bands: 2, rows: 2 }
const of = (...slots: number[]) => Uint32Array.from(slots)

describe('a band index', () => {
  it('finds the members that share a band with a query, in ascending order and each once', () => {
    const index = new BandIndex(SCHEME, LAYOUT)
    expect(
      [of(8, 8, 3, 4), of(1, 2, 3, 4), of(1, 2, 9, 9), of(2, 1, 4, 3)].map((one) => index.add(one)),
    ).toEqual([...[0, 1, 2, 3]])
    expect(index.count).toBe(4)
    expect([...index.candidates(of(1, 2, 3, 4))]).toEqual([0, 1, 2])
    expect([...index.candidates(of(3, 4, 1, 2))]).toEqual([])
  })

  it('answers after every addition, and a query changes nothing', () => {
    const index = new BandIndex(SCHEME, LAYOUT)
    expect(index.candidates(of(1, 2, 3, 4)).length).toBe(0)
    for (let i = 0; i < 5; i++) {
      index.add(of(1, 2, 3, i))
      expect(index.candidates(of(1, 2, 3, 4)).length).toBe(i + 1)
    }
    expect(index.count).toBe(5)
  })

  it('holds thousands of members', () => {
    const index = new BandIndex(SCHEME, LAYOUT)
    for (let i = 0; i < 5000; i++) index.add(of(i, i, i % 50, 7))
    for (const i of [0, 511, 512, 513, 4999]) {
      expect([...index.candidates(of(i, i, 1000, 1000))]).toEqual([i])
    }
    expect([...index.candidates(of(9999, 0, 17, 7))]).toEqual(
      Array.from({ length: 100 }, (_, i) => 50 * i + 17),
    )
  })

  it('counts the signature of an empty set and never finds it', () => {
    const index = new BandIndex(SCHEME, LAYOUT)
    const empty = new Uint32Array(4).fill(EMPTY_SLOT)
    expect(index.add(empty)).toBe(0)
    expect(index.add(of(EMPTY_SLOT, EMPTY_SLOT, 1, 1))).toBe(1)
    expect(index.count).toBe(2)
    expect(index.candidates(empty).length).toBe(0)
    expect([...index.candidates(of(EMPTY_SLOT, EMPTY_SLOT, 2, 2))]).toEqual([1])
  })

  it('refuses signatures that were made in another way, and does not count them', () => {
    const index = new BandIndex(SCHEME, LAYOUT)
    for (const other of [{ sketch: 'fast-similarity' }, { seed: 2 }, { slots: 8 }, { width: 1 }]) {
      const scheme = { ...SCHEME, ...other } as SketchScheme
      expect(() => index.add(of(1, 2, 3, 4), scheme)).toThrow(SignatureMismatch)
      expect(() => index.candidates(of(1, 2, 3, 4), scheme)).toThrow(SignatureMismatch)
    }
    for (const wrong of [of(), of(1, 2, 3), of(1, 2, 3, 4, 5)]) {
      expect(() => index.add(wrong)).toThrow(LengthMismatch)
      expect(() => index.candidates(wrong)).toThrow(LengthMismatch)
    }
    expect(index.count).toBe(0)
  })

  it('refuses a layout beyond the slots', () => {
    expect(() => new BandIndex(SCHEME, { bands: 3, rows: 2 })).toThrow(InvalidOption)
    expect(() => new BandIndex(SCHEME, { bands: 0, rows: 2 })).toThrow(InvalidOption)
  })
})
