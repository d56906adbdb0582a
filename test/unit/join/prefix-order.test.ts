import { makeSetCollection } from 'likewise/join'
import { describe, expect, it } from 'vitest'
import { prefixLength } from '../../../src/join/bounds.js'
import { frequentElements, PrefixOrder } from '../../../src/join/prefix-order.js'
import { sortedSet } from '../../../src/model/set-collection.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

describe('the frequent elements of a sample', () => {
  it('are those in three or more different sets, by ascending frequency', () => {
    const sets = makeSetCollection([
      [1, 2, 9],
      [1, 2, 8, 9],
      [2, 7, 9],
      [2, 5, 1],
      [2],
      [3, 5],
      [3, 5],
      [3, 5],
    ])
    expect([...frequentElements(sets)]).toEqual([1, 9, 2])
  })

  it('are none of no sets', () => {
    expect(frequentElements(makeSetCollection([]))).toHaveLength(0)
  })
})

describe('a prefix', () => {
  it('has rare elements by value, then frequent ones by ascending frequency', () => {
    const order = new PrefixOrder(Uint32Array.of(5, 1, 9))
    const prefix = new Uint32Array(6)
    order.writePrefix(Uint32Array.of(1, 3, 5, 7, 9, 0xffffffff), 6, prefix)
    expect([...prefix]).toEqual([3, 7, 0xffffffff, 5, 1, 9])
  })

  const sets = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 25 })

  it('has an element in common with that of every similar set, whatever is frequent', () => {
    fc.assert(
      fc.property(
        sets,
        sets,
        fc.uniqueArray(fc.integer({ min: 0, max: 40 })),
        fc.constantFrom(0.2, 0.5, 0.8, 0.9, 1),
        (one, other, frequent, threshold) => {
          const order = new PrefixOrder(Uint32Array.from(frequent))
          const prefixOf = (elements: number[]) => {
            const prefix = new Uint32Array(prefixLength(elements.length, threshold))
            order.writePrefix(sortedSet(elements), prefix.length, prefix)
            return prefix
          }
          const shared = one.filter((element) => other.includes(element)).length
          fc.pre(shared / (one.length + other.length - shared) >= threshold)
          expect(prefixOf(one).some((element) => prefixOf(other).includes(element))).toBe(true)
        },
      ),
      { numRuns: cases(300) },
    )
  })
})
