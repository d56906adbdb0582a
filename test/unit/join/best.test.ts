import { describe, expect, it } from 'vitest'
import { Best } from '../../../src/join/best.js'
import fc from '../../property.js'

describe('the k best', () => {
  it('are the first k of all in sorted order, ties by number', () => {
    fc.assert(
      fc.property(fc.nat(6), fc.array(fc.integer({ min: 0, max: 5 })), (most, scores) => {
        const best = new Best(most)
        scores.forEach((score, number) => {
          best.offer(number, score)
        })
        const expected = scores
          .map((score, number) => ({ score, number }))
          .sort((one, other) => other.score - one.score || one.number - other.number)
          .slice(0, most)
        const { numbers, scores: found } = best.list()
        expect(Array.from(numbers)).toEqual(expected.map(({ number }) => number))
        expect(Array.from(found)).toEqual(expected.map(({ score }) => score))
      }),
    )
  })
})
