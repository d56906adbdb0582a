import { describe, expect, it } from 'vitest'
import { precisionFromField } from '../../../../src/apps/entities/check-field.js'
import { scoreHistogram } from '../../../../src/apps/entities/histogram.js'
import type { MatchOptions } from '../../../../src/apps/entities/match-options.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { fieldText } from '../../../../src/apps/entities/record.js'
import { Random } from '../../../../src/hash/random.js'
import { InvalidOption, InvalidValue } from '../../../../src/model/errors.js'
import { makePeople } from './people.js'

const CUSTOMERS = [
  { id: 'c1', name: 'William Ray', address: '12 Elm Street', phone: '555-0101' },
  { id: 'c2', name: "Mary O'Hara", address: '7 Bridge Road', phone: '555-0102' },
  { id: 'c3', name: 'José García', address: '98 Station Avenue', phone: '555-0103' },
  { id: 'c4', name: 'Ann Lee', address: '3 Mill Lane', phone: undefined },
  { id: 'c5', name: 'Robert Fox', address: '41 High Street', phone: '555-0105' },
]
const SUBSCRIBERS = [
  { no: '1', 'full name': 'Bill Ray', street: '12 Elm St.', mobile: '(555) 0101' },
  { no: '2', 'full name': 'OHara, Mary', street: '7 Bridge Rd', mobile: '555 0102' },
  { no: '3', 'full name': 'Jose Garcia', street: '98 Station Ave', mobile: undefined },
  { no: '4', 'full name': 'Lee Ann', street: '3 Mill Ln', mobile: '555-0199' },
  { no: '5', 'full name': 'Peter Hall', street: '2 Church Lane', mobile: '555-0107' },
]

const listed = ({ pairs }: ReturnType<typeof matchRecords>) => Array.from(pairs.a, (a, i) => [a, pairs.b[i]])

/** Precision and recall against the persons that the records say. */
function quality(pairs: readonly (readonly [string, string])[], truth: ReadonlySet<string>) {
  const right = pairs.filter(([a, b]) => truth.has(`${a} ${b}`)).length
  return { precision: right / pairs.length, recall: right / truth.size }
}

describe('records of any type', () => {
  interface Person {
    name: string
    born: Date
    points: number
    member: boolean | null
  }
  class Row implements Person {
    constructor(
      readonly name: string,
      readonly born: Date,
      readonly points: number,
      readonly member: boolean | null,
    ) {}
    greet = () => this.name
  }

  it('are matched as their texts would be: numbers, booleans, dates, nothing, instances of a class', () => {
    const people = Array.from({ length: 12 }, (_, i): Person => {
      const born = new Date(Date.UTC(1950 + 3 * i, i, 1 + i, i % 2))
      return new Row(`Person${i * 37} Name${i * 91}`, born, 1000 * i + 7, i % 3 === 0 ? null : i % 2 === 0)
    })
    const others = people.map((person): Person => ({ ...person, name: person.name.toUpperCase() }))
    const asTexts = (list: readonly Person[]) =>
      list.map(({ name, born, points, member }) => ({
        name,
        born: born.toISOString(),
        points: `${points}`,
        member: member === null ? '' : `${member}`,
      }))
    const got = matchRecords(people, others)
    const expected = matchRecords(asTexts(people), asTexts(others))
    expect(listed(got)).toEqual(people.map((_, i) => [i, i]))
    expect(listed(got)).toEqual(listed(expected))
    expect(got.pairs.similarity).toEqual(expected.pairs.similarity)
  })

  it('have values as texts, in UTC, and missing ones', () => {
    const fields = {
      whole: 5,
      big: 2n ** 60n,
      no: false,
      day: new Date('2024-05-31T00:00:00Z'),
      time: new Date('2024-05-31T06:30:00Z'),
      ...{ blank: ' ', nan: Number.NaN, wrong: new Date(Number.NaN), nothing: null, absent: undefined },
    }
    const texts = Object.keys(fields).map((field) => fieldText(fields, field))
    const missing = Array<undefined>(5).fill(undefined)
    expect(texts).toEqual([
      ...['5', '1152921504606846976', 'false', '2024-05-31', '2024-05-31T06:30:00.000Z'],
      ...missing,
    ])
  })
})

