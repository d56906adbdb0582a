import { describe, expect, it } from 'vitest'
import { itemCosine, mostPopular } from '../../../../src/apps/recommend/baselines/neighbors.js'
import { chooseTreatment } from '../../../../src/apps/recommend/choose-treatment.js'
import { countHits } from '../../../../src/apps/recommend/evaluate.js'
import {
  gatherHistories,
  type Histories,
  type RatingEvent,
} from '../../../../src/apps/recommend/histories.js'
import { evaluateRecommender } from '../../../../src/apps/recommend/measure.js'
import { makePreferences } from '../../../../src/apps/recommend/preferences.js'
import { everyCustomer, splitAtRandom, splitByTime } from '../../../../src/apps/recommend/split.js'
import { Random } from '../../../../src/hash/random.js'
import { InvalidOption } from '../../../../src/model/errors.js'
import fc from '../../../property.js'

const event = (customer: string, item: string, time: number, rating = 5): RatingEvent => ({
  customer,
  item,
  time,
  rating,
})

const EVENTS = [
  event('Ann', 'a', 3),
  event('Ann', 'b', 1),
  event('Ann', 'c', 2, 1),
  event('Ben', 'a', 1),
  event('Ben', 'b', 1),
  event('Cid', 'a', 9),
]

/** `Ann: b c` for each customer who has something. */
function linesOf({ customers, items, offsets, item }: Histories): string[] {
  return customers.flatMap((name, customer) => {
    const own = Array.from(item.subarray(offsets[customer], offsets[customer + 1]), (one) => items[one])
    return own.length === 0 ? [] : [`${name}: ${own.join(' ')}`]
  })
}

describe('histories', () => {
  it('are what a plain sort by time gives, with the later of two events', () => {
    const events = fc.array(
      fc.record({
        customer: fc.constantFrom('a', 'b', 'c'),
        item: fc.constantFrom('v', 'w', 'x', 'y'),
        rating: fc.integer({ min: 1, max: 5 }),
        time: fc.nat(6),
      }),
    )
    fc.assert(
      fc.property(events, (list) => {
        const { customers, items, offsets, item, rating, repeated } = gatherHistories(list)
        const names = [...new Set(list.map(({ customer }) => customer))]
        expect(customers).toEqual(names)
        expect(repeated).toBe(list.length - item.length)
        names.forEach((name, customer) => {
          const sorted = list
            .filter((one) => one.customer === name)
            .sort((one, other) => one.time - other.time)
          const latest = sorted.filter(
            (one, i) => sorted.findLastIndex(({ item }) => item === one.item) === i,
          )
          const range = [offsets[customer], offsets[customer + 1]] as const
          expect(Array.from(item.subarray(...range), (one) => items[one])).toEqual(
            latest.map((one) => one.item),
          )
          expect(Array.from(rating.subarray(...range))).toEqual(latest.map((one) => one.rating))
        })
      }),
    )
  })
})

describe('a split', () => {
  it('keeps back the last of each customer, by time and then by order, if something is left', () => {
    const { train, test } = splitByTime(EVENTS, { last: 1 })
    expect(linesOf(test)).toEqual(['Ann: a', 'Ben: b'])
    expect(linesOf(train)).toEqual(['Ann: b c', 'Ben: a', 'Cid: a'])
  })

  it('keeps back a share, rounded up', () => {
    expect(linesOf(splitByTime(EVENTS, { share: 0.5 }).test)[0]).toBe('Ann: c a')
  })

  it('never keeps back what stays known: the later of two counts', () => {
    const again = [event('Ann', 'a', 1), event('Ann', 'b', 2), event('Ann', 'a', 3)]
    const { train, test } = splitByTime(again, { last: 1 })
    expect([linesOf(test), linesOf(train)]).toEqual([['Ann: a'], ['Ann: b']])
  })

  it('at random keeps back as many, and all events sooner or later', () => {
    const events = Array.from({ length: 10 }, (_, i) => event('Ann', `i${i}`, i))
    const drawn = Array.from({ length: 200 }, (_, seed) => splitAtRandom(events, { share: 0.2 }, seed).test)
    expect(drawn.every(({ item }) => item.length === 2)).toBe(true)
    expect(new Set(drawn.flatMap(({ item }) => [...item])).size).toBe(10)
  })

  it('of every second customer leaves the others without events, and with their numbers', () => {
    const some = everyCustomer(gatherHistories(EVENTS), 2)
    expect(linesOf(some)).toEqual(['Ann: b c a', 'Cid: a'])
    expect(some.customers).toEqual(['Ann', 'Ben', 'Cid'])
  })

  it('refuses shares of nothing and of all', () => {
    for (const share of [0, 1]) expect(() => splitByTime(EVENTS, { share })).toThrow(InvalidOption)
    expect(() => splitByTime(EVENTS, { last: 0 })).toThrow(InvalidOption)
  })
})

