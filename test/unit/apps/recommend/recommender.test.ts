import { describe, expect, it } from 'vitest'
import type { RatingEvent } from '../../../../src/apps/recommend/histories.js'
import { groupItems } from '../../../../src/apps/recommend/item-groups.js'
import { bagsOf, ItemComparer } from '../../../../src/apps/recommend/neighbors.js'
import { makePreferences } from '../../../../src/apps/recommend/preferences.js'
import { Recommender } from '../../../../src/apps/recommend/recommender.js'
import { bagSimilarity } from '../../../../src/distance/bags.js'
import { NearestIndex } from '../../../../src/join/nearest.js'
import { InvalidOption, InvalidValue } from '../../../../src/model/errors.js'
import { cases } from '../../../depth.js'
import fc from '../../../property.js'

/** `Ann: a b c` for each customer, in the order of time. */
function purchases(...lines: readonly string[]): RatingEvent[] {
  return lines.flatMap((line, customer) => {
    const [name = '', items = ''] = line.split(': ')
    return items.split(' ').map((item, i) => ({ customer: name, item, time: 100 * customer + i }))
  })
}

const SCIENCE_FICTION = purchases(
  'Ann: alien brazil contact',
  'Ben: alien brazil contact dune',
  'Cid: alien contact dune',
  'Dot: emma persuasion',
  'Eve: emma persuasion sanditon',
  'Fay: emma sanditon',
)

