import { describe, expect, it } from 'vitest'
import { itemCosine, mostPopular } from '../../../../src/apps/recommend/baselines.js'
import { chooseFading } from '../../../../src/apps/recommend/choose-fading.js'
import { countHits, splitByTime } from '../../../../src/apps/recommend/evaluate.js'
import { measureRecommender } from '../../../../src/apps/recommend/measure.js'
import { makeTastes, type TasteEvent } from '../../../../src/apps/recommend/tastes.js'
import { InvalidOption } from '../../../../src/model/errors.js'

const event = (customer: string, item: string, time: number, rating = 5): TasteEvent => ({
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

describe('a split by time', () => {
  it('keeps back the last of each customer, by time and then by order, if something is left', () => {
    const { learn, kept } = splitByTime(EVENTS, { last: 1 })
    expect([...kept].map(([customer, list]) => [customer, list.map(({ item }) => item)])).toEqual([
      ['Ann', ['a']],
      ['Ben', ['b']],
    ])
    expect(learn).toEqual([EVENTS[1], EVENTS[2], EVENTS[3], EVENTS[5]])
  })

  it('keeps back a share, rounded up', () => {
    const { kept } = splitByTime(EVENTS, { share: 0.5 })
    expect(kept.get('Ann')!.map(({ item }) => item)).toEqual(['c', 'a'])
  })

  it('never keeps back what stays known: the later of two counts', () => {
    const again = [event('Ann', 'a', 1), event('Ann', 'b', 2), event('Ann', 'a', 3)]
    const { learn, kept } = splitByTime(again, { last: 1 })
    expect(kept.get('Ann')).toEqual([again[2]])
    expect(learn).toEqual([again[1]])
  })

  it('refuses shares of nothing and of all', () => {
    for (const share of [0, 1]) expect(() => splitByTime(EVENTS, { share })).toThrow(InvalidOption)
    expect(() => splitByTime(EVENTS, { last: 0 })).toThrow(InvalidOption)
  })
})

describe('hits', () => {
  it('are counted for customers of whom something was kept back that counts', () => {
    const split = splitByTime(EVENTS, { share: 0.5 })
    expect(countHits(split, () => ['c', 'x'], 2)).toEqual({ customers: 2, hitRate: 0.5, precision: 0.25 })
    const isLiked = ({ rating = 0 }: TasteEvent) => rating > 3
    expect(countHits(split, () => ['c', 'x'], 2, isLiked)).toEqual({ customers: 2, hitRate: 0, precision: 0 })
    expect(
      countHits(
        split,
        () => [],
        2,
        () => false,
      ),
    ).toEqual({ customers: 0, hitRate: 0, precision: 0 })
  })
})

describe('what a recommender is measured against', () => {
  const tastes = makeTastes([
    ...['A', 'B', 'C'].flatMap((name) => [event(name, 'p', 1), event(name, 'q', 2)]),
    event('D', 'p', 1),
    event('E', 'x', 1),
    event('E', 'y', 2),
    event('F', 'x', 1),
  ])
  const names = (numbers: Uint32Array) => Array.from(numbers, (item) => tastes.items[item])

  it('the most popular are those of most customers', () => {
    expect(names(mostPopular(tastes)(tastes.customers.indexOf('F'), 2))).toEqual(['p', 'q'])
    expect(names(mostPopular(tastes)(tastes.customers.indexOf('A'), 9))).toEqual(['x', 'y'])
  })

  it('item–item cosine goes by the items of the customer', () => {
    expect(names(itemCosine(tastes, 10)(tastes.customers.indexOf('F'), 5))).toEqual(['y'])
    expect(names(itemCosine(tastes, 10)(tastes.customers.indexOf('D'), 5))).toEqual(['q'])
  })

  it('all three are measured in one call', () => {
    const customers = Array.from({ length: 12 }, (_, i) => `c${i}`)
    // Two shelves, each customer knows all of one, and began it at another book.
    const events = customers.flatMap((name, i) => {
      const shelf = i % 2 === 0 ? ['a', 'b', 'c', 'd'] : ['w', 'x', 'y', 'z']
      return shelf.map((_, time) => event(name, shelf[(time + (i >> 1)) % 4]!, time))
    })
    const measured = measureRecommender(events, {}, {}, 1)
    expect(measured.map(({ name }) => name)).toEqual(['likewise', 'item–item cosine', 'most popular'])
    expect(measured[0]!.last).toEqual({ customers: 12, hitRate: 1, precision: 1 })
    expect(measured[1]!.last.hitRate).toBe(1)
    expect(measured[2]!.last.hitRate).toBeLessThan(1)
    expect(measured[0]!.fifth).toEqual({ customers: 12, hitRate: 1, precision: 1 })
  })
})

describe('the fading of the past', () => {
  const shelf = (letter: string) => Array.from({ length: 6 }, (_, i) => `${letter}${i}`)
  /** Each customer reads shelf after shelf, or both in turn, beginning at a book of his own. */
  const readers = (order: (one: readonly string[], other: readonly string[]) => readonly string[]) =>
    Array.from({ length: 60 }, (_, i) => {
      const turned = (list: readonly string[]) => list.map((_, at) => list[(at + i) % list.length]!)
      const [one, other] = [turned(shelf('pqrs'[i % 4]!)), turned(shelf('wxyz'[(i >> 2) % 4]!))]
      return order(one, other).map((item, time) => event(`c${i}`, item, time))
    }).flat()

  it('is fast where customers go from one mood to the next', () => {
    expect(chooseFading(readers((one, other) => [...one, ...other]))).toEqual({ fade: 0.7, floor: 0.02 })
  })

  it('is not chosen without times, or where items do not speak', () => {
    expect(chooseFading([{ customer: 'Ann', item: 'a' }])).toEqual({})
    expect(
      chooseFading(
        readers((one) => one),
        {},
        { by: 'customers' },
      ),
    ).toEqual({})
    expect(chooseFading([event('Ann', 'a', 1)])).toEqual({})
  })
})
