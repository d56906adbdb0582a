import { describe, expect, it } from 'vitest'
import { charactersOf } from '../../../src/distance/characters.js'
import { editDistance } from '../../../src/distance/edit.js'
import { hammingDistance } from '../../../src/distance/hamming.js'
import { jaccardSimilarity } from '../../../src/distance/jaccard.js'
import { compare } from '../../../src/engine/inline/compare.js'
import { TooLarge } from '../../../src/model/errors.js'
import { normalize } from '../../../src/text/normalize.js'
import { shingle, shingleStrings } from '../../../src/text/shingles.js'
import { characters, listTokens } from '../../../src/text/tokens.js'

describe('an enormous text is refused with a typed error', () => {
  const enormous = 'a'.repeat(2 ** 28 + 1)
  const large = 'a'.repeat(2 ** 26 + 1)

  it.each<[string, () => unknown]>([
    ['normalize', () => normalize(enormous)],
    ['shingle', () => shingle(enormous)],
    ['shingleStrings', () => shingleStrings(enormous)],
    ['compare', () => compare(enormous, 'b')],
    ['characters', () => characters(large)],
    ['charactersOf', () => charactersOf(large)],
    ['editDistance', () => editDistance(large, 'a')],
    ['hammingDistance', () => hammingDistance(large, large)],
  ])('by %s', (_, attempt) => {
    expect(attempt).toThrow(TooLarge)
  })

  it('also when NFKC makes it so', () => {
    expect(() => normalize('\ufdfa'.repeat(2 ** 25), { nfkc: true })).toThrow(TooLarge)
  })

  it('as soon as its tokens are too many for a list, not after all have been made', () => {
    let made = 0
    function* tokens() {
      for (;;) yield String(made++)
    }
    expect(() => listTokens(tokens(), 1000)).toThrow(TooLarge)
    expect(made).toBe(1001)
    expect(listTokens('abc', 3)).toEqual(['a', 'b', 'c'])
  })

  it('as a set of more elements than JavaScript can hold', () => {
    function* numbers() {
      for (let i = 0; i <= 2 ** 24; i++) yield i
    }
    expect(() => jaccardSimilarity(numbers(), [1])).toThrow(TooLarge)
  })
})
