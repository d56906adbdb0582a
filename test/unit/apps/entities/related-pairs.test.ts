import { expect, it } from 'vitest'
import { APART, DISAGREEING, NO_BIN } from '../../../../src/apps/entities/levels.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { relatedPairs } from '../../../../src/apps/entities/related-pairs.js'
import { Random } from '../../../../src/hash/random.js'

const COUNT = 400
const pairs = { count: COUNT, a: new Uint32Array(COUNT), b: new Uint32Array(COUNT) }
const likely = new Float64Array(COUNT).fill(0.9)
const never = (fields: number) => ({
  ...pairs,
  bins: Array.from({ length: fields }, () => new Uint8Array(COUNT).fill(DISAGREEING)),
})
const binsOf = (disagrees: (i: number) => boolean) =>
  Uint8Array.from({ length: COUNT }, (_, i) => (disagrees(i) ? DISAGREEING : 0))

it('pairs that disagree in two fields which go together may be related, those with errors one by one are not', () => {
  const random = new Random(3)
  const errors = () => binsOf(() => random.below(4) === 0)
  expect(
    relatedPairs({ ...pairs, bins: [errors(), errors(), errors()] }, never(3), likely, true).fields,
  ).toEqual([])
  const family = binsOf((i) => i % 2 === 0)
  const found = relatedPairs({ ...pairs, bins: [errors(), family, family] }, never(3), likely, true)
  expect(found.fields).toEqual([1, 2])
  expect([...found.isRelated]).toEqual(Array.from({ length: COUNT }, (_, i) => (i % 2 === 0 ? 1 : 0)))
})

it('unlikely pairs, missing values, a handful of pairs and what random pairs share prove nothing', () => {
  const family = binsOf((i) => i % 2 === 0)
  const unlikely = likely.map((_, i) => (i < 4 ? 0.9 : 0.1))
  expect(relatedPairs({ ...pairs, bins: [family, family] }, never(2), unlikely, true).fields).toEqual([])
  const asOften = { ...pairs, bins: [family, family] }
  expect(relatedPairs(asOften, asOften, likely, true).fields).toEqual([])
  const missing = new Uint8Array(COUNT).fill(NO_BIN)
  expect(relatedPairs({ ...pairs, bins: [family, missing] }, never(2), likely, true).fields).toEqual([])
})

it('a single field that disagrees far more often than the others may be all that distinguishes two things', () => {
  const random = new Random(5)
  const errors = () => binsOf(() => random.below(20) === 0).map((bin) => (bin === 0 ? 0 : APART))
  const given = errors().map((bin, i) => (i % 3 === 0 ? APART : bin))
  const bins = [errors(), given, errors()]
  const found = relatedPairs({ ...pairs, bins }, never(3), likely, false)
  expect(found.fields).toEqual([1])
  expect([...found.isRelated]).toEqual([...given].map((bin) => (bin === APART ? 1 : 0)))
  // Where records compete, a twin loses to the match; and all fields may be full of errors alike.
  expect(relatedPairs({ ...pairs, bins }, never(3), likely, true).fields).toEqual([])
  const alike = [errors(), errors(), errors()]
  expect(relatedPairs({ ...pairs, bins: alike }, never(3), likely, false).fields).toEqual([])
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