describe('recommendations', () => {
  const recommender = new Recommender(makePreferences(SCIENCE_FICTION))

  it('are what goes with what a customer liked, with the reason', () => {
    const [first] = recommender.recommend('Ann', 1)
    expect(first).toMatchObject({ item: 'dune', likedBy: 2 })
    expect(first!.because.map(({ item }) => item)).toContain('contact')
    expect(first!.because.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    expect(first!.customers.map(({ name }) => name)).toEqual(['Ben', 'Cid'])
  })

  it('are never what the customer knows, and are filled up with the most popular', () => {
    const list = recommender.recommend('Dot', 10)
    expect(list.map(({ item }) => item)).toEqual(['sanditon', 'alien', 'contact', 'brazil', 'dune'])
    expect(list.map(({ score }) => score > 0)).toEqual([true, false, false, false, false])
    expect(list[1]).toMatchObject({ because: [], customers: [], likedBy: 3 })
  })

  // By groups Ann and Cid have three of one group each, and are equal.
  it.each([
    ['customers', ['Ben', 'Cid']],
    ['groups', ['Cid', 'Ben']],
  ] as const)('by %s name the customers and what they share', (by, nearest) => {
    const other = new Recommender(makePreferences(SCIENCE_FICTION), {
      by,
      groups: { minCustomers: 2, threshold: 0.5 },
    })
    const [first] = other.recommend('Ann', 1)
    expect(first!.item).toBe('dune')
    expect(first!.customers.map(({ name }) => name)).toEqual(nearest)
    expect(first!.because.map(({ item }) => item)).toContain('alien')
  })

  it('are turned away from what is like something disliked', () => {
    const rated = SCIENCE_FICTION.map((event) => ({ ...event, rating: 5 }))
    const events: RatingEvent[] = [
      ...rated,
      { customer: 'Guy', item: 'emma', rating: 5, time: 1000 },
      { customer: 'Guy', item: 'alien', rating: 1, time: 1001 },
      { customer: 'Hal', item: 'emma', rating: 5, time: 1002 },
      { customer: 'Hal', item: 'dune', rating: 5, time: 1003 },
    ]
    const scoreOfDune = (as: 'liked' | 'liked-and-disliked') =>
      new Recommender(makePreferences(events, { as }))
        .recommend('Guy', 20)
        .find(({ item }) => item === 'dune')!.score
    expect(scoreOfDune('liked')).toBeGreaterThan(scoreOfDune('liked-and-disliked'))
  })

  it('of one who liked nothing are the most popular', () => {
    const events = [
      ...SCIENCE_FICTION.map((event) => ({ ...event, rating: 5 })),
      { customer: 'New', item: 'dune', rating: 1, time: 1 },
    ]
    const [first] = new Recommender(makePreferences(events)).recommend('New', 1)
    expect(first).toMatchObject({ item: 'alien', score: 0, likedBy: 3 })
  })

  it('refuse unknown customers and options out of range', () => {
    expect(() => recommender.recommend('Zoe')).toThrow(InvalidValue)
    expect(() => recommender.similarItems('zardoz')).toThrow(InvalidValue)
    for (const options of [
      { fade: 0 },
      { floor: 2 },
      { apart: 0 },
      { shrink: -1 },
      { neighbors: 0 },
      { together: Number.NaN },
    ])
      expect(() => new Recommender(recommender.preferences, options)).toThrow(InvalidOption)
  })
})

const events = fc.array(
  fc.record({
    customer: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    item: fc.constantFrom('v', 'w', 'x', 'y', 'z'),
    rating: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 25 },
)

describe('similar customers and items', () => {
  it.each(['liked', 'liked-and-disliked', 'stars'] as const)(
    'as %s have the Jaccard similarity of their bags',
    (as) => {
      fc.assert(
        fc.property(events, (list) => {
          const preferences = makePreferences(list, { as, likedFrom: 4, dislikedTo: 2 })
          const { sets, setOf } = preferences.incidence
          const bagOf = (isCustomer: boolean, number: number) =>
            Array.from(sets.elements, (item, entry) => ({ item, entry }))
              .filter(({ item, entry }) => (isCustomer ? setOf[entry] : item) === number)
              .flatMap(({ item, entry }) => {
                const other = isCustomer ? item : setOf[entry]!
                return Array.from(
                  { length: preferences.copies[entry]! },
                  () => `${other} ${preferences.disliked[entry]}`,
                )
              })
          for (const [isCustomer, names] of [
            [true, preferences.customers],
            [false, preferences.items],
          ] as const) {
            const index = new NearestIndex(bagsOf(preferences), isCustomer ? 'sets' : 'elements')
            names.forEach((_, one) => {
              const { numbers, similarity } = index.nearest(one, 10)
              const found = new Map(Array.from(numbers, (number, i) => [number, similarity[i]!]))
              names.forEach((_, other) => {
                if (one === other) return
                const [a, b] = [bagOf(isCustomer, one), bagOf(isCustomer, other)]
                const expected = a.length === 0 || b.length === 0 ? 0 : bagSimilarity(a, b)
                expect(found.get(other) ?? 0).toBeCloseTo(expected, 12)
              })
            })
          }
        }),
        { numRuns: cases(60) },
      )
    },
  )

  it('to recommend by are higher for what is taken together', () => {
    const apart = (gap: readonly string[]) => {
      const preferences = makePreferences(purchases(`Ann: p ${gap.join(' ')} q`, `Ben: q ${gap.join(' ')} p`))
      const { numbers, similarity } = new ItemComparer(preferences).nearest(
        preferences.items.indexOf('p'),
        100,
      )
      return similarity[numbers.indexOf(preferences.items.indexOf('q'))]!
    }
    const many = Array.from({ length: 30 }, (_, i) => `i${i}`)
    // With the same sets, only the order in time differs.
    const together = (() => {
      const preferences = makePreferences(
        purchases(`Ann: p q ${many.join(' ')}`, `Ben: q p ${many.join(' ')}`),
      )
      const { numbers, similarity } = new ItemComparer(preferences).nearest(0, 100)
      return similarity[numbers.indexOf(1)]!
    })()
    expect(together).toBeGreaterThan(apart(many))
  })
})

describe('groups of items', () => {
  it('contain what the same customers like, and leave out what few know', () => {
    const preferences = makePreferences([...SCIENCE_FICTION, ...purchases('Ann: once', 'Ben: twice')])
    const groups = groupItems(preferences, { threshold: 0.5, minCustomers: 2 })
    const names = groups.map(({ members }) => members.map((member) => preferences.items[member]!).sort())
    expect(names).toEqual([
      ['alien', 'brazil', 'contact', 'dune'],
      ['emma', 'persuasion', 'sanditon'],
    ])
  })

  it('make customers similar who share no item', () => {
    const lists = purchases(
      ...['A', 'B', 'C'].map((name) => `${name}: alien brazil contact dune`),
      'Ann: alien brazil',
      'Ben: contact dune',
      'Cid: dune',
    )
    const by = (way: 'customers' | 'groups', wanted: string) =>
      new Recommender(makePreferences(lists), { by: way, groups: { threshold: 0.5, minCustomers: 3 } })
        .similarCustomers('Ann')
        .find(({ name }) => name === wanted)?.similarity
    expect(by('customers', 'Ben')).toBeUndefined()
    expect(by('groups', 'Ben')).toBe(1)
    // One of the group against two.
    expect(by('groups', 'Cid')).toBe(1 / 2)
  })
})
