import { describe, expect, it } from 'vitest'
import {
  andFamily,
  andProbability,
  bitSamplingFamily,
  type HashFamily,
  hyperplaneFamily,
  minhashFamily,
  orFamily,
  orProbability,
  projectionFamily,
  sensitivity,
} from '../../../src/band/families.js'
import { InvalidOption } from '../../../src/model/errors.js'

describe('AND and OR', () => {
  it('are p^rows and 1 − (1 − p)^bands', () => {
    for (const p of [0, 0.1, 0.5, 0.8, 1]) {
      for (const n of [1, 2, 4, 10]) {
        expect(andProbability(p, n)).toBeCloseTo(p ** n, 14)
        expect(orProbability(p, n)).toBeCloseTo(1 - (1 - p) ** n, 14)
      }
    }
    expect(orProbability(1e-20, 3) / 3e-20).toBeCloseTo(1, 10)
  })

  it('are the S-curve together', () => {
    const banded = orFamily(andFamily(minhashFamily, 5), 20)
    for (const d of [0.2, 0.4, 0.6]) {
      expect(banded.probability(d)).toBeCloseTo(1 - (1 - (1 - d) ** 5) ** 20, 12)
    }
    expect(banded).toMatchObject({ distance: 'jaccard', maxDistance: 1 })
  })

  it('have the figures of the book for the (0.2, 0.6, 0.8, 0.4)-sensitive family', () => {
    expect(sensitivity(minhashFamily, 0.2, 0.6)).toEqual({ d1: 0.2, d2: 0.6, p1: 0.8, p2: 0.4 })
    const andOr = sensitivity(orFamily(andFamily(minhashFamily, 4), 4), 0.2, 0.6)
    expect(andOr.p1).toBeCloseTo(0.8785, 4)
    expect(andOr.p2).toBeCloseTo(0.0985, 4)
    const orAnd = sensitivity(andFamily(orFamily(minhashFamily, 4), 4), 0.2, 0.6)
    expect(orAnd.p1).toBeCloseTo(0.9936, 4)
    expect(orAnd.p2).toBeCloseTo(0.574, 4)
  })

  it('cascade: 4-way OR-AND, then 4-way AND-OR, with the figures of the book at (0.2, 0.8)', () => {
    const orAnd = andFamily(orFamily(minhashFamily, 4), 4)
    const cascade = orFamily(andFamily(orAnd, 4), 4)
    const curve = (p: number) => 1 - (1 - ((1 - (1 - p) ** 4) ** 4) ** 4) ** 4
    for (const p of [0.2, 0.4, 0.8]) expect(cascade.probability(1 - p)).toBeCloseTo(curve(p), 12)
    const { p1, p2 } = sensitivity(cascade, 0.2, 0.8)
    expect(p1).toBeCloseTo(0.9999996, 7)
    expect(p2).toBeCloseTo(0.0008715, 7)
  })

  it('cascade the other way: 4-way AND-OR, then 4-way OR-AND', () => {
    const andOr = orFamily(andFamily(minhashFamily, 4), 4)
    const cascade = sensitivity(andFamily(orFamily(andOr, 4), 4), 0.2, 0.6)
    const curve = (p: number) => (1 - (1 - (1 - (1 - p ** 4) ** 4)) ** 4) ** 4
    expect(cascade.p1).toBeCloseTo(curve(0.8), 12)
    expect(cascade.p2).toBeCloseTo(curve(0.4), 12)
    expect(cascade.p1).toBeGreaterThan(0.999)
    expect(cascade.p2).toBeLessThan(0.02)
  })

  it('reject invalid numbers of functions', () => {
    for (const wrong of [0, 1.5, Number.NaN]) {
      expect(() => andProbability(0.5, wrong)).toThrow(InvalidOption)
      expect(() => orProbability(0.5, wrong)).toThrow(InvalidOption)
    }
  })
})

describe('the families', () => {
  it('of the book fall evenly from 1 to 0', () => {
    for (const family of [minhashFamily, hyperplaneFamily, bitSamplingFamily(64)]) {
      expect(family.probability(0)).toBe(1)
      expect(family.probability(family.maxDistance)).toBe(0)
      expect(family.probability(family.maxDistance / 4)).toBe(0.75)
    }
    expect([
      minhashFamily.maxDistance,
      hyperplaneFamily.maxDistance,
      bitSamplingFamily(64).maxDistance,
    ]).toEqual([1, 180, 64])
    expect(() => bitSamplingFamily(0)).toThrow(InvalidOption)
  })

  it('never agree more at a larger distance, whatever is built of them', () => {
    const cascade = (family: HashFamily) => andFamily(orFamily(andFamily(family, 3), 5), 2)
    for (const family of [minhashFamily, hyperplaneFamily, bitSamplingFamily(10), projectionFamily(2)]) {
      for (const built of [family, cascade(family)]) {
        const most = Math.min(20, family.maxDistance)
        const values = Array.from({ length: 101 }, (_, i) => built.probability((i * most) / 100))
        expect(values.every((value, i) => i === 0 || value <= values[i - 1]! + 1e-15)).toBe(true)
        expect(values.every((value) => value >= 0 && value <= 1 + 1e-15)).toBe(true)
      }
    }
  })

  it('accept two ascending distances within their range', () => {
    for (const [d1, d2] of [
      [0.5, 0.5],
      [0.6, 0.2],
      [-0.1, 0.5],
      [0.5, 1.1],
      [Number.NaN, 0.5],
    ] as const) {
      expect(() => sensitivity(minhashFamily, d1, d2)).toThrow(InvalidOption)
    }
  })
})

describe('random projections', () => {
  /** Φ(x) = 1/2 + φ(x) · (x + x³/3 + x⁵/(3·5) + …), to all digits for |x| up to 6. */
  function normalBelow(x: number): number {
    let term = x
    let sum = x
    for (let n = 3; Math.abs(term) > 1e-18; n += 2) {
      term *= (x * x) / n
      sum += term
    }
    return 0.5 + (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum
  }

  it('follow 1 − 2Φ(−c) − √(2/π) · (1 − e^(−c²/2)) / c with c = width / distance', () => {
    expect(normalBelow(1.96)).toBeCloseTo(0.9750021, 7)
    for (const width of [1, 4]) {
      for (const c of [0.01, 0.1, 0.5, 1, 2, 3, 6]) {
        const closed =
          1 - 2 * (1 - normalBelow(c)) - (Math.sqrt(2 / Math.PI) * (1 - Math.exp((-c * c) / 2))) / c
        expect(projectionFamily(width).probability(width / c)).toBeCloseTo(closed, 10)
      }
    }
  })

  it('agree always at distance 0, and nearly so at tiny ones', () => {
    const family = projectionFamily(1)
    expect(family.probability(0)).toBe(1)
    for (const d of [1e-12, 1e-6])
      expect(family.probability(d)).toBeCloseTo(1 - Math.sqrt(2 / Math.PI) * d, 10)
    expect(family.probability(1e9)).toBeCloseTo(0, 8)
  })

  it('reject an invalid width', () => {
    for (const width of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => projectionFamily(width)).toThrow(InvalidOption)
    }
  })

  it('never agree at an infinite distance, which their range includes', () => {
    expect(projectionFamily(1).probability(Number.POSITIVE_INFINITY)).toBe(0)
  })
})