describe('records of two tables', () => {
  it('are matched whatever the columns are called, by either score', () => {
    for (const score of ['evidence', 'points'] as const) {
      const result = matchRecords(CUSTOMERS, SUBSCRIBERS, { score })
      expect(result.fields.map(({ a, b, kind }) => [a, b, kind])).toEqual([
        ['name', 'full name', 'name'],
        ['address', 'street', 'address'],
        ['phone', 'mobile', 'phone'],
      ])
      expect(listed(result)).toEqual([
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ])
    }
  })

  it('are explained field by field', () => {
    const { explain } = matchRecords(CUSTOMERS, SUBSCRIBERS)
    const { points, possible, fields } = explain(3, 3)
    expect(possible).toBe(200)
    expect(points).toBeGreaterThan(180)
    expect(fields).toMatchObject([
      { field: 'name', missing: false, softenings: ['word order'] },
      { field: 'address', missing: false, points: 100, distance: 0 },
      { field: 'phone', missing: true },
    ])
    expect(fields[1]!.bits).toBeGreaterThan(0)
    expect(fields[2]).not.toHaveProperty('points')
  })

  it('have one match each by default', () => {
    const { firsts, seconds } = makePeople(200)
    const twice = [...seconds, { ...seconds[0]!, street: firsts[Number(seconds[0]!.person)]!.street }]
    const count = (oneToOne: boolean | undefined) =>
      listed(
        matchRecords(firsts, twice, { ignore: ['person'], ...(oneToOne !== undefined && { oneToOne }) }),
      ).filter(([a]) => a === Number(seconds[0]!.person)).length
    expect(count(false)).toBe(2)
    expect(count(undefined)).toBeLessThan(2)
    expect(count(true)).toBeLessThan(2)
  })

  it('may have several if the tables contain duplicates', () => {
    const { firsts, seconds } = makePeople(200)
    const both = [...seconds, ...seconds.map((record) => ({ ...record, phone: '' }))]
    const { pairs } = matchRecords(firsts, both, { ignore: ['person'] })
    expect(pairs.count).toBeGreaterThan(1.5 * seconds.length)
  })

  it('are matched by one column, but not by a column without information', () => {
    const { firsts, seconds } = makePeople(300)
    const right = ({ pairs }: ReturnType<typeof matchRecords>) =>
      pairs.a.filter((a, i) => firsts[a]!.person === seconds[pairs.b[i]!]!.person).length
    const byStreet = matchRecords(firsts, seconds, { fields: ['street'] })
    expect(right(byStreet)).toBeGreaterThan(0.9 * seconds.length)
    expect(right(byStreet)).toBeGreaterThan(0.9 * byStreet.pairs.count)
    expect(matchRecords(firsts, seconds, { fields: ['town'] }).pairs.count).toBe(0)
  })

  it('learn what the other table calls the same thing', () => {
    const people = makePeople(400)
    const venues = ['vldb', 'sigmod', 'tods']
    const names = ['very large data bases', 'management of data', 'transactions']
    const a = people.firsts.map((record, i) => ({ ...record, club: venues[i % 3] }))
    const b = people.seconds.map((record) => ({ ...record, club: names[Number(record.person) % 3] }))
    const options = { ignore: ['person'], partners: 20 }
    const { explain, agreement } = matchRecords(a, b, options)
    const ofClub = agreement().find(({ field }) => field === 'club')!
    expect(ofClub.grades.find(({ grade }) => grade === 'nearly')!.matches).toBeGreaterThan(0.9)
    const position = Number(b[0]!.person)
    expect(explain(position, 0).fields.find(({ field }) => field === 'club')).toMatchObject({
      points: 99,
      softenings: ['synonym'],
    })
  })
})

