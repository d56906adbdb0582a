import { describe, expect, it } from 'vitest'
import { ratingsToSets } from '../../../../src/apps/recommend/ratings-to-sets.js'
import { InvalidOption, InvalidValue } from '../../../../src/model/errors.js'

const ratings = [
  { customer: 'Ann', item: 'Alien', stars: 5 },
  { customer: 'Ann', item: 'Brazil', stars: 3 },
  { customer: 'Bob', item: 'Alien', stars: 1 },
  { customer: 'Ann', item: 'Casablanca', stars: 4 },
  { customer: 'Bob', item: 'Brazil', stars: 2 },
]
const plain = (sets: Map<string, string[]>) => [...sets]

describe('ratings as sets', () => {
  it('as liked drop the low ones, and keep a customer who liked nothing', () => {
    expect(plain(ratingsToSets(ratings, { as: 'liked', of: 'customers' }))).toEqual([
      ['Ann', ['Alien', 'Casablanca']],
      ['Bob', []],
    ])
  })

  it('as liked and disliked make two elements of one item', () => {
    expect(plain(ratingsToSets(ratings, { as: 'liked-and-disliked', of: 'customers' }))).toEqual([
      ['Ann', ['liked:Alien', 'liked:Casablanca']],
      ['Bob', ['disliked:Alien', 'disliked:Brazil']],
    ])
  })

  it('as stars make a bag with one copy for each star', () => {
    const bob = ratingsToSets(ratings, { as: 'stars', of: 'customers' }).get('Bob')
    expect(bob).toEqual(['Alien', 'Brazil', 'Brazil'])
  })

  it('of items hold customers', () => {
    expect(plain(ratingsToSets(ratings, { as: 'liked-and-disliked', of: 'items' }))).toEqual([
      ['Alien', ['liked:Ann', 'disliked:Bob']],
      ['Brazil', ['disliked:Bob']],
      ['Casablanca', ['liked:Ann']],
    ])
  })

  it('follow the limits of the caller', () => {
    const options = { as: 'liked-and-disliked', of: 'customers', likedFrom: 3, dislikedTo: 1 } as const
    expect(ratingsToSets(ratings, options).get('Ann')).toHaveLength(3)
    expect(ratingsToSets(ratings, options).get('Bob')).toEqual(['disliked:Alien'])
  })

  it('of nothing are none', () => {
    expect(ratingsToSets([], { as: 'stars', of: 'items' }).size).toBe(0)
  })

  it('refuse stars that are not whole or not from 1 to 5, and say where', () => {
    for (const stars of [0, 6, 3.5, Number.NaN]) {
      const wrong = [...ratings, { customer: 'Cid', item: 'Alien', stars }]
      expect(() => ratingsToSets(wrong, { as: 'stars', of: 'customers' })).toThrow(InvalidValue)
      expect(() => ratingsToSets(wrong, { as: 'stars', of: 'customers' })).toThrow('position 5')
    }
  })

  it('refuse a second rating of the same item by the same customer', () => {
    const twice = [...ratings, { customer: 'Ann', item: 'Alien', stars: 1 }]
    for (const of of ['customers', 'items'] as const) {
      expect(() => ratingsToSets(twice, { as: 'liked', of })).toThrow(InvalidValue)
    }
  })

  it('reject overlapping limits and unknown methods', () => {
    const of = 'customers'
    expect(() => ratingsToSets([], { as: 'liked-and-disliked', of, likedFrom: 2 })).toThrow(InvalidOption)
    expect(() => ratingsToSets([], { as: 'liked', of, likedFrom: 6 })).toThrow(InvalidOption)
    expect(() => ratingsToSets([], { as: 'loved' as 'liked', of })).toThrow(InvalidOption)
    expect(() => ratingsToSets([], { as: 'liked', of: 'films' as 'items' })).toThrow(InvalidOption)
  })
})
