import { expect, it } from 'vitest'
import { bitmapOf, jaccardOfBitmaps, ones } from '../../../src/distance/bitmaps.js'
import { jaccardSimilarity } from '../../../src/distance/jaccard.js'
import fc from '../../property.js'

const set = fc.uniqueArray(fc.nat(99)).map((list) => Uint32Array.from(list))

it('sets as bits have the Jaccard similarity of the sets', () => {
  fc.assert(
    fc.property(set, set, (a, b) => {
      const expected = a.length === 0 || b.length === 0 ? 0 : jaccardSimilarity(a, b)
      expect(jaccardOfBitmaps(bitmapOf(a, 100), bitmapOf(b, 100), a.length + b.length)).toBe(expected)
    }),
  )
})

it('bits are counted one by one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (word) => {
      expect(ones(word)).toBe([...word.toString(2)].filter((bit) => bit === '1').length)
    }),
  )
})