describe('hits', () => {
  const split = splitByTime(EVENTS, { share: 0.5 })
  const number = (name: string) => split.test.items.indexOf(name)
  const list = () => Uint32Array.of(number('b'), number('c'))

  it('are counted for customers of whom something was kept back that counts', () => {
    // Ann: c and a were kept back; Ben: b.
    const hits = countHits(split, list, 2)
    expect(hits).toMatchObject({ customers: 2, hitRate: 1, precision: 0.5, coverage: 1 })
    const second = 1 / Math.log2(3)
    expect(hits.ndcg).toBeCloseTo((second / (1 + second) + 1) / 2, 12)
    expect(hits.map).toBeCloseTo((1 / 2 / 2 + 1) / 2, 12)
    const liked = countHits(split, list, 2, (rating) => (rating > 3 ? 1 : 0))
    expect(liked).toMatchObject({ customers: 2, hitRate: 0.5, ndcg: 0.5, map: 0.5 })
  })

  it('are 0 where nothing counts', () => {
    expect(countHits(split, list, 2, () => 0)).toEqual({
      customers: 0,
      hitRate: 0,
      precision: 0,
      ndcg: 0,
      map: 0,
      coverage: 0,
    })
  })

  it('are weighted by gain, and computed for the named customers', () => {
    const first = countHits(split, list, 2, (rating) => rating, [0])
    // The best list has a (5) before c (1); the list has c at the second rank.
    expect(first.ndcg).toBeCloseTo(1 / Math.log2(3) / (5 + 1 / Math.log2(3)), 12)
    expect(first.customers).toBe(1)
  })
})

describe('what a recommender is measured against', () => {
  const preferences = makePreferences([
    ...['A', 'B', 'C'].flatMap((name) => [event(name, 'p', 1), event(name, 'q', 2)]),
    event('D', 'p', 1),
    event('E', 'x', 1),
    event('E', 'y', 2),
    event('F', 'x', 1),
  ])
  const names = (numbers: Uint32Array) => Array.from(numbers, (item) => preferences.items[item])

  it('the most popular are those of most customers', () => {
    expect(names(mostPopular(preferences)(preferences.customers.indexOf('F'), 2))).toEqual(['p', 'q'])
    expect(names(mostPopular(preferences)(preferences.customers.indexOf('A'), 9))).toEqual(['x', 'y'])
  })

  it('item–item cosine goes by the items of the customer', () => {
    expect(names(itemCosine(preferences, 10)(preferences.customers.indexOf('F'), 5))).toEqual(['y'])
    expect(names(itemCosine(preferences, 10)(preferences.customers.indexOf('D'), 5))).toEqual(['q'])
  })

  it('all are measured in one call', () => {
    const customers = Array.from({ length: 12 }, (_, i) => `c${i}`)
    // Two shelves, each customer knows all of one, and began it at another book.
    const events = customers.flatMap((name, i) => {
      const shelf = i % 2 === 0 ? ['a', 'b', 'c', 'd'] : ['w', 'x', 'y', 'z']
      return shelf.map((_, time) => event(name, shelf[(time + (i >> 1)) % 4]!, time))
    })
    const measured = evaluateRecommender(events, {}, {}, 1)
    expect(measured.map(({ name }) => name)).toEqual([
      'likewise',
      'EASE',
      'ALS',
      'item–item cosine',
      'most popular',
    ])
    for (const { lastItem: last, lastFifth: fifth } of measured.slice(0, 4)) {
      expect(last).toMatchObject({ customers: 12, hitRate: 1, precision: 1, ndcg: 1, map: 1, coverage: 1 })
      expect(fifth).toMatchObject({ customers: 12, hitRate: 1 })
    }
    expect(measured[4]!.lastItem.hitRate).toBeLessThan(1)
  })
})

