// Records of one table that have a single column: how much agreement is beyond chance.
import { describe, expect, it } from 'vitest'
import { sharedByChance } from '../../../../src/apps/entities/beyond-chance.js'
import { makeColumn } from '../../../../src/apps/entities/column.js'
import { cosineJoin } from '../../../../src/apps/entities/cosine-join.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { cosineOf, weightedSets } from '../../../../src/apps/entities/mutual-best.js'
import { isOneWord, shuffledColumn } from '../../../../src/apps/entities/shuffle-values.js'
import { Random } from '../../../../src/hash/random.js'

const valuesOf = ({ codes, values }: ReturnType<typeof makeColumn>) =>
  Array.from(codes, (code) => values[code])
const wordsAt = (values: readonly (string | undefined)[], place: number) =>
  values.map((value) => value?.split(' ')[place]).sort()

/** Digits at random, and a list of distinct words. */
function maker(seed: number) {
  const random = new Random(seed)
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
  const word = () => Array.from({ length: 7 }, () => 'abcdefghiklmnoprstuvw'[random.below(21)]).join('')
  const list = (count: number) => Array.from({ length: count }, word)
  return { random, digits, list }
}

/** The share of the reported pairs that are right, and of the right ones that are reported. */
function quality(things: readonly number[], values: readonly string[]) {
  const { pairs } = matchRecords(
    values.map((value) => ({ value })),
    undefined,
    { fields: ['value'] },
  )
  const right = pairs.a.filter((a, i) => things[a] === things[pairs.b[i]!]).length
  const sizes = new Map<number, number>()
  for (const thing of things) sizes.set(thing, (sizes.get(thing) ?? 0) + 1)
  const all = [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  return { count: pairs.count, precision: right / pairs.count, recall: right / all }
}

describe('shuffled values', () => {
  const { digits, list } = maker(1)
  const [streets, towns] = [list(40), list(10)]
  const texts = Array.from({ length: 200 }, (_, i) => `${streets[i % 40]} lane ${towns[i % 10]}`)

  it('have the words of the given ones, each in its place, and no more pairs in common than by chance', () => {
    const given = makeColumn('address', 'text', texts)
    const shuffled = shuffledColumn(given, 1)
    for (const place of [0, 1, 2]) {
      expect(wordsAt(valuesOf(shuffled), place)).toEqual(wordsAt(valuesOf(given), place))
    }
    // Of 40 × 10 combinations, the given values have 40 and the others as many as 200 draws hit.
    expect([given.values.length, shuffled.values.length > 120]).toEqual([40, true])
    expect(shuffled.counts.reduce((sum, count) => sum + count, 0)).toBe(200)
  })

  it('have other numbers with the same digits in each place', () => {
    const given = makeColumn(
      'code',
      'code',
      Array.from({ length: 150 }, () => `9${digits(5)}`),
    )
    const shuffled = shuffledColumn(given, 1)
    expect(valuesOf(shuffled).every((value) => /^9\d{5}$/.test(value!))).toBe(true)
    const known = new Set(given.values)
    expect(shuffled.values.filter((value) => known.has(value)).length).toBeLessThan(5)
  })

  it('leave out values of one word, which nothing can be exchanged with', () => {
    expect(['smith', '', 'smith 2', 'a1', '@', 'a@b'].map(isOneWord)).toEqual([true, true, false, false, true, false]) // biome-ignore format: one row
    expect(shuffledColumn(makeColumn('name', 'text', ['smith', 'jones', 'smith']), 1).filled).toBe(0)
  })
})

it('a join of weighted sets finds the pairs that comparing each with each finds', () => {
  const { random, list } = maker(2)
  const vocabulary = list(60)
  const texts = Array.from({ length: 150 }, () =>
    Array.from({ length: 1 + random.below(5) }, () => vocabulary[random.below(60)]).join(' '),
  )
  const sets = weightedSets([makeColumn('text', 'text', texts)])
  for (const minCosine of [0.3, 0.5, 0.9]) {
    const expected = sets.flatMap((set, i) =>
      sets.flatMap((other, j) => (i < j && cosineOf(set, other) >= minCosine ? [`${i} ${j}`] : [])),
    )
    const { a, b } = cosineJoin(sets, minCosine, Number.POSITIVE_INFINITY)
    expect(Array.from(a, (i, position) => `${i} ${b[position]}`).sort()).toEqual(expected.sort())
    expect(expected.length).toBeGreaterThan(0)
  }
  expect(cosineJoin(sets, 0.5, 0).count).toBe(0)
})

describe('one column of one table', () => {
  it('is enough if each thing has many records: a number that six of them share is no coincidence', () => {
    const { random, digits } = maker(3)
    const things = Array.from({ length: 300 }, (_, thing) => new Array<number>(1 + random.below(6)).fill(thing)).flat() // biome-ignore format: one row
    const numbers = Array.from({ length: 300 }, () => digits(9))
    const found = quality(
      things,
      things.map((thing) => numbers[thing]!),
    )
    expect(found).toMatchObject({ precision: 1, recall: 1 })
  })

  it('is worth what two records share beyond chance, by the numbers of values with one, two and three records', () => {
    const counts = (...sizes: number[]) =>
      Uint32Array.from(sizes.flatMap((values, i) => Array<number>(values).fill(i + 1)))
    // 1,000 values, each with a Poisson number of records of mean 1.
    expect(sharedByChance(counts(368, 184, 61))).toBeLessThan(-3)
    // Names with very different frequencies: even more coincidences.
    expect(sharedByChance(counts(300, 80, 40))).toBe(-10)
    expect(sharedByChance(counts(300, 120))).toBeGreaterThan(2)
    expect(sharedByChance(counts(300, 4))).toBe(-10)
  })

  it('finds typing errors in numbers and addresses', () => {
    const { random, digits, list } = maker(4)
    const [streets, towns] = [list(300), list(20)]
    const things = Array.from({ length: 400 }, (_, thing) => (thing % 2 === 0 ? [thing, thing] : [thing])).flat() // biome-ignore format: one row
    const slip = (text: string) => {
      const at = 3 + random.below(text.length - 4)
      return text.slice(0, at) + text.slice(at + 1)
    }
    for (const make of [
      () => digits(12),
      () => `${1 + random.below(99)} ${streets[random.below(300)]} street ${towns[random.below(20)]}`,
    ]) {
      const written = Array.from({ length: 400 }, make)
      const values = things.map((thing, i) => (things[i - 1] === thing ? slip(written[thing]!) : written[thing]!)) // biome-ignore format: one row
      const { precision, recall } = quality(things, values)
      expect(precision).toBeGreaterThan(0.9)
      expect(recall).toBeGreaterThan(0.7)
    }
  })

  it('matches next to nothing if names coincide by chance, or if numbers are few', () => {
    const { random, list } = maker(5)
    const [given, surnames] = [list(15), list(60)]
    const things = Array.from({ length: 500 }, (_, thing) => thing)
    const names = things.map(() => `${given[random.below(15)]} ${surnames[random.below(60)]}`)
    const years = things.map(() => `${1950 + random.below(60)}`)
    // About 139 pairs of names and 2,079 pairs of years are equal.
    expect(quality(things, names).count).toBeLessThan(10)
    expect(quality(things, years).count).toBe(0)
  })
})
