import { describe, expect, it } from 'vitest'
import { makePreferences } from '../../../../src/apps/recommend/preferences.js'
import { findScale, opinionOf } from '../../../../src/apps/recommend/scale.js'
import { InvalidOption, InvalidValue } from '../../../../src/model/errors.js'
import { setAt } from '../../../../src/model/set-collection.js'

describe('a scale of ratings', () => {
  it.each([
    [[1, 5], 4, 2],
    [[0.5, 5], 4, 2],
    [[1, 10], 7.75, 3.25],
    [[-10, 10], 5, -5],
    [[0, 1], 0.75, 0.25],
  ])('of %j has liked and disliked at its ends', (ratings, likedFrom, dislikedTo) => {
    expect(findScale(ratings)).toMatchObject({ likedFrom, dislikedTo, min: ratings[0], max: ratings[1] })
  })

  it('drops low ratings, or makes two elements, or as many copies as stars', () => {
    const liked = findScale([1, 5])
    expect([5, 4, 3, 1].map((rating) => opinionOf(liked, rating)?.copies)).toEqual([
      1,
      1,
      undefined,
      undefined,
    ])
    const both = findScale([1, 5], { as: 'liked-and-disliked' })
    expect([5, 3, 2].map((rating) => opinionOf(both, rating)?.isDisliked)).toEqual([false, undefined, true])
    const halves = findScale([0.5, 5], { as: 'stars' })
    expect([0.5, 3, 5].map((rating) => opinionOf(halves, rating)?.copies)).toEqual([1, 6, 10])
    const wide = findScale([0, 100], { as: 'stars' })
    expect([0, 50, 100].map((rating) => opinionOf(wide, rating)?.copies)).toEqual([1, 6, 10])
  })

  it('of purchases has all liked, and no other way', () => {
    expect(opinionOf(findScale([undefined]), undefined)).toEqual({ copies: 1, isDisliked: false })
    expect(() => findScale([undefined], { as: 'stars' })).toThrow(InvalidOption)
    expect(() => findScale([1, 5], { as: 'liked-and-disliked', likedFrom: 2 })).toThrow(InvalidOption)
  })
})

describe('preferences', () => {
  const preferences = makePreferences([
    { customer: 'Ann', item: 'Alien', rating: 5, time: 30 },
    { customer: 'Ann', item: 'Brazil', rating: 4, time: 10 },
    { customer: 'Ben', item: 'Brazil', rating: 5, time: 5 },
    { customer: 'Ann', item: 'Casablanca', rating: 1, time: 20 },
    { customer: 'Ben', item: 'Alien', rating: 1, time: 6 },
    { customer: 'Ben', item: 'Alien', rating: 4, time: 7 },
  ])

  it('are sets of items for customers, in the order of first appearance', () => {
    expect([preferences.customers, preferences.items]).toEqual([
      ['Ann', 'Ben'],
      ['Alien', 'Brazil', 'Casablanca'],
    ])
    expect(Array.from(setAt(preferences.incidence.sets, 0))).toEqual([0, 1])
    expect(Array.from(setAt(preferences.incidence.sets, 1))).toEqual([0, 1])
  })

  it('know the order in time, what was dropped, and that the latest of two opinions counts', () => {
    expect(Array.from(preferences.positions)).toEqual([1, 0, 1, 0])
    expect(preferences).toMatchObject({ dropped: 1, repeated: 1, isTimed: true })
    expect(Array.from(setAt(preferences.known, 0))).toEqual([0, 1, 2])
  })

  it('without times are not timed, and the later row counts', () => {
    const events = [
      { customer: 'Ann', item: 'Alien', rating: 1 },
      { customer: 'Ann', item: 'Alien', rating: 5 },
    ]
    expect(makePreferences(events)).toMatchObject({ isTimed: false, repeated: 1, dropped: 0 })
  })

  it('reject a rating that is not a number', () => {
    expect(() => makePreferences([{ customer: 'a', item: 'b', rating: Number.NaN }])).toThrow(InvalidValue)
  })
})