describe('records of one table', () => {
  it('make clusters', () => {
    const { firsts, seconds } = makePeople(300)
    const records = [...firsts, ...seconds]
    const result = matchRecords(records, undefined, { ignore: ['person'], partners: 20 })
    const truth = new Set(seconds.map(({ person }, i) => `${person} ${firsts.length + i}`))
    const { precision, recall } = quality(
      listed(result).map(([a, b]) => [`${a}`, `${b}`] as const),
      truth,
    )
    expect(precision).toBeGreaterThan(0.95)
    expect(recall).toBeGreaterThan(0.95)
    expect(Math.abs(result.expectedPrecision! - precision)).toBeLessThan(0.05)
    expect(Math.abs(result.expectedRecall! - recall)).toBeLessThan(0.1)
    for (const [[low, high], value] of [
      [result.precisionInterval!, precision],
      [result.recallInterval!, recall],
    ] as const) {
      expect(low).toBeLessThanOrEqual(value)
      expect(high).toBeGreaterThanOrEqual(value)
    }
    expect(result.clusters.length).toBeGreaterThan(0.9 * seconds.length)
    expect(result.histogram.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(result.candidates)
  })

  it('make fewer clusters at a higher threshold of their own, and the same pairs', () => {
    const { firsts, seconds } = makePeople(120)
    const records = [...firsts, ...seconds]
    const options = { ignore: ['person'], partners: 20 }
    const plain = matchRecords(records, undefined, options)
    const strict = matchRecords(records, undefined, { ...options, clusterThreshold: 0.999999 })
    expect(listed(strict)).toEqual(listed(plain))
    expect(strict.clusters.length).toBeLessThan(plain.clusters.length)
    const byDefault = new Set(plain.clusters.flatMap(({ members }) => [...members]))
    for (const { members } of strict.clusters)
      for (const member of members) expect(byDefault).toContain(member)
    expect(() => matchRecords(firsts, seconds, { ...options, clusterThreshold: 0.9 })).toThrow('one table')
  })

  it('are not merged by a chain of similar pairs, by either score and at any threshold', () => {
    const words = Array.from({ length: 70 }, (_, i) => `${'bdfgklmnprst'[i % 12]}${'aeiou'[i % 5]}w${i * 13}`)
    const chain = Array.from({ length: 60 }, (_, i) => ({
      title: words.slice(i, i + 6).join(' '),
      subtitle: words.slice(i + 1, i + 7).join(' '),
    }))
    const largest = (options: MatchOptions) =>
      Math.max(0, ...matchRecords(chain, undefined, options).clusters.map(({ members }) => members.length))
    expect(largest({})).toBeLessThan(5)
    for (const threshold of [0.5, 0.7, 0.85]) {
      const size = largest({ score: 'points', threshold })
      expect([threshold, size > 1, size < 8]).toEqual([threshold, true, true])
    }
  })

  it('are not split by points because some of their pairs were not compared', () => {
    const { firsts } = makePeople(700)
    const random = new Random(2)
    const spelled = (value: string) => {
      const at = random.below(value.length)
      return random.below(2) === 0 ? `${value.slice(0, at)}${value.slice(at + 1)}` : value
    }
    const { person: _, ...fields } = firsts[0]!
    const copy = () =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, spelled(`${value}`)]))
    const records = [...firsts, ...Array.from({ length: 100 }, copy)]
    for (const partners of [10, 5]) {
      const options = { ignore: ['person'], score: 'points', partners } as const
      const { clusters, candidates } = matchRecords(records, undefined, options)
      // The cluster has 5,050 pairs, and others are candidates, too.
      expect(candidates).toBeLessThan(800 * partners)
      expect(Math.max(...clusters.map(({ members }) => members.length))).toBe(101)
    }
  })

  it('are not split by points because most of their pairs are identical', () => {
    const { firsts } = makePeople(300)
    const { person: _, surname, ...fields } = firsts[0]! as Record<string, string>
    const copies = Array.from({ length: 60 }, (_, i) => ({
      ...fields,
      surname: i < 50 ? surname : `${surname}s`,
    }))
    const options = { ignore: ['person'], score: 'points', partners: 10 } as const
    const { clusters } = matchRecords([...firsts, ...copies], undefined, options)
    expect(Math.max(...clusters.map(({ members }) => members.length))).toBeGreaterThanOrEqual(61)
  })

  it('are merged at a threshold of 1 if all their pairs reach it, not by a chain of them', () => {
    const { firsts, seconds } = makePeople(60)
    const records = [...firsts, ...firsts.slice(0, 10), ...firsts.slice(0, 5), ...seconds]
    const options = { ignore: ['person'], threshold: 1 } as const
    const sizes = (clusters: ReturnType<typeof matchRecords>['clusters']) =>
      clusters.map(({ members }) => members.length).sort()
    const { clusters } = matchRecords(records, undefined, { ...options, score: 'points' })
    expect(sizes(clusters)).toEqual([2, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    // Labels are certain, and here they make a chain of four different people.
    const labels = [0, 1, 2].map((a) => ({ a, b: a + 1, isMatch: true }))
    expect(sizes(matchRecords(firsts, undefined, { ...options, labels }).clusters)).toEqual([2, 2])
  })

  it('keep their points as the score, whichever cluster they are in', () => {
    const { firsts, seconds } = makePeople(120)
    const found = matchRecords([...firsts, ...seconds], undefined, { ignore: ['person'], score: 'points' })
    for (const [i, [a, b]] of listed(found).entries()) {
      const { points, possible } = found.explain(a!, b!)
      expect(found.pairs.similarity[i]).toBeCloseTo(points / possible, 12)
    }
    expect(found.pairs.count).toBeGreaterThan(0.9 * seconds.length)
  })

  it('are not merged because they are in the same town, although town and postcode are equivalent', () => {
    const { firsts, seconds } = makePeople(1000, 10)
    const records = [...firsts, ...seconds]
    const result = matchRecords(records, undefined, { ignore: ['person'], partners: 20 })
    const truth = new Set(seconds.map(({ person }, i) => `${person} ${firsts.length + i}`))
    const { precision } = quality(
      listed(result).map(([a, b]) => [`${a}`, `${b}`] as const),
      truth,
    )
    expect(precision).toBeGreaterThan(0.97)
  })

  it('give the same result every time', () => {
    const { firsts, seconds } = makePeople(200)
    const run = () =>
      matchRecords([...firsts, ...seconds], undefined, { ignore: ['person'], partners: 20 }).pairs
    expect(run()).toEqual(run())
  })

  it('that have nothing in common give no pair', () => {
    const records = [{ name: 'abc' }, { name: 'xyz' }, { name: undefined }]
    expect(matchRecords(records).pairs.count).toBe(0)
  })
})

