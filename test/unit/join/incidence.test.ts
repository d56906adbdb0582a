import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeIncidence, visitElementsAlike, visitSetsAlike } from '../../../src/join/incidence.js'
import { InvalidValue } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

const UNIVERSE = 8
const sets = fc.array(fc.uniqueArray(fc.nat(UNIVERSE - 1)), { maxLength: 8 })

/** Which other and how many shared, as a plain count. */
function counts(visit: (add: (other: number) => void) => void): Map<number, number> {
  const found = new Map<number, number>()
  visit((other) => found.set(other, (found.get(other) ?? 0) + 1))
  return found
}

describe('sets turned round', () => {
  it('meet every other set once for each shared element, and none that shares nothing', () => {
    fc.assert(
      fc.property(sets, (lists) => {
        const incidence = makeIncidence(makeSetCollection(lists), UNIVERSE)
        lists.forEach((list, set) => {
          const expected = new Map(
            lists
              .map(
                (other, number) =>
                  [number, other.filter((element) => list.includes(element)).length] as const,
              )
              .filter(([number, shared]) => number !== set && shared > 0),
          )
          expect(counts((add) => visitSetsAlike(incidence, set, (other) => add(other)))).toEqual(expected)
        })
      }),
    )
  })

  it('meet every other element once for each shared set', () => {
    fc.assert(
      fc.property(sets, (lists) => {
        const incidence = makeIncidence(makeSetCollection(lists), UNIVERSE)
        for (let element = 0; element < UNIVERSE; element++) {
          const expected = new Map<number, number>()
          for (const list of lists.filter((one) => one.includes(element))) {
            for (const other of list.filter((one) => one !== element))
              expected.set(other, (expected.get(other) ?? 0) + 1)
          }
          expect(counts((add) => visitElementsAlike(incidence, element, (other) => add(other)))).toEqual(
            expected,
          )
        }
      }),
    )
  })

  it('say the entries of both, where a caller keeps columns', () => {
    const collection = makeSetCollection([[0, 1], [1]])
    const incidence = makeIncidence(collection, 2)
    visitSetsAlike(incidence, 1, (other, entry, otherEntry) => {
      expect([other, collection.elements[entry], collection.elements[otherEntry]]).toEqual([0, 1, 1])
      expect([incidence.setOf[entry], incidence.setOf[otherEntry]]).toEqual([1, 0])
    })
  })

  it('refuse an element beyond the universe', () => {
    expect(() => makeIncidence(makeSetCollection([[2]]), 2)).toThrow(InvalidValue)
  })
})
