import { describe, expect, it } from 'vitest'
import { makeColumn } from '../../../../src/apps/entities/column.js'
import { mutualBestPairs } from '../../../../src/apps/entities/decoys.js'
import { fallBack, modelProblem } from '../../../../src/apps/entities/fallback.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { cosineOf, mutualBest, weightedSets } from '../../../../src/apps/entities/mutual-best.js'
import { Random } from '../../../../src/hash/random.js'
import type { Candidates } from '../../../../src/model/pair.js'
import { makePeople } from './people.js'

const pairsOf = (pairs: readonly (readonly [number, number])[]): Candidates => ({
  count: pairs.length,
  a: Uint32Array.from(pairs, ([a]) => a),
  b: Uint32Array.from(pairs, ([, b]) => b),
})
const setsOf = (texts: readonly string[]) => weightedSets([makeColumn('text', 'text', texts)])
const every = (left: readonly number[], right: readonly number[]) =>
  left.flatMap((a) => right.filter((b) => b > a).map((b) => [a, b] as const))

describe('mutual best', () => {
  it('is best for both records, above a minimum cosine, whatever all records have in common', () => {
    const sets = setsOf(['acme grinder zx100', 'acme mixer', 'acme zx100 grinder', 'acme toaster red'])
    const { count, a, b, similarity } = mutualBest(sets, pairsOf(every([0, 1], [2, 3])), 0.5)
    expect([count, a[0], b[0]]).toEqual([1, 0, 2])
    expect(similarity[0]).toBeGreaterThan(0.5)
  })

  it('does not depend on the order of words, which is usually that of a table', () => {
    const [one, other] = setsOf(['bosch drill gsr12 blue', 'blue gsr12 drill bosch', 'a red lamp'])
    expect(cosineOf(one!, other!)).toBeCloseTo(1, 12)
  })

  it('is undefined if several are equally good', () => {
    const sets = setsOf(['red lamp', 'blue sofa', 'red lamp', 'red lamp'])
    expect(mutualBest(sets, pairsOf(every([0, 1], [2, 3])), 0.5).count).toBe(0)
  })
})

describe('a model', () => {
  it('has a problem if it finds next to nothing, or matches arbitrary records', () => {
    expect(modelProblem(100, { matches: 100, outside: 20 }, 500)).toBeUndefined()
    expect(modelProblem(3, { matches: 100, outside: 20 }, 500)).toBe('few-matches')
    expect(modelProblem(100, { matches: 100, outside: 2000 }, 500)).toBe('collapsed')
  })

  it('has collapsed if nearly all matches are outside the compared pairs', () => {
    // Twenty things with ten records each per table, of which each record is compared with two.
    const things = makePeople(20).firsts.map(({ person: _, ...fields }) => fields)
    const table = (shift: number) => Array.from({ length: 200 }, (_, i) => things[(7 * i + shift) % 20]!)
    for (const score of ['evidence', 'points'] as const) {
      expect(matchRecords(table(0), table(3), { partners: 2, score }).modelProblem).toBe('collapsed')
    }
    expect(matchRecords(table(0), table(3), { partners: 100 }).modelProblem).toBeUndefined()
  })

  it('finds nothing in records without any structure, and claims nothing', () => {
    const random = new Random(11)
    const one = (choices: string) => choices.split(' ')[random.below(choices.split(' ').length)]!
    const table = () =>
      Array.from({ length: 300 }, () => ({
        color: one('red green blue'),
        size: one('small medium large'),
        shape: one('round square'),
      }))
    for (const found of [matchRecords(table()), matchRecords(table(), table())]) {
      expect([found.pairs.count, found.modelProblem]).toEqual([0, 'few-matches'])
      expect(found.expectedPrecision).toBeUndefined()
    }
  })

  it('claims nothing about values that coincide by chance', () => {
    const random = new Random(3)
    const word = () => Array.from({ length: 6 }, () => 'abcdefghiklmnoprstuvw'[random.below(21)]).join('')
    const vocabulary = Array.from({ length: 1000 }, word)
    const values = {
      number: () => String(1000 + random.below(1000)),
      word: () => vocabulary[random.below(1000)]!,
      amount: () => (random.below(1000) / 7).toFixed(2),
    }
    for (const [kind, value] of Object.entries(values)) {
      for (const columns of [['x'], ['x', 'y']]) {
        const table = () =>
          Array.from({ length: 600 }, () => Object.fromEntries(columns.map((column) => [column, value()])))
        for (const found of [matchRecords(table()), matchRecords(table(), table())]) {
          expect([kind, columns.length, found.expectedPrecision]).toEqual([kind, columns.length, undefined])
          expect(found.pairs.count).toBeLessThan(20)
        }
      }
    }
  })

  it('has no problem on people, and uses the requested method', () => {
    const { firsts, seconds } = makePeople(200)
    const found = matchRecords(firsts, seconds, { ignore: ['person'] })
    expect([found.method, found.modelProblem, found.uncheckedPairs]).toEqual(['evidence', undefined, 0])
    expect(matchRecords(firsts, seconds, { ignore: ['person'], score: 'points' }).method).toBe('points')
  })
})

