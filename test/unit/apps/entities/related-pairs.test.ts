import { describe, expect, it } from 'vitest'
import { APART, DISAGREEING, NO_BIN } from '../../../../src/apps/entities/levels.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { relatedPairs } from '../../../../src/apps/entities/related-pairs.js'
import { Random } from '../../../../src/hash/random.js'
import { makePeople } from './people.js'

const COUNT = 400
const pairs = { count: COUNT, a: new Uint32Array(COUNT), b: new Uint32Array(COUNT) }
const likely = new Float64Array(COUNT).fill(0.9)
const never = (fields: number) => ({
  ...pairs,
  bins: Array.from({ length: fields }, () => new Uint8Array(COUNT).fill(DISAGREEING)),
})
/** Records compete, and no field could identify things. */
const together = { identifying: [], isOneToOne: true }
const binsOf = (disagrees: (i: number) => boolean) =>
  Uint8Array.from({ length: COUNT }, (_, i) => (disagrees(i) ? DISAGREEING : 0))

it('pairs that disagree in two fields which go together may be related, those with errors one by one are not', () => {
  const random = new Random(3)
  const errors = () => binsOf(() => random.below(4) === 0)
  expect(
    relatedPairs({ ...pairs, bins: [errors(), errors(), errors()] }, never(3), likely, together).fields,
  ).toEqual([])
  const family = binsOf((i) => i % 2 === 0)
  const found = relatedPairs({ ...pairs, bins: [errors(), family, family] }, never(3), likely, together)
  expect(found.fields).toEqual([1, 2])
  expect([...found.isRelated]).toEqual(Array.from({ length: COUNT }, (_, i) => (i % 2 === 0 ? 1 : 0)))
})

it('unlikely pairs, missing values, a handful of pairs and what random pairs share prove nothing', () => {
  const family = binsOf((i) => i % 2 === 0)
  const unlikely = likely.map((_, i) => (i < 4 ? 0.9 : 0.1))
  expect(relatedPairs({ ...pairs, bins: [family, family] }, never(2), unlikely, together).fields).toEqual([])
  const asOften = { ...pairs, bins: [family, family] }
  expect(relatedPairs(asOften, asOften, likely, together).fields).toEqual([])
  const missing = new Uint8Array(COUNT).fill(NO_BIN)
  expect(relatedPairs({ ...pairs, bins: [family, missing] }, never(2), likely, together).fields).toEqual([])
})

it('a single field that disagrees far more often than the others may be all that distinguishes two things', () => {
  const random = new Random(5)
  const errors = () => binsOf(() => random.below(20) === 0).map((bin) => (bin === 0 ? 0 : APART))
  const given = errors().map((bin, i) => (i % 3 === 0 ? APART : bin))
  const bins = [errors(), given, errors()]
  const found = relatedPairs({ ...pairs, bins }, never(3), likely, { ...together, isOneToOne: false })
  expect(found.fields).toEqual([1])
  expect([...found.isRelated]).toEqual([...given].map((bin) => (bin === APART ? 1 : 0)))
  // Where records compete, a twin loses to the match; and all fields may be full of errors alike.
  expect(relatedPairs({ ...pairs, bins }, never(3), likely, together).fields).toEqual([])
  const alike = [errors(), errors(), errors()]
  expect(
    relatedPairs({ ...pairs, bins: alike }, never(3), likely, { ...together, isOneToOne: false }).fields,
  ).toEqual([])
})

it('no expected precision is given if twins cannot be distinguished from records with errors', () => {
  const random = new Random(6)
  const word = () => Array.from({ length: 7 }, () => 'abcdefghiklmnoprstuvw'[random.below(21)]).join('')
  const table = Array.from({ length: 150 }, (_, i) => {
    const [surname, street, town] = [word(), `${1 + random.below(90)} ${word()}`, word()]
    const person = { given: word(), surname, street, town }
    if (i % 3 === 0) return [person, { ...person, given: word() }]
    return i % 5 === 0 ? [person, person] : [person]
  }).flat()
  const found = matchRecords(table, undefined, { partners: 12 })
  const right = found.pairs.a.filter((a, i) => table[a]!.given === table[found.pairs.b[i]!]!.given).length
  expect(right / found.pairs.count).toBeLessThan(0.5)
  expect([found.expectedPrecision, found.relatedFields]).toEqual([
    undefined,
    expect.arrayContaining(['given']),
  ])
  expect(found.precisionInterval![0]).toBeLessThan(right / found.pairs.count)
})

it('members of households are counted, and the interval of the precision includes that they are not the same', () => {
  const random = new Random(4)
  const word = () => Array.from({ length: 7 }, () => 'abcdefghiklmnoprstuvw'[random.below(21)]).join('')
  const given = Array.from({ length: 80 }, word)
  const members = Array.from({ length: 80 }, (_, family) => {
    const shared = {
      surname: word(),
      street: `${1 + random.below(90)} ${word()}`,
      town: `town ${family % 9}`,
    }
    return Array.from({ length: 1 + random.below(4) }, () => ({
      given: given[random.below(80)]!,
      born: `19${30 + random.below(70)}-${10 + random.below(3)}-${10 + random.below(19)}`,
      ...shared,
    }))
  }).flat()
  const table = [...members, ...members.filter((_, i) => i % 6 === 0)]
  const found = matchRecords(table, undefined, { partners: 12 })
  const right = found.pairs.a.filter(
    (a, i) =>
      table[a]!.born === table[found.pairs.b[i]!]!.born &&
      table[a]!.given === table[found.pairs.b[i]!]!.given,
  ).length
  expect(found.relatedFields).toEqual(expect.arrayContaining(['given', 'born']))
  expect(found.relatedPairs).toBeGreaterThan(0.8 * (found.pairs.count - right))
  const [low, high] = found.precisionInterval!
  expect(right / found.pairs.count).toBeGreaterThanOrEqual(low)
  expect(right / found.pairs.count).toBeLessThanOrEqual(high)
})