describe('the fields compared', () => {
  const table = [
    { id: '1', cluster: 'x', name: 'Ann Lee', town: 'York' },
    { id: '2', cluster: 'x', name: 'Ann Lee', town: 'York' },
  ]

  it('leave out ids and answers', () => {
    const { fields, answers } = matchRecords(table)
    expect([fields.map(({ name }) => name), answers]).toEqual([['name', 'town'], ['cluster']])
    expect(matchRecords(table, undefined, { ignore: ['cluster'] }).answers).toEqual([])
    expect(matchRecords(table, undefined, { fields: ['name'] }).answers).toEqual([])
  })

  it('leave out answers only if both tables have them', () => {
    const answersWith = (more: object) => {
      const others = table.map(({ cluster: _, ...rest }) => ({ ...rest, ...more }))
      return matchRecords(table, others).answers
    }
    expect(answersWith({})).toEqual([])
    expect(answersWith({ gold: 'x' })).toEqual([])
    expect(answersWith({ Cluster: 'x' })).toEqual(['cluster'])
  })

  it('are those requested, with kind and weight', () => {
    const { fields } = matchRecords(table, undefined, {
      fields: ['cluster', { a: 'town', weight: 2 }],
      adjust: [{ a: 'cluster', kind: 'code' }],
    })
    expect(fields).toEqual([
      { name: 'cluster', a: 'cluster', b: 'cluster', kind: 'code', weight: 1 },
      { name: 'town', a: 'town', b: 'town', kind: 'text', weight: 2 },
    ])
  })

  it('are rejected if there are none', () => {
    expect(() => matchRecords(table, undefined, { fields: ['nam'] })).toThrow(
      'one of the columns: id, cluster',
    )
    expect(() => matchRecords(table, undefined, { ignore: ['nam'] })).toThrow(InvalidOption)
    expect(() => matchRecords(table, undefined, { fields: [] })).toThrow(InvalidOption)
    expect(() => matchRecords(table, [{ other: 'q' }])).toThrow(InvalidOption)
    expect(() => matchRecords(table, [{ other: 'q' }], { fields: ['name'] })).toThrow('in the second table')
    expect(() => matchRecords(table, undefined, { oneToOne: true })).toThrow(InvalidOption)
    expect(() => matchRecords(table, undefined, { adjust: [{ a: 'name', weight: 0 }] })).toThrow(
      InvalidOption,
    )
    expect(() => matchRecords([null as never])).toThrow(InvalidValue)
    expect(() => matchRecords([{ name: ['a list'] as never }])).toThrow(InvalidValue)
    expect(() => matchRecords([{ name: { an: 'object' } as never }])).toThrow(/ignore the field/)
  })
})

