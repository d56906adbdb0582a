import { describe, expect, it } from 'vitest'
import { lcsRow } from '../../../src/distance/lcs-row.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const characters = fc
  .array(fc.nat({ max: 3 }), { maxLength: 130, size: 'max' })
  .map((list) => Uint32Array.from(list))

describe('a row of the table of common subsequences', () => {
  it('is the last row of the plain table, and leaves its working memory clean', () => {
    const law = fc.property(characters, characters, (a, b) => {
      const masks = new Int32Array(4)
      expect(Array.from(lcsRow(a, b, masks))).toEqual(plainRow(a, b))
      expect(Array.from(masks)).toEqual([0, 0, 0, 0])
    })
    fc.assert(law, { numRuns: cases(300) })
  })
})

function plainRow(a: Uint32Array, b: Uint32Array): number[] {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const character of a) {
    const next = [0]
    b.forEach((other, j) => {
      next.push(other === character ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!))
    })
    row = next
  }
  return row
}
