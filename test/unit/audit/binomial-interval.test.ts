import { describe, expect, it } from 'vitest'
import { binomialInterval, incompleteBeta } from '../../../src/audit/binomial-interval.js'

/** P(at least `successes` of `trials`), term by term. */
function tailOf(successes: number, trials: number, share: number): number {
  let sum = 0
  let ways = 1
  for (let k = 0; k <= trials; k++) {
    if (k >= successes) sum += ways * share ** k * (1 - share) ** (trials - k)
    ways = (ways * (trials - k)) / (k + 1)
  }
  return sum
}

describe('binomialInterval', () => {
  it('gives the known limits of Clopper and Pearson', () => {
    expect(binomialInterval(20, 20).low).toBeCloseTo(0.025 ** (1 / 20), 10)
    expect(binomialInterval(20, 20).high).toBe(1)
    expect(binomialInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(1 - 0.025 ** 0.1, 10) })
    const { low, high } = binomialInterval(8, 10)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.4439', '0.9748'])
  })

  it('has limits at which the observation would be as rare as the tail', () => {
    for (const [successes, trials] of [
      [1, 3],
      [17, 40],
      [95, 100],
    ] as const) {
      const { low, high } = binomialInterval(successes, trials, 0.9)
      expect(tailOf(successes, trials, low)).toBeCloseTo(0.05, 9)
      expect(1 - tailOf(successes + 1, trials, high)).toBeCloseTo(0.05, 9)
    }
  })

  it('takes fractions, and grows narrower with the trials', () => {
    let before = 1
    for (const trials of [0.5, 3.7, 12.2, 400.4, 1e6]) {
      const { low, high } = binomialInterval(0.97 * trials, trials)
      expect(low).toBeLessThan(0.97)
      expect(high).toBeGreaterThan(0.97)
      expect(high - low).toBeLessThan(before)
      before = high - low
    }
  })
})

describe('incompleteBeta', () => {
  it('is the tail of the binomial law', () => {
    for (const share of [0.01, 0.3, 0.5, 0.77, 0.99]) {
      expect(incompleteBeta(share, 7, 14)).toBeCloseTo(tailOf(7, 20, share), 12)
    }
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1])
    expect(incompleteBeta(0.25, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(0.5), 12)
  })
})