describe('the fallback', () => {
  const random = new Random(5)
  const VOCABULARY = Array.from({ length: 45 }, () =>
    Array.from({ length: 5 }, () => 'abcdefghiklmnoprstuvw'[random.below(21)]).join(''),
  )
  const notes = (count: number) =>
    Array.from({ length: count }, () =>
      Array.from({ length: 14 }, () => VOCABULARY[random.below(VOCABULARY.length)]!),
    )
  const originals = notes(150)
  const copies = originals
    .slice(0, 100)
    .map((words) => words.map((word) => (random.below(10) < 4 ? VOCABULARY[random.below(45)]! : word)))
  const table = (list: readonly string[][]) => list.map((words) => ({ note: words.join(' ') }))

  it('replaces a model that finds next to nothing, and says so', () => {
    const found = matchRecords(table(originals), table(copies))
    expect([found.method, found.modelProblem]).toEqual(['mutual-best', 'few-matches'])
    const right = found.pairs.a.filter((a, i) => a === found.pairs.b[i]).length
    expect(right).toBeGreaterThan(50)
    expect(found.threshold).toBe(Math.min(...found.pairs.similarity))
    const [low, high] = found.precisionInterval!
    expect(right / found.pairs.count).toBeGreaterThanOrEqual(low)
    expect(right / found.pairs.count).toBeLessThanOrEqual(high)
  })

  it('replaces a model that would miss many pairs even if everything it learned were right', () => {
    const texts = [...originals, ...originals.slice(0, 100)].map((words) => words.join(' '))
    const column = makeColumn('note', 'text', texts)
    const between = Array.from({ length: 100 }, (_, i) => [i, 150 + i] as const)
    const tables = { candidates: pairsOf(between), inside: pairsOf([]), split: 150 }
    const instead = (pairs: number, isOneToOne = true, columns = [column, column]) =>
      fallBack(columns, { ...sure, pairs, isOneToOne }, tables, () => tables.inside)
    const sure = { problem: undefined, expectedPrecision: 1, expectedRecall: 1 }
    expect([instead(30)?.problem, instead(30)?.pairs.count]).toEqual(['missed-many', 100])
    expect([instead(60), instead(30, false)]).toEqual([undefined, undefined])
    // Nothing checks what a model learns from a single field.
    expect([instead(60, true, [column])?.pairs.count, instead(100, true, [column])]).toEqual([100, undefined])
  })

  it('replaces a model that confuses variants of a product, with an interval for the recall', () => {
    const sizes = ['16gb', '32gb', '64gb', '128gb']
    const colors = ['red', 'blue', 'green', 'black', 'white', 'silver']
    const name = (product: number) => {
      const family = product % 60
      const model = `${'abcdefgh'[family % 8]}x${1000 + 37 * family}`
      return [VOCABULARY[family % 45]!, model, sizes[Math.floor(product / 60)]!, colors[(product * 7) % 6]!]
    }
    const first = Array.from({ length: 200 }, (_, i) => ({ name: name(i).join(' '), price: `${50 + i}` }))
    const second = Array.from({ length: 200 }, (_, i) => {
      const words = name(i + 40)
      const turned = [...words.slice(1 + (i % 3)), ...words.slice(0, 1 + (i % 3))]
      return { name: turned.join(' '), price: `${50 + i + 40 + random.below(20)}` }
    })
    const found = matchRecords(first, second)
    const right = found.pairs.a.filter((a, i) => a === found.pairs.b[i]! + 40).length
    expect([found.method, found.modelProblem]).toEqual(['mutual-best', 'few-matches'])
    expect((2 * right) / (found.pairs.count + 160)).toBeGreaterThan(0.95)
    expect(found.recallInterval![0]).toBeLessThan(right / 160)
  })

  it('is not used if a threshold was requested, or if the tables have nothing in common', () => {
    expect(matchRecords(table(originals), table(copies), { threshold: 0.5 }).method).toBe('evidence')
    expect(matchRecords(table(notes(150)), table(notes(150))).pairs.count).toBe(0)
  })

  it('replaces a model learned from a column of names, at the cosine with the best expected F1', () => {
    const syllables = [
      'ber',
      'lan',
      'mo',
      'ti',
      'ras',
      'ko',
      'ven',
      'da',
      'schu',
      'pel',
      'gri',
      'nox',
      'fa',
      'wul',
      'zey',
    ]
    const pick = <T>(list: readonly T[]) => list[random.below(list.length)]!
    const word = () => Array.from({ length: 3 }, () => pick(syllables)).join('')
    const companies = Array.from({ length: 300 }, () => `${word()} ${pick(['tools', 'foods', 'media'])}`)
    const forms = ['GmbH', 'Ltd', 'Inc', 'S.A.']
    const first = companies.slice(0, 200).map((name) => ({ name: `${name} ${pick(forms)}` }))
    const second = companies.slice(100).map((name) => ({ name: `${name} ${pick(forms)}` }))
    const found = matchRecords(first, second)
    const right = found.pairs.a.filter((a, i) => a === found.pairs.b[i]! + 100).length
    expect([found.method, found.modelProblem]).toEqual(['mutual-best', 'single-field'])
    expect((2 * right) / (found.pairs.count + 100)).toBeGreaterThan(0.9)
    expect(Math.abs(found.expectedPrecision! - right / found.pairs.count)).toBeLessThan(0.1)
    // Matches that are less similar than other pairs are only roughly counted.
    expect(Math.abs(found.expectedRecall! - right / 100)).toBeLessThan(0.2)
  })

  it('expects as many wrong pairs as there are decoys within the tables', () => {
    const kettle = 'copper whistling kettle of the old kitchen with a curved spout and a wooden handle'
    const texts = [kettle, kettle, 'a green sofa', 'green sofa', 'clock', 'iron gate']
    const columns = [makeColumn('text', 'text', texts)]
    const candidates = pairsOf(every([0, 1, 2], [3, 4, 5]))
    const without = mutualBestPairs(columns, { candidates, inside: pairsOf([]), split: 3 })
    expect([without.pairs.count, without.expected.expectedPrecision]).toEqual([1, 1])
    const inside = pairsOf([...every([0, 1, 2], [0, 1, 2]), ...every([3, 4, 5], [3, 4, 5])])
    const { expected } = mutualBestPairs(columns, { candidates, inside, split: 3 })
    expect(expected.expectedPrecision).toBe(0)
  })
})

