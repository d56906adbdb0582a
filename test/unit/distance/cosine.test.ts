import { describe, expect, it } from 'vitest'
import { cosineDistance, cosineSimilarity } from '../../../src/distance/cosine.js'
import { InvalidValue, LengthMismatch, ZeroVector } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const component = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ min: -1e3, max: 1e3, noNaN: true }))
const vectors = fc
  .array(component, { minLength: 4, maxLength: 4 })
  .filter((vector) => vector.some((x) => Math.abs(x) > 1e-3))

describe('the cosine of two vectors', () => {
  it('has the value of example 3.13', () => {
    expect(cosineSimilarity([1, 2, -1], [2, 1, 1])).toBe(1 / 2)
    expect(cosineDistance([1, 2, -1], [2, 1, 1])).toBeCloseTo(60, 12)
  })

  it('is exactly 1 for equal vectors, −1 for opposite ones, and the same both ways', () => {
    const law = fc.property(vectors, vectors, (a, b) => {
      const opposite = a.map((x) => -x)
      expect(cosineSimilarity(a, a)).toBe(1)
      expect(cosineSimilarity(a, opposite)).toBe(-1)
      expect(cosineSimilarity(a, b)).toBe(cosineSimilarity(b, a))
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('never leaves −1 … 1, not even by rounding', () => {
    const law = fc.property(vectors, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (a, factor) => {
      const multiple = a.map((x) => x * factor)
      expect(cosineSimilarity(a, multiple)).toBeLessThanOrEqual(1)
      expect(cosineSimilarity(a, multiple)).toBeCloseTo(1, 14)
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('is the cosine of the distance', () => {
    const law = fc.property(vectors, vectors, (a, b) => {
      const angle = (cosineDistance(a, b) * Math.PI) / 180
      expect(Math.cos(angle)).toBeCloseTo(cosineSimilarity(a, b), 13)
    })
    fc.assert(law, { numRuns: cases(500) })
  })
})

describe('the angle between two vectors', () => {
  it('is 0 for the same direction, 90 for perpendicular and 180 for opposite ones', () => {
    expect(cosineDistance([1, 0], [0, 3])).toBe(90)
    expect(cosineDistance([0.1, 0.7, 0.3], [0.1, 0.7, 0.3])).toBe(0)
    expect(cosineDistance([0.1, 0.7, 0.3], [-0.1, -0.7, -0.3])).toBe(180)
  })

  it('is 0 for positive multiples, as near as floating point allows', () => {
    const law = fc.property(vectors, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (a, factor) => {
      const multiple = a.map((x) => x * factor)
      expect(cosineDistance(a, multiple)).toBeLessThan(1e-13)
      const double = a.map((x) => x * 2)
      expect(cosineDistance(a, double)).toBe(0)
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('is right for tiny angles, where the arc cosine gives 0', () => {
    for (const tiny of [1e-5, 1e-9, 1e-100, 1e-300]) {
      const angle = cosineDistance([1, tiny], [1, 0])
      expect(angle / ((tiny * 180) / Math.PI)).toBeCloseTo(1, 9)
    }
  })

  it('is the angle that the vectors were made with', () => {
    for (let degrees = 0; degrees <= 180; degrees += 7.5) {
      const angle = (degrees * Math.PI) / 180
      expect(cosineDistance([3, 0], [Math.cos(angle), Math.sin(angle)])).toBeCloseTo(degrees, 12)
    }
  })

  it('works for very large and very small components', () => {
    for (const scale of [1e200, 1e-200, 1e300, 1e-300]) {
      expect(cosineDistance([scale, 0], [1, 1])).toBeCloseTo(45, 12)
      expect(cosineSimilarity([scale, scale], [scale, 0])).toBeCloseTo(Math.SQRT1_2, 14)
    }
    expect(cosineDistance([Number.MIN_VALUE], [-Number.MAX_VALUE])).toBe(180)
  })

  it('is rejected if there is none', () => {
    for (const measure of [cosineSimilarity, cosineDistance]) {
      expect(() => measure([0, 0], [1, 2])).toThrow(ZeroVector)
      expect(() => measure([1, 2], [0, -0])).toThrow(ZeroVector)
      expect(() => measure([], [])).toThrow(ZeroVector)
      expect(() => measure([1], [1, 2])).toThrow(LengthMismatch)
      expect(() => measure([1, Infinity], [1, 2])).toThrow(InvalidValue)
      expect(() => measure([1, Number.NaN], [0, 0])).toThrow('at position 1')
    }
  })
})
