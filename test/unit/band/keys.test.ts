import { describe, expect, it } from 'vitest'
import { bandKeys, checkBandsFit, keysOfBand, sharesBand, writeBandKeys } from '../../../src/band/keys.js'
import { writeKey64 } from '../../../src/hash/key64.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { signaturesFrom } from '../../../src/model/signatures.js'

const SIGNATURES = signaturesFrom([
  [1, 2, 3, 4, 5],
  [1, 2, 9, 4, 0],
  [3, 4, 1, 2, 5],
])

describe('band keys', () => {
  it('are the 64-bit keys of the slots of each band, the band being the seed', () => {
    const { keys, ...layout } = bandKeys(SIGNATURES, { bands: 2, rows: 2 })
    expect(layout).toEqual({ bands: 2, rows: 2, count: 3 })
    const expected = new Uint32Array(12)
    for (let i = 0; i < 3; i++) {
      for (let band = 0; band < 2; band++) {
        const from = 5 * i + 2 * band
        writeKey64(expected, 2 * (2 * i + band), SIGNATURES.values, from, from + 2, band)
      }
    }
    expect(keys).toEqual(expected)
  })

  it('are shared exactly if all rows of the same band are equal', () => {
    const keys = bandKeys(SIGNATURES, { bands: 2, rows: 2 })
    expect(sharesBand(keys, 0, 1, 0)).toBe(true)
    expect(sharesBand(keys, 0, 1, 1)).toBe(false)
    // The same slots in another band are no agreement.
    for (const band of [0, 1]) expect(sharesBand(keys, 0, 2, band)).toBe(false)
    const halves = new Uint32Array([7, 1, 7, 2, 8, 1, 7, 1])
    const made = { bands: 1, rows: 1, count: 4, keys: halves }
    expect([1, 2, 3].map((j) => sharesBand(made, 0, j, 0))).toEqual([false, false, true])
  })

  it('of one signature are written where they belong', () => {
    const layout = { bands: 2, rows: 2 }
    const all = bandKeys(SIGNATURES, layout).keys
    const one = new Uint32Array(6).fill(9)
    writeBandKeys(one, 1, SIGNATURES.values, 5, layout)
    expect([...one]).toEqual([9, ...all.subarray(4, 8), 9])
  })

  it('of one band are the same as among those of all bands', () => {
    const layout = { bands: 2, rows: 2 }
    const all = bandKeys(SIGNATURES, layout).keys
    for (const band of [0, 1]) {
      const one = keysOfBand(SIGNATURES, layout, band)
      expect(one).toMatchObject({ bands: 1, rows: 2, count: 3 })
      const expected = [0, 1, 2].flatMap((i) => [...all.subarray(2 * (2 * i + band), 2 * (2 * i + band + 1))])
      expect([...one.keys]).toEqual(expected)
    }
    expect(() => keysOfBand(SIGNATURES, { bands: 3, rows: 2 }, 0)).toThrow('3 × 2 = 6')
  })

  it('do not depend on slots beyond bands × rows', () => {
    const [one, other] = [[1, 2, 3].concat(4), [1, 2, 3].concat(5)].map((column) => signaturesFrom([column]))
    expect(bandKeys(one!, { bands: 3, rows: 1 })).toEqual(bandKeys(other!, { bands: 3, rows: 1 }))
  })

  it('reject more bands × rows than there are slots, and invalid layouts', () => {
    expect(() => checkBandsFit({ bands: 5, rows: 1 }, 5)).not.toThrow()
    for (const layout of [
      { bands: 3, rows: 2 },
      { bands: 6, rows: 1 },
      { bands: 1, rows: 6 },
      { bands: 0, rows: 1 },
      { bands: 1, rows: 0 },
      { bands: 1.5, rows: 1 },
      { bands: Number.NaN, rows: 1 },
    ]) {
      expect(() => bandKeys(SIGNATURES, layout)).toThrow(InvalidOption)
      expect(() => checkBandsFit(layout, 5)).toThrow(InvalidOption)
    }
    expect(() => bandKeys(SIGNATURES, { bands: 3, rows: 2 })).toThrow('3 × 2 = 6')
  })
})
