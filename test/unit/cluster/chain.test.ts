import { describe, expect, it } from 'vitest'
import { chainBetween } from '../../../src/cluster/chain.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import { pairsOf } from './pairs-of.js'

describe('the chain between two documents', () => {
  it('prefers a long way with strong links to a short way with a weak one', () => {
    const pairs = pairsOf([
      [0, 2, 0.8],
      [0, 1, 0.9],
      [1, 2, 0.95],
    ])
    expect(chainBetween(pairs, 0, 2)).toEqual([
      { a: 0, b: 1, similarity: 0.9 },
      { a: 1, b: 2, similarity: 0.95 },
    ])
  })

  it('prefers the short way when the weakest links are equal', () => {
    const pairs = pairsOf([
      [0, 1, 0.9],
      [1, 2, 0.8],
      [0, 2, 0.8],
    ])
    expect(chainBetween(pairs, 0, 2)).toEqual([{ a: 0, b: 2, similarity: 0.8 }])
  })

  it('prefers the lower positions when ways are equally short', () => {
    const pairs = pairsOf([
      [0, 2],
      [2, 3],
      [0, 1],
      [1, 3],
    ])
    expect(chainBetween(pairs, 0, 3)!.map((link) => link.b)).toEqual([1, 3])
  })

  it('is empty from a document to itself, pairs or not', () => {
    expect(chainBetween(pairsOf([]), 4, 4)).toEqual([])
  })

  it('is undefined if nothing connects the two', () => {
    const pairs = pairsOf([
      [0, 1],
      [2, 3],
    ])
    expect(chainBetween(pairs, 0, 3)).toBeUndefined()
    expect(chainBetween(pairs, 0, 99)).toBeUndefined()
    expect(chainBetween(pairsOf([]), 0, 1)).toBeUndefined()
  })

  it('rejects invalid positions and unverified pairs', () => {
    expect(() => chainBetween(pairsOf([]), -1, 0)).toThrow(InvalidOption)
    expect(() => chainBetween(pairsOf([]), 0, 0.5)).toThrow(InvalidOption)
    expect(() => chainBetween(pairsOf([[0, 1, Number.NaN]]), 0, 1)).toThrow(InvalidValue)
  })
})