describe('the treatment of ratings', () => {
  const shelf = (letter: string) => Array.from({ length: 6 }, (_, i) => `${letter}${i}`)
  /** Each customer reads shelf after shelf, beginning at a book of his own. */
  const readers = Array.from({ length: 60 }, (_, i) => {
    const turned = (list: readonly string[]) => list.map((_, at) => list[(at + i) % list.length]!)
    const [one, other] = [turned(shelf('pqrs'[i % 4]!)), turned(shelf('wxyz'[(i >> 2) % 4]!))]
    return [...one, ...other].map((item, time) => event(`c${i}`, item, time))
  }).flat()

  it('fades fast if customers change their preferences quickly', () => {
    const { fading, customers } = chooseTreatment(readers)
    expect([fading, customers]).toEqual([{ fade: 0.7, floor: 0.02 }, 60])
  })

  it('counts low ratings if they are as informative as high ones, but not if they are noise', () => {
    const random = new Random(3)
    /** What a customer rates lowly is of his own shelf, or anything. */
    const rated = (isNoise: boolean) =>
      Array.from({ length: 160 }, (_, customer) => {
        const own = customer % 8
        const taken = new Set<string>()
        while (taken.size < 12) {
          const isLow = taken.size % 2 === 0
          const other = isLow && isNoise ? random.below(8) : own
          taken.add(`${other} ${random.below(20)}`)
        }
        return [...taken].map((item, i) => ({ customer: `c${customer}`, item, rating: i % 2 === 0 ? 3 : 5 }))
      }).flat()
    expect(chooseTreatment(rated(true)).scale.as).toBe('liked')
    expect(chooseTreatment(rated(false)).scale.as).toBe('stars')
  })

  it('keeps what is requested, and has nothing to choose for purchases without times', () => {
    const purchases = [{ customer: 'Ann', item: 'a' }]
    expect(chooseTreatment(purchases)).toEqual({
      scale: { as: 'liked' },
      fading: {},
      tried: [],
      customers: 0,
    })
    const given = chooseTreatment(readers, { as: 'stars' })
    expect(new Set(given.tried.map(({ as }) => as))).toEqual(new Set(['stars']))
    expect(chooseTreatment(readers, { as: 'liked' }, { by: 'customers' }).tried).toEqual([])
    expect(chooseTreatment([event('Ann', 'a', 1)]).tried).toEqual([])
  })

  it('does not try liked and disliked where the usual limits overlap', () => {
    const tried = (events: Parameters<typeof chooseTreatment>[0], scale = {}) =>
      new Set(chooseTreatment(events, scale).tried.map(({ as }) => as))
    const rated = (ratings: readonly number[]) =>
      ratings.map((rating, i) => ({ customer: `c${i >> 1}`, item: `i${i % 3}`, rating }))
    expect(tried(rated([1, 1, 1, 1]))).toEqual(new Set(['liked', 'stars']))
    expect(tried(rated([1, 5, 1, 5]), { likedFrom: 2 })).toEqual(new Set([]))
    expect(tried(rated([1, 5, 1, 5]), { likedFrom: 3 })).toEqual(new Set(['liked', 'liked-and-disliked']))
  })
})