it('pairs of a field that nothing checks are counted, and all of them may be wrong', () => {
  const { firsts, seconds } = makePeople(300)
  const apart = (list: typeof firsts) =>
    list.flatMap(({ name, surname, phone, street }) => [{ name, surname, phone }, { street }])
  const found = matchRecords(apart(firsts), apart(seconds), {
    fields: ['name', 'surname', 'phone', 'street'],
  })
  const streets = found.pairs.a.filter((a) => a % 2 === 1).length
  expect(streets).toBeGreaterThan(80)
  expect(found.uncheckedPairs).toBe(streets)
  expect(found.precisionInterval![0]).toBeLessThan(1 - streets / found.pairs.count)
})

it('with a single column of one table, a shared rare word is not enough', () => {
  const random = new Random(8)
  const word = () => Array.from({ length: 8 }, () => 'abcdefghiklmnoprstuvw'[random.below(21)]).join('')
  const hamlets = Array.from({ length: 60 }, word)
  const addresses = Array.from(
    { length: 120 },
    (_, i) => `${1 + random.below(90)} ${word()} road, ${hamlets[i % 60]!}`,
  )
  const again = addresses.slice(0, 30).map((address) => address.replace('road', 'rd').toUpperCase())
  const { pairs, expectedPrecision } = matchRecords([...addresses, ...again].map((address) => ({ address })))
  const right = pairs.a.filter((a, i) => pairs.b[i] === a + 120).length
  expect([right, pairs.count, expectedPrecision]).toEqual([30, 30, undefined])
})

it('pairs chosen by points have expectations, too, by their probabilities', () => {
  const { firsts, seconds } = makePeople(300)
  const found = matchRecords(firsts, seconds, { ignore: ['person'], score: 'points' })
  const right = found.pairs.a.filter(
    (a, i) => firsts[a]!.person === seconds[found.pairs.b[i]!]!.person,
  ).length
  expect(Math.abs(found.expectedPrecision! - right / found.pairs.count)).toBeLessThan(0.05)
  const [low, high] = found.precisionInterval!
  expect(low).toBeLessThanOrEqual(right / found.pairs.count)
  expect(high).toBeGreaterThanOrEqual(right / found.pairs.count)
})