describe('a table of nothing but relatives', () => {
  const GIVEN =
    'Ann Bea Carl Dora Emil Fay Gus Hal Ida Jon Kay Leo Mia Ned Olga Pia Quin Rosa Sam Tess Uma Vic Wes Zoe'
      .split(' ')
      .flatMap((name) => [name, `${name}bert`])
  /** Households of different people; nobody has the given name of another member. */
  const households = (
    random: Random,
    columns: readonly string[],
    giveName: (taken: Set<string>) => string,
  ) => {
    const word = () => Array.from({ length: 7 }, () => 'abcdefghiklmnoprstuvw'[random.below(21)]).join('')
    return Array.from({ length: 120 }, () => {
      const shared = [word(), `${1 + random.below(90)} ${word()}`, `555 ${1e6 + random.below(8e6)}`]
      const taken = new Set<string>()
      return Array.from({ length: 1 + random.below(4) }, () => {
        const born = `19${30 + random.below(70)}-0${1 + random.below(9)}-${10 + random.below(19)}`
        return Object.fromEntries([giveName(taken), ...shared, born].map((value, i) => [columns[i]!, value]))
      })
    })
  }
  const fromList = (random: Random) => (taken: Set<string>) => {
    let name = GIVEN[random.below(GIVEN.length)]!
    while (taken.has(name)) name = GIVEN[random.below(GIVEN.length)]!
    taken.add(name)
    return name
  }
  const NAMED = ['given', 'surname', 'street', 'phone', 'born']
  const divided = (groups: readonly (readonly Record<string, string>[])[]) =>
    [0, 1].map((side) => groups.flatMap((group) => group.filter((_, i) => i % 2 === side)))

  it.each([
    ['one table', NAMED, false],
    ['two tables', NAMED, true],
    ['one table without names of columns', ['a', 'b', 'c', 'd', 'e'], false],
    ['two tables without names of columns', ['a', 'b', 'c', 'd', 'e'], true],
  ] as const)('has no expected precision, and names the fields that differ: %s', (_, columns, isTwo) => {
    const random = new Random(8)
    const groups = households(random, columns, fromList(random))
    const [a, b] = isTwo ? divided(groups) : [groups.flat()]
    const found = matchRecords(a!, b)
    expect(found.pairs.count).toBeGreaterThan(50)
    expect(found.expectedPrecision).toBeUndefined()
    expect(found.relatedPairs).toBeGreaterThan(0.7 * found.pairs.count)
    expect(found.relatedFields).toContain(columns[0])
    expect(found.relatedFields).not.toContain(columns[1])
  })

  it('has none if every given name is different', () => {
    const random = new Random(9)
    let count = 0
    const unique = () =>
      `${String.fromCharCode(97 + (count % 26))}${(count++).toString(26).replace(/\d/g, 'z')}`
    const groups = households(random, NAMED, unique)
    expect(matchRecords(groups.flat()).expectedPrecision).toBeUndefined()
  })
})

describe('a column that says nothing about things does not take the expected precision away', () => {
  const { firsts, seconds } = makePeople(300)
  const two = (number: number) => `${number}`.padStart(2, '0')
  it.each<readonly [string, (random: Random, i: number) => string]>([
    [
      'the second of entry',
      (random) =>
        `2024-${two(1 + random.below(9))}-${10 + random.below(18)}T10:${10 + random.below(49)}:${10 + random.below(49)}`,
    ],
    ['the day of entry', (random) => `2024-${two(1 + random.below(9))}-${10 + random.below(18)}`],
    ['a number of the row', (_, i) => `${7 + 3 * i}`],
    ['a price', (random) => `${random.below(90)}.${10 + random.below(89)}`],
    ['a remark', (random) => Array.from({ length: 5 }, () => `w${random.below(400)}`).join(' ')],
    ['a quantity', (random) => `${random.below(200)}`],
    ['a source', (random) => ['web', 'shop', 'fair'][random.below(3)]!],
  ])('%s', (_, value) => {
    const random = new Random(10)
    const table = [...firsts, ...seconds].map(({ person: _, ...row }, i) => ({
      ...row,
      extra: value(random, i),
    }))
    const one = matchRecords(table)
    expect(one.expectedPrecision).toBeGreaterThan(0.9)
    const both = matchRecords(table.slice(0, firsts.length), table.slice(firsts.length))
    expect(both.expectedPrecision).toBeGreaterThan(0.9)
    expect([...one.relatedFields, ...both.relatedFields]).not.toContain('extra')
  })
})
