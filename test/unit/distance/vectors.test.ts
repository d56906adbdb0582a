import { describe, expect, it } from 'vitest'
import { chebyshev, euclidean, manhattan, minkowski } from '../../../src/distance/vectors.js'
import { InvalidOption, InvalidValue, LengthMismatch } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const component = fc.integer({ min: -1000, max: 1000 })
const couples = fc
  .array(fc.tuple(component, component), { maxLength: 8 })
  .map((couple) => [couple.map(([x]) => x), couple.map(([, y]) => y)] as const)

describe('the distances of vectors', () => {
  it('have the values of example 3.12', () => {
    expect(euclidean([2, 7], [6, 4])).toBe(5)
    expect(manhattan([2, 7], [6, 4])).toBe(7)
    expect(chebyshev([2, 7], [6, 4])).toBe(4)
  })

  it('are what their formulas say', () => {
    const law = fc.property(couples, ([a, b]) => {
      const gaps = a.map((x, i) => Math.abs(x - b[i]!))
      const power = (r: number) => gaps.reduce((sum, gap) => sum + gap ** r, 0) ** (1 / r)
      expect(manhattan(a, b)).toBe(gaps.reduce((sum, gap) => sum + gap, 0))
      expect(chebyshev(a, b)).toBe(Math.max(0, ...gaps))
      expect(euclidean(a, b)).toBe(Math.sqrt(gaps.reduce((sum, gap) => sum + gap * gap, 0)))
      for (const r of [1.25, 3, 7.5]) expectNear(minkowski(a, b, r), power(r))
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('of Minkowski are the others at 1, 2 and Infinity, and fall as r grows', () => {
    const law = fc.property(couples, ([a, b]) => {
      expect(minkowski(a, b, 1)).toBe(manhattan(a, b))
      expect(minkowski(a, b, 2)).toBe(euclidean(a, b))
      expect(minkowski(a, b, Infinity)).toBe(chebyshev(a, b))
      const falling = [1, 1.5, 2, 3, 10, 1e6, 1e300, Infinity].map((r) => minkowski(a, b, r))
      falling.slice(1).forEach((distance, i) => {
        expect(distance).toBeLessThanOrEqual(falling[i]! * (1 + 1e-12))
      })
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('neither overflow nor underflow in between', () => {
    expect(euclidean([1e200], [0])).toBe(1e200)
    expectNear(euclidean([3e200, 0], [0, 4e200]), 5e200)
    expectNear(euclidean([3e-200, 0], [0, 4e-200]), 5e-200)
    expect(euclidean([Number.MIN_VALUE], [0])).toBe(Number.MIN_VALUE)
    expectNear(minkowski([1e300, 1e300], [0, 0], 3), 2 ** (1 / 3) * 1e300)
    expectNear(minkowski([1e-300, 1e-300], [0, 0], 3), 2 ** (1 / 3) * 1e-300)
    expect(euclidean([1e308], [-1e308])).toBe(Infinity)
    expect(minkowski([1e308], [-1e308], 3)).toBe(Infinity)
  })

  it('scale with a power of two to the last digit', () => {
    const law = fc.property(couples, fc.constantFrom(-900, -300, 300, 900), ([a, b], exponent) => {
      const scale = 2 ** exponent
      const scaled = (vector: readonly number[]) => vector.map((x) => x * scale)
      expect(euclidean(scaled(a), scaled(b))).toBe(euclidean(a, b) * scale)
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('take typed arrays and vectors without components', () => {
    expect(euclidean(Float32Array.of(2, 7), Int8Array.of(6, 4))).toBe(5)
    for (const distance of [manhattan, euclidean, chebyshev]) expect(distance([], [])).toBe(0)
  })

  it('reject bad input with its position', () => {
    for (const distance of [
      manhattan,
      euclidean,
      chebyshev,
      (a: number[], b: number[]) => minkowski(a, b, 3),
    ]) {
      expect(() => distance([1, 2], [1])).toThrow(LengthMismatch)
      expect(() => distance([1, Number.NaN], [1, 2])).toThrow(InvalidValue)
      expect(() => distance([1, 2], [1, -Infinity])).toThrow('second vector is -Infinity at position 1')
      expect(() => distance([1, 2], [1, undefined as unknown as number])).toThrow(InvalidValue)
      expect(() => distance(null as unknown as number[], [1])).toThrow(InvalidValue)
      expect(() => distance('12' as unknown as number[], [1, 2])).toThrow(InvalidValue)
    }
    for (const r of [0.5, 0, -1, Number.NaN, '2' as unknown as number]) {
      expect(() => minkowski([1], [2], r)).toThrow(InvalidOption)
    }
  })
})

function expectNear(got: number, expected: number): void {
  expect(Math.abs(got - expected)).toBeLessThanOrEqual(1e-13 * expected)
}
