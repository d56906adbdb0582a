import { describe, expect, it } from 'vitest'
import { containment } from '../../../src/distance/containment.js'
import { overlap } from '../../../src/distance/jaccard.js'
import { EmptySet, InvalidValue } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const sets = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 20, size: 'max' })

describe('containment', () => {
  it('is the part of the first set that is in the second', () => {
    expect(containment(['a', 'b'], ['a', 'c', 'd'])).toBe(1 / 2)
    expect(containment(['a', 'c', 'd'], ['a', 'b'])).toBe(1 / 3)
    expect(containment([1], [])).toBe(0)
  })

  it('is the overlap over the size of the first set, repeats apart', () => {
    const law = fc.property(sets, sets, (a, b) => {
      expect(containment([...a, ...a], b)).toBe(overlap(a, b) / new Set(a).size)
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('is 1 exactly for a subset', () => {
    const law = fc.property(sets, sets, (a, b) => {
      expect(containment(a, [...b, ...a])).toBe(1)
      expect(containment(a, b) === 1).toBe(a.every((element) => b.includes(element)))
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('of an empty set is not defined', () => {
    expect(() => containment([], [1])).toThrow(EmptySet)
    expect(() => containment([Number.NaN], [1])).toThrow(InvalidValue)
  })
})
