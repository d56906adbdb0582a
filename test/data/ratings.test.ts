import { readFileSync } from 'node:fs'
import { countHits, makePreferences, type RatingEvent, Recommender, splitByTime } from 'likewise/recommend'
import { describe, expect, it } from 'vitest'
import { mostPopular } from '../../src/apps/recommend/baselines/neighbors.js'
import { findSharedData, titled } from '../outside.js'

const data = findSharedData()

describe.skipIf(data.path === undefined)(titled('MovieLens latest-small', data), () => {
  const read = (): RatingEvent[] =>
    readFileSync(`${data.path}ratings/ratings.csv`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [customer = '', item = '', rating, time] = line.split(',')
        return { customer, item, rating: Number(rating), time: Number(time) }
      })

  it('has 100,836 ratings, and the last ones are predicted twice as often as by the most popular items', () => {
    const events = read()
    expect(events).toHaveLength(100_836)
    const split = splitByTime(events, { last: 1 })
    const preferences = makePreferences(split.train)
    expect([preferences.customers.length, preferences.dropped]).toEqual([610, expect.any(Number)])
    const recommender = new Recommender(preferences)
    const own = countHits(split, (customer, most) => recommender.recommendNumbers(customer, most))
    const popular = countHits(split, mostPopular(preferences))
    expect([own.customers, popular.customers]).toEqual([610, 610])
    expect(own.hitRate).toBeGreaterThan(2 * popular.hitRate)
  })
})
