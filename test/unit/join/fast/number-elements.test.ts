import { expect, it } from 'vitest'
import { numberElements, UNSHARED } from '../../../../src/join/fast/number-elements.js'
import { cases } from '../../../depth.js'
import fc from '../../../property.js'

const hashes = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.integer({ min: 1, max: 30 }).map((n) => n * 0x07654321),
  ),
  { maxLength: 200, size: 'max' },
)

it('uses elements that are dense as they are', () => {
  const lists = [Uint32Array.of(3, 1, 60_000), Uint32Array.of(1)]
  expect(numberElements(lists)).toEqual({ kinds: 60_001, lists })
})

it('gives equal numbers to equal elements, and none to those that occur once, whatever the portions', () => {
  fc.assert(
    fc.property(
      hashes,
      hashes,
      fc.constantFrom(1, 8, 64, 2 ** 24),
      fc.constantFrom(1, 4, 2 ** 14),
      (left, right, slice, table) => {
        // The largest of all elements keeps the lists from being dense.
        const lists = [Uint32Array.from([0xfffffff0, ...left]), Uint32Array.from(right)]
        const { kinds, lists: numbers } = numberElements(lists, { slice, table })
        const numberOf = new Map<number, number>()
        const all = [...lists[0]!, ...lists[1]!]
        const given = [...numbers[0]!, ...numbers[1]!]
        all.forEach((element, i) => {
          const times = all.filter((other) => other === element).length
          expect(given[i] === UNSHARED).toBe(times === 1)
          if (times === 1) return
          expect(given[i]).toBe(numberOf.get(element) ?? given[i])
          numberOf.set(element, given[i]!)
        })
        expect(new Set(numberOf.values()).size).toBe(numberOf.size)
        expect(kinds).toBe(numberOf.size)
      },
    ),
    { numRuns: cases(60) },
  )
})
