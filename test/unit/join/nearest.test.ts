import { describe, expect, it } from 'vitest'
import { makeIncidence } from '../../../src/join/incidence.js'
import { NearestIndex } from '../../../src/join/nearest.js'
import { InvalidOption, LengthMismatch } from '../../../src/model/errors.js'
import { makeSetCollection, setAt } from '../../../src/model/set-collection.js'
import { SIMILARITIES, similarityOf } from '../../../src/model/similarity.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const UNIVERSE = 6
const sets = fc.array(fc.uniqueArray(fc.nat(UNIVERSE - 1)), { minLength: 1, maxLength: 8 })

/** A bag written out: element, label and copy number in one. */
type Bag = readonly string[]

describe('the nearest', () => {
  it.each(SIMILARITIES)('by %s are those of comparing every two bags, of both sides', (similarity) => {
    fc.assert(
      fc.property(
        sets,
        fc.infiniteStream(fc.nat(5)),
        fc.boolean(),
        fc.integer({ min: 0, max: 4 }),
        (lists, stream, isPlain, most) => {
          const collection = makeSetCollection(lists)
          const entries = Array.from(collection.elements, () => stream.next().value as number)
          const copies = Uint8Array.from(entries, (value) => (isPlain ? 1 : 1 + (value % 3)))
          const labels = Uint8Array.from(entries, (value) => (isPlain ? 0 : value % 2))
          const incidence = makeIncidence(collection, UNIVERSE)
          const written = (owner: string, entry: number): Bag =>
            Array.from({ length: copies[entry]! }, (_, copy) => `${owner} ${labels[entry]} ${copy}`)
          const ofSets: Bag[] = lists.map((_, set) =>
            Array.from(setAt(collection, set)).flatMap((element, i) =>
              written(`${element}`, collection.offsets[set]! + i),
            ),
          )
          const ofElements: Bag[] = Array.from({ length: UNIVERSE }, (_, element) =>
            Array.from(collection.elements).flatMap((one, entry) =>
              one === element ? written(`${incidence.setOf[entry]}`, entry) : [],
            ),
          )
          const bags = isPlain ? { incidence } : { incidence, copies, labels }
          for (const [side, all] of [
            ['sets', ofSets],
            ['elements', ofElements],
          ] as const) {
            const index = new NearestIndex(bags, side, similarity)
            all.forEach((own, one) => {
              const expected = all
                .map((bag, other) => {
                  const shared = bag.filter((element) => own.includes(element)).length
                  return { other, shared, value: similarityOf(similarity, shared, own.length, bag.length) }
                })
                .filter(({ other, shared }) => other !== one && shared > 0)
                .sort((x, y) => y.value - x.value || x.other - y.other)
                .slice(0, most)
              const { numbers, similarity: values } = index.nearest(one, most)
              expect(Array.from(numbers, (other, i) => [other, values[i]])).toEqual(
                expected.map(({ other, value }) => [other, value]),
              )
            })
          }
        },
      ),
      { numRuns: cases(60) },
    )
  })

  it('reject unknown values', () => {
    const incidence = makeIncidence(makeSetCollection([[0, 1], [1]]), 2)
    const index = new NearestIndex({ incidence }, 'sets')
    for (const [one, most] of [
      [2, 1],
      [-1, 1],
      [0.5, 1],
      [0, -1],
      [0, Number.NaN],
    ] as const) {
      expect(() => index.nearest(one, most)).toThrow(InvalidOption)
    }
    expect(() => new NearestIndex({ incidence }, 'rows' as 'sets')).toThrow(InvalidOption)
    expect(() => new NearestIndex({ incidence, copies: Uint8Array.of(1) }, 'sets')).toThrow(LengthMismatch)
  })
})
