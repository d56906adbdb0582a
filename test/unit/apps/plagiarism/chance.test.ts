import { describe, expect, it } from 'vitest'
import { chanceLaw, LENGTHS, SHARES } from '../../../../src/apps/plagiarism/chance.js'
import { Random } from '../../../../src/hash/random.js'

/** Shares of independent pairs: normal on the scale of the arcsine. */
function independent(count: number, middle: number, spread: number, seed: number): number[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () => SHARES.from(SHARES.to(middle) + spread * random.normal()))
}

describe('chanceLaw', () => {
  it('expects as many pairs above a value as there are', () => {
    const values = independent(20_000, 0.3, 0.08, 1)
    const law = chanceLaw(values, values.length, values.length, SHARES)!
    for (const value of [0.3, 0.4, 0.45, 0.5]) {
      const above = values.filter((one) => one >= value).length
      // Four standard deviations of the count, and 5 % for the fit.
      expect(Math.abs(law.expectedAt(value) - above)).toBeLessThan(4 * Math.sqrt(above) + 0.05 * above)
    }
  })

  it('is not moved by copies, as long as they are fewer than a quarter of all pairs', () => {
    const values = independent(1000, 0.2, 0.05, 2)
    const copies = Array.from({ length: 200 }, (_, i) => 0.7 + 0.001 * i)
    const [alone, mixed] = [values, [...values, ...copies]].map(
      (list) => chanceLaw(list, 1000, 1000, SHARES)!,
    )
    expect(mixed!.valueFor(1)).toBeGreaterThanOrEqual(alone!.valueFor(1))
    expect(mixed!.valueFor(1)).toBeLessThan(0.7)
  })

  it('returns the value that the requested number of pairs is expected to reach', () => {
    const law = chanceLaw(independent(500, 0.4, 0.05, 3), 33, 500, SHARES)!
    for (const expected of [0.5, 1, 10]) {
      expect(law.expectedAt(law.valueFor(expected))).toBeCloseTo(expected, 3)
    }
  })

  it('follows the t distribution for the number of documents: a small class is less certain to show what is usual', () => {
    const values = independent(2000, 0.3, 0.05, 4)
    const scaled = (documents: number, share: number) =>
      SHARES.to(chanceLaw(values, documents, 1000, SHARES)!.valueFor(1000 * share))
    const middle = scaled(15, 0.5)
    const spread = (scaled(1e6, 0.005) - middle) / 2.5758
    // Quantiles of the t distribution with 14 and 4 degrees of freedom.
    expect((scaled(15, 0.005) - middle) / spread).toBeCloseTo(2.977, 1)
    expect((scaled(5, 0.025) - middle) / spread).toBeCloseTo(2.776, 1)
  })

  it('says that no share is rare enough if nearly all are 1', () => {
    const law = chanceLaw(
      Array.from({ length: 100 }, (_, i) => (i % 3 === 0 ? 0.9 : 1)),
      100,
      100,
      SHARES,
    )!
    expect(law.valueFor(1)).toBe(Number.POSITIVE_INFINITY)
  })

  it('handles lengths, which may be 0', () => {
    const law = chanceLaw(
      Array.from({ length: 100 }, (_, i) => i % 5),
      100,
      100,
      LENGTHS,
    )!
    expect(law.valueFor(0.5)).toBeGreaterThan(4)
    expect(law.expectedAt(200)).toBeLessThan(0.1)
  })

  it('does not judge by fewer than 45 pairs', () => {
    expect(chanceLaw(new Array<number>(44).fill(0.2), 10, 44, SHARES)).toBeUndefined()
  })
})