describe('the precision according to a field that is not compared', () => {
  it('is the fraction in the book: (45 − x) / 35 for 10 and 45 days', () => {
    expect([10, 17, 27.5, 45].map((days) => precisionFromField(days, 10, 45))).toEqual([1, 0.8, 0.5, 0])
    expect([precisionFromField(3, 10, 45), precisionFromField(60, 10, 45)]).toEqual([1, 0])
    expect(precisionFromField(10, 45, 45)).toBeUndefined()
  })

  it('is near the true one', () => {
    const { firsts, seconds } = makePeople(1500)
    const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10)
    const a = firsts.map((record, i) => ({ ...record, created: day((i * 37) % 90) }))
    const b = seconds.map((record, i) => ({
      ...record,
      created: day(((Number(record.person) * 37) % 90) + (i % 21)),
    }))
    const truth = new Set(seconds.map(({ person }, i) => `${person} ${i}`))
    // A low threshold on the points lets wrong pairs in.
    const result = matchRecords(a, b, {
      ignore: ['person'],
      partners: 20,
      checkField: 'created',
      score: 'points',
      threshold: 0.45,
    })
    const { precision } = quality(
      listed(result).map(([one, other]) => [`${one}`, `${other}`] as const),
      truth,
    )
    expect(result.fields.map(({ name }) => name)).not.toContain('created')
    expect(result.check).toMatchObject({ field: 'created', unit: 'days' })
    expect(precision).toBeLessThan(0.9)
    expect(Math.abs(result.check!.precision! - precision)).toBeLessThan(0.1)
  })
})

it('a column to check by that is not there is refused by its own name', () => {
  expect(() => matchRecords([{ name: 'Ann' }], undefined, { checkField: 'made' })).toThrow(
    /^invalid checkField: "made"; expected one of the columns: name/,
  )
})

describe('the histogram of scores', () => {
  it('counts every score once, 0 and 1 too', () => {
    const bins = scoreHistogram(Float64Array.of(0, 0.05, 0.5, 0.99, 1))
    expect(bins.filter(({ pairs }) => pairs > 0)).toEqual([
      { from: 0, pairs: 1 },
      { from: 0.05, pairs: 1 },
      { from: 0.5, pairs: 1 },
      { from: 0.95, pairs: 2 },
    ])
  })
})
