import { describe, expect, it } from 'vitest'
import { makeIncidence } from '../../../src/join/incidence.js'
import { InvalidValue } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import fc from '../../property.js'

const UNIVERSE = 8
const sets = fc.array(fc.uniqueArray(fc.nat(UNIVERSE - 1)), { maxLength: 8 })

describe('inverted sets', () => {
  it('give the set of every entry, and the entries of every element by ascending set', () => {
    fc.assert(
      fc.property(sets, (lists) => {
        const { entries, setOf, starts, sets: collection } = makeIncidence(makeSetCollection(lists), UNIVERSE)
        for (let element = 0; element < UNIVERSE; element++) {
          const own = entries.subarray(starts[element]!, starts[element + 1]!)
          expect(own.every((entry) => collection.elements[entry] === element)).toBe(true)
          expect(Array.from(own, (entry) => setOf[entry])).toEqual(
            [...lists.keys()].filter((set) => lists[set]!.includes(element)),
          )
        }
      }),
    )
  })

  it('refuse an element beyond the universe', () => {
    expect(() => makeIncidence(makeSetCollection([[2]]), 2)).toThrow(InvalidValue)
  })
})
