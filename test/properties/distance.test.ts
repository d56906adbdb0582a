import { describe, expect, it } from 'vitest'
import { bagCounts, bagDistance } from '../../src/distance/bags.js'
import { cosineDistance } from '../../src/distance/cosine.js'
import { editDistance } from '../../src/distance/edit.js'
import { hammingDistance } from '../../src/distance/hamming.js'
import { jaccardDistance } from '../../src/distance/jaccard.js'
import { chebyshev, euclidean, manhattan, minkowski } from '../../src/distance/vectors.js'
import { cases } from '../depth.js'
import fc from '../property.js'

/** The axioms of a distance, for the items of one kind. */
interface Case<Item> {
  readonly name: string
  readonly items: fc.Arbitrary<Item>
  readonly distance: (a: Item, b: Item) => number
  /** Whether two items are the same for this distance, found in another way than by the distance. */
  readonly same: (a: Item, b: Item) => boolean
  /** How far rounding may break the triangle inequality, as a share of the longer way. Default: not at all. */
  readonly tolerance?: number
}

const letters = fc.constantFrom('a', 'b', 'c')
const smallSets = fc.array(fc.nat({ max: 6 }), { maxLength: 8, size: 'max' })
const smallBags = fc.array(letters, { maxLength: 6, size: 'max' })
const smallTexts = fc.array(letters, { maxLength: 7, size: 'max' }).map((list) => list.join(''))
const fiveLetters = fc.array(letters, { minLength: 5, maxLength: 5 }).map((list) => list.join(''))
const fiveBits = fc.array(fc.nat({ max: 1 }), { minLength: 5, maxLength: 5 })
const points = fc.array(
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e200, max: 1e200, noNaN: true })),
  { minLength: 3, maxLength: 3 },
)
const gridVectors = fc
  .array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 3 })
  .filter((vector) => vector.some((x) => x !== 0))

const sameVector = (a: readonly number[], b: readonly number[]) => a.every((x, i) => x === b[i])

axioms({
  name: 'jaccardDistance',
  items: smallSets,
  distance: jaccardDistance,
  same: (a, b) => a.every((x) => b.includes(x)) && b.every((x) => a.includes(x)),
  tolerance: 1e-15,
})
axioms({
  name: 'bagDistance',
  items: smallBags,
  distance: bagDistance,
  same: (a, b) =>
    a.length === b.length && [...bagCounts(a)].every(([x, count]) => bagCounts(b).get(x) === count),
  tolerance: 1e-15,
})
axioms({ name: 'manhattan', items: points, distance: manhattan, same: sameVector, tolerance: 1e-15 })
axioms({ name: 'euclidean', items: points, distance: euclidean, same: sameVector, tolerance: 1e-15 })
axioms({ name: 'chebyshev', items: points, distance: chebyshev, same: sameVector, tolerance: 1e-15 })
for (const r of [1, 1.5, 2, 3, 17, Infinity]) {
  axioms({
    name: `minkowski with r = ${r}`,
    items: points,
    distance: (a, b) => minkowski(a, b, r),
    same: sameVector,
    tolerance: 1e-14,
  })
}
axioms({
  name: 'cosineDistance, on directions,',
  items: gridVectors.map(direction),
  distance: cosineDistance,
  same: sameVector,
  tolerance: 1e-14,
})
axioms({ name: 'editDistance', items: smallTexts, distance: editDistance, same: (a, b) => a === b })
axioms({
  name: 'hammingDistance of strings',
  items: fiveLetters,
  distance: (a, b) => hammingDistance(a, b),
  same: (a, b) => a === b,
})
axioms({
  name: 'hammingDistance of vectors',
  items: fiveBits,
  distance: (a, b) => hammingDistance(a, b),
  same: sameVector,
})

function axioms<Item>({ name, items, distance, same, tolerance = 0 }: Case<Item>): void {
  const runs = { numRuns: cases(1000) }

  describe(`${name} is a metric:`, () => {
    it('it is finite and never negative', () => {
      const law = fc.property(items, items, (a, b) => {
        expect(distance(a, b)).toBeGreaterThanOrEqual(0)
        expect(distance(a, b)).toBeLessThan(Infinity)
      })
      fc.assert(law, runs)
    })

    it('it is 0 for an item and itself, and for no other', () => {
      const law = fc.property(items, items, (a, b) => {
        expect(distance(a, a)).toBe(0)
        expect(distance(a, b) === 0).toBe(same(a, b))
      })
      fc.assert(law, runs)
    })

    it('it is the same both ways, to the last digit', () => {
      fc.assert(
        fc.property(items, items, (a, b) => {
          expect(distance(a, b)).toBe(distance(b, a))
        }),
        runs,
      )
    })

    it('a detour is never shorter', () => {
      const law = fc.property(items, items, items, (a, b, c) => {
        const detour = distance(a, b) + distance(b, c)
        expect(distance(a, c)).toBeLessThanOrEqual(detour * (1 + tolerance))
      })
      fc.assert(law, runs)
    })
  })
}

/** The shortest vector of whole numbers in this direction: two directions are the same only as equal vectors. */
function direction(vector: readonly number[]): number[] {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const common = vector.map(Math.abs).reduce(divisor)
  return vector.map((x) => x / common)
}
