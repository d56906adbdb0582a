import { describe, expect, it } from 'vitest'
import { errorRates, falseNonMatchAt } from '../../../src/audit/error-rates.js'
import { InvalidValue } from '../../../src/model/errors.js'
import fc from '../../property.js'

describe('error rates', () => {
  it('of scores that do not overlap are 0', () => {
    const rates = errorRates([0.8, 0.9], [0.1, 0.2])
    expect(rates).toMatchObject({
      genuine: 2,
      impostor: 2,
      equalErrorRate: 0,
      areaUnderCurve: 1,
      threshold: 0.8,
    })
    expect(falseNonMatchAt(rates, 0)).toBe(0)
  })

  it('of scores that are all the same are one half', () => {
    expect(errorRates([0.5], [0.5])).toMatchObject({ areaUnderCurve: 0.5, equalErrorRate: 0.5 })
  })

  it('of a worked case', () => {
    // At 0.6 one of four genuine scores is lost, and one of four impostors passes.
    const rates = errorRates([0.5, 0.7, 0.8, 0.9], [0.1, 0.2, 0.3, 0.6])
    expect(rates).toMatchObject({ equalErrorRate: 0.25, threshold: 0.6, areaUnderCurve: 15 / 16 })
    expect([falseNonMatchAt(rates, 0.25), falseNonMatchAt(rates, 0.1)]).toEqual([0, 0.25])
  })

  it('are those that counting gives at every threshold', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(scores, scores, (genuine, impostor) => {
        const { points, areaUnderCurve } = errorRates(genuine, impostor)
        for (const { threshold, falseMatch, falseNonMatch } of points) {
          expect(falseMatch).toBeCloseTo(impostor.filter((s) => s >= threshold).length / impostor.length, 12)
          expect(falseNonMatch).toBeCloseTo(genuine.filter((s) => s < threshold).length / genuine.length, 12)
        }
        let above = 0
        for (const one of genuine)
          for (const other of impostor) above += one > other ? 1 : one === other ? 0.5 : 0
        expect(areaUnderCurve).toBeCloseTo(above / (genuine.length * impostor.length), 12)
      }),
    )
  })

  it('of nothing, or of something that is not a number, are rejected', () => {
    expect(() => errorRates([], [1])).toThrow(InvalidValue)
    expect(() => errorRates([1], [Number.NaN])).toThrow(InvalidValue)
  })
})
