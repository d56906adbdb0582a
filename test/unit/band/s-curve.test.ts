import { describe, expect, it } from 'vitest'
import {
  type BandLayout,
  candidateProbability,
  curveThreshold,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from '../../../src/band/s-curve.js'
import { InvalidOption } from '../../../src/model/errors.js'

const LAYOUTS: BandLayout[] = [
  { bands: 1, rows: 1 },
  { bands: 20, rows: 5 },
  { bands: 9, rows: 13 },
  { bands: 13, rows: 7 },
  { bands: 128, rows: 1 },
  { bands: 1, rows: 128 },
  { bands: 64, rows: 2 },
]
const SHARES = Array.from({ length: 101 }, (_, i) => i / 100)

/** The area below 1 − (1 − s^rows)^bands by many thin slices, each at its middle. */
function plainArea(from: number, to: number, { bands, rows }: BandLayout): number {
  const slices = 100_000
  const width = (to - from) / slices
  let area = 0
  for (let i = 0; i < slices; i++) area += 1 - (1 - (from + (i + 0.5) * width) ** rows) ** bands
  return area * width
}

describe('the S-curve', () => {
  it('has the values of the book for 20 bands of 5 rows', () => {
    const values = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((s) =>
      candidateProbability(s, { bands: 20, rows: 5 }),
    )
    const expected = [0.006, 0.047, 0.186, 0.47, 0.802, 0.975, 0.9996]
    values.forEach((value, i) => {
      expect(Math.abs(value - expected[i]!)).toBeLessThan(0.0006)
    })
  })

  it('is 1 − (1 − s^rows)^bands', () => {
    for (const layout of LAYOUTS) {
      for (const s of SHARES) {
        const expected = 1 - (1 - s ** layout.rows) ** layout.bands
        expect(candidateProbability(s, layout)).toBeCloseTo(expected, 13)
      }
    }
  })

  it('keeps its digits where the plain formula loses them', () => {
    expect(candidateProbability(0.001, { bands: 2, rows: 10 })).toBeCloseTo(2e-30, 40)
    expect(candidateProbability(0.001, { bands: 2, rows: 10 }) / 2e-30).toBeCloseTo(1, 10)
  })

  it('rises from 0 to 1 and never falls', () => {
    for (const layout of LAYOUTS) {
      expect(candidateProbability(0, layout)).toBe(0)
      expect(candidateProbability(1, layout)).toBe(1)
      const values = SHARES.map((s) => candidateProbability(s, layout))
      expect(values.every((value, i) => i === 0 || value >= values[i - 1]!)).toBe(true)
    }
  })

  it('rises with more bands and falls with more rows', () => {
    for (const s of SHARES.slice(1, -1)) {
      const base = candidateProbability(s, { bands: 10, rows: 4 })
      expect(candidateProbability(s, { bands: 11, rows: 4 })).toBeGreaterThanOrEqual(base)
      expect(candidateProbability(s, { bands: 10, rows: 5 })).toBeLessThanOrEqual(base)
    }
  })

  it('has an inverse', () => {
    for (const layout of LAYOUTS) {
      for (const probability of [0, 1e-9, 0.01, 0.3, 0.5, 0.9, 0.99, 1]) {
        const s = similarityAt(probability, layout)
        expect(candidateProbability(s, layout)).toBeCloseTo(probability, 9)
      }
      expect(similarityAt(0, layout)).toBe(0)
      expect(similarityAt(1, layout)).toBe(1)
      for (const s of [0.85, 0.9, 0.95]) {
        const probability = candidateProbability(s, layout)
        if (probability < 0.999) expect(similarityAt(probability, layout)).toBeCloseTo(s, 9)
      }
    }
  })

  it('is steep near (1 / bands)^(1 / rows)', () => {
    expect(curveThreshold({ bands: 16, rows: 4 })).toBe(0.5)
    expect(curveThreshold({ bands: 20, rows: 5 })).toBeCloseTo(0.5493, 4)
    for (const layout of LAYOUTS.slice(1)) {
      // There (1 − 1/b)^b of all pairs are missed, which is between 0 and 1/e.
      const probability = candidateProbability(curveThreshold(layout), layout)
      expect(probability).toBeGreaterThanOrEqual(1 - 1 / Math.E)
      expect(probability).toBeLessThanOrEqual(1)
    }
  })
})

describe('the areas on both sides of the threshold', () => {
  it('are those of many thin slices', () => {
    for (const layout of LAYOUTS) {
      for (const threshold of [0, 0.3, 0.8, 1]) {
        const [below, above] = [plainArea(0, threshold, layout), plainArea(threshold, 1, layout)]
        expect(Math.abs(falsePositiveArea(threshold, layout) - below)).toBeLessThan(1e-7)
        expect(Math.abs(falseNegativeArea(threshold, layout) - (1 - threshold - above))).toBeLessThan(1e-7)
      }
    }
  })

  it('are ten digits of 1 / (rows + 1) for one band, and of 1 / (bands + 1) for one row, up to 20', () => {
    for (let n = 1; n <= 20; n++) {
      expect(falsePositiveArea(1, { bands: 1, rows: n })).toBeCloseTo(1 / (n + 1), 10)
      expect(falseNegativeArea(0, { bands: n, rows: 1 })).toBeCloseTo(1 / (n + 1), 10)
    }
  })

  it('are 0 at the ends', () => {
    for (const layout of LAYOUTS) {
      expect(falsePositiveArea(0, layout)).toBe(0)
      expect(falseNegativeArea(1, layout)).toBe(0)
    }
  })
})

describe('bad input', () => {
  it('is refused by every function', () => {
    const good = { bands: 2, rows: 2 }
    const functions = [candidateProbability, similarityAt, falsePositiveArea, falseNegativeArea]
    for (const curve of functions) {
      for (const wrong of [-0.1, 1.1, Number.NaN, '0.5' as unknown as number]) {
        expect(() => curve(wrong, good)).toThrow(InvalidOption)
      }
      for (const wrong of [
        { bands: 0, rows: 1 },
        { bands: 1, rows: 1.5 },
        { bands: 65_537, rows: 1 },
      ]) {
        expect(() => curve(0.5, wrong)).toThrow(InvalidOption)
        expect(() => curveThreshold(wrong)).toThrow(InvalidOption)
      }
    }
  })
})
