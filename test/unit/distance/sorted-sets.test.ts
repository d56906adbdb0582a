import { describe, expect, it } from 'vitest'
import { containment } from '../../../src/distance/containment.js'
import { jaccardSimilarity } from '../../../src/distance/jaccard.js'
import {
  containmentOfSorted,
  jaccardOfSorted,
  overlapAtLeast,
  overlapOfSorted,
} from '../../../src/distance/sorted-sets.js'
import { EmptySet } from '../../../src/model/errors.js'
import { sortedSet } from '../../../src/model/set-collection.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const elements = fc.oneof(
  fc.nat({ max: 40 }),
  fc.nat({ max: 40 }).map((low) => 2 ** 32 - 1 - low),
)
const sets = fc.array(elements, { maxLength: 60, size: 'max' }).map(sortedSet)

describe('sorted sets', () => {
  it('overlap as a Set counts it', () => {
    const law = fc.property(sets, sets, (a, b) => {
      expect(overlapOfSorted(a, b)).toBe(countShared(a, b))
      expect(overlapOfSorted(b, a)).toBe(countShared(a, b))
    })
    fc.assert(law, { numRuns: cases(1000) })
  })

  it('give their overlap when it is at least what is required, and −1 otherwise', () => {
    const law = fc.property(sets, sets, (a, b) => {
      const shared = countShared(a, b)
      for (let required = -1; required <= Math.max(a.length, b.length) + 1; required++) {
        expect(overlapAtLeast(a, b, required)).toBe(shared >= required ? shared : -1)
      }
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('have the similarity and the containment of any sets', () => {
    const law = fc.property(sets, sets, (a, b) => {
      expect(jaccardOfSorted(a, b)).toBe(jaccardSimilarity(a, b))
      if (a.length > 0) expect(containmentOfSorted(a, b)).toBe(containment(a, b))
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('may be empty, but the containment of an empty set is undefined', () => {
    const [none, some] = [new Uint32Array(0), Uint32Array.of(0, 7)]
    expect(overlapOfSorted(none, some)).toBe(0)
    expect(overlapAtLeast(none, none, 0)).toBe(0)
    expect(overlapAtLeast(none, some, 1)).toBe(-1)
    expect(jaccardOfSorted(none, none)).toBe(1)
    expect(jaccardOfSorted(none, some)).toBe(0)
    expect(() => containmentOfSorted(none, some)).toThrow(EmptySet)
  })
})

function countShared(a: Uint32Array, b: Uint32Array): number {
  const set = new Set(b)
  return [...a].filter((element) => set.has(element)).length
}
