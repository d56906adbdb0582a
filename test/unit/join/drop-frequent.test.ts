import { expect, it } from 'vitest'
import { dropFrequent } from '../../../src/join/drop-frequent.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import fc from '../../property.js'

it('leaves out the elements that are in more sets than requested, and nothing else', () => {
  const element = fc.oneof(
    fc.nat(8),
    fc.nat(8).map((value) => 2 ** 32 - 1 - 1000 * value),
  )
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(element), { maxLength: 10 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(2),
      (lists, most, from) => {
        const whole = makeSetCollection(lists)
        const first = Math.min(from, whole.count)
        const part = { ...whole, count: whole.count - first, offsets: whole.offsets.subarray(first) }
        const sets = lists.slice(first)
        const isKept = (value: number) => sets.filter((set) => set.includes(value)).length <= most
        const kept = dropFrequent(part, most)
        expect(kept).toEqual(makeSetCollection(sets.map((set) => set.filter(isKept))))
      },
    ),
  )
})

it('rejects an invalid number of sets', () => {
  expect(() => dropFrequent(makeSetCollection([]), 0)).toThrow('maxSets')
})
