import { expect, test } from 'vitest'
import { countBelow, countBelowFrom } from '../../../src/model/count-below.js'
import fc from '../../property.js'

test('values below a limit are counted as by a filter, wherever the search starts', () => {
  const values = fc.array(fc.nat(40), { maxLength: 60 }).map((list) => list.sort((x, y) => x - y))
  fc.assert(
    fc.property(values, fc.nat(45), fc.double({ min: 0, max: 1, noNaN: true }), (rising, limit, share) => {
      const expected = rising.filter((value) => value < limit).length
      expect(countBelow(rising, limit)).toBe(expected)
      expect(countBelowFrom(rising, Math.floor(share * expected), limit)).toBe(expected)
    }),
  )
})
