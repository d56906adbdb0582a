import { describe, expect, it } from 'vitest'
import { mapColumns, shapeOf } from '../../../../src/apps/entities/fields.js'
import { idColumns, isSharedKey } from '../../../../src/apps/entities/id-columns.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { makePeople } from './people.js'

const { firsts, seconds } = makePeople(200)
/** Another number in every record, by one rule. */
const numbered = <T extends object>(records: readonly T[], name: string, rule: (i: number) => string) =>
  records.map((record, i) => ({ ...record, [name]: rule(i) }))

describe('columns that number the records', () => {
  it('are recognized by their values, whatever they are called', () => {
    const records = numbered(
      numbered(firsts, 'Kundennummer', (i) => `K-${1000 + 7 * i}`),
      'hash',
      (i) => (0x9e3779b97f4a7c15n * BigInt(i + 1)).toString(16).padStart(20, '0'),
    )
    const { id, numbering } = shapeOf(records)
    expect(numbering).toEqual(expect.arrayContaining(['Kundennummer', 'hash']))
    expect(numbering).not.toContain('street')
    expect(numbering).not.toContain('phone')
    expect(['Kundennummer', 'hash', 'person']).toContain(id)
  })

  it('are not recognized if only models, names or a few values are distinct', () => {
    const models = Array.from({ length: 40 }, (_, i) => ({
      model: `${String.fromCharCode(65 + (i % 26), 65 + ((i * 7) % 26))}${i}${String.fromCharCode(65 + ((i * 3) % 26))}X`,
      name: `Person ${i}`,
    }))
    expect(idColumns(models, ['model', 'name'])).toEqual([])
    expect(idColumns([{ nummer: '1' }, { nummer: '2' }], ['nummer'])).toEqual([])
  })

  it('are not recognized by their name alone', () => {
    const artists = ['Nina Simone', 'Miles Davis', 'Billie Holiday', 'Chet Baker', 'Etta James', 'Art Tatum']
    const records = firsts.slice(0, 60).map(({ name, surname, street }, i) => ({
      record: `${name} ${surname} ${street}`,
      artist: artists[i % artists.length]!,
    }))
    const others = records.map(({ record, artist }) => ({ record: record.toUpperCase(), artist })).reverse()
    expect(shapeOf(records)).toMatchObject({ id: 'record', numbering: [] })
    const { fields, pairs } = matchRecords(records, others)
    expect(fields.map(({ name }) => name)).toEqual(['record', 'artist'])
    expect(pairs.a.filter((a, i) => pairs.b[i] === 59 - a)).toHaveLength(60)
  })

  it('may be random if they are named like ids, and any named column identifies the records in results', () => {
    const opaque = numbered(firsts, 'id', (i) => (Math.imul(i + 1, 0x9e3779b1) >>> 0).toString(36))
    expect(shapeOf(opaque)).toMatchObject({ id: 'id', numbering: expect.arrayContaining(['id']) as object })
    expect(shapeOf([{ id: 'ann' }, { id: 'bob' }])).toMatchObject({ id: 'id', numbering: [] })
  })

  it('link two tables if equal values go with equal fields, but not if both just count up', () => {
    const people = firsts.slice(0, 60)
    const keyed = numbered(people, 'ssn', (i) => `${4_000_000 + 137 * i}`)
    const others = numbered(people, 'ssn', (i) => `${4_000_000 + 137 * i}`).reverse()
    expect(isSharedKey(keyed, others, ['ssn', 'ssn'], [['street', 'street']])).toBe(true)
    const counted = numbered([...people].reverse(), 'ssn', (i) => `${4_000_000 + 137 * i}`)
    expect(isSharedKey(keyed, counted, ['ssn', 'ssn'], [['street', 'street']])).toBe(false)
    const names = (b: readonly object[]) =>
      matchRecords(keyed, b as typeof keyed, { ignore: ['person'] }).fields.map(({ name }) => name)
    expect(names(others)).toContain('ssn')
    expect(names(counted)).not.toContain('ssn')
    const renamed = (records: readonly Record<string, string>[]) =>
      records.map(({ ssn, ...rest }) => ({ ...rest, id: ssn }))
    const idsOf = (b: readonly Record<string, string>[]) =>
      matchRecords(renamed(keyed), renamed(b), { ignore: ['person'] }).fields.map(({ name }) => name)
    expect([idsOf(others).includes('id'), idsOf(counted).includes('id')]).toEqual([true, false])
  })

  it('do not link two tables that are in the same order', () => {
    const people = makePeople(400, 4).firsts
    const byTown = (list: typeof people) =>
      numbered(
        [...list].sort((x, y) => (x.town < y.town ? -1 : 1)),
        'no',
        (i) => `${i}`,
      )
    const [a, b] = [byTown(people.slice(0, 200)), byTown(people.slice(200))]
    expect(isSharedKey(a, b, ['no', 'no'], [['town', 'town']])).toBe(false)
  })

  it('are compared with those of neighboring rows in large tables, too', () => {
    // Twenty rows per town; the second table is five rows ahead.
    const table = (ahead: number) =>
      Array.from({ length: 10_000 }, (_, i) => ({ no: `${i}`, town: `town ${Math.floor((i + ahead) / 20)}` }))
    expect(isSharedKey(table(0), table(5), ['no', 'no'], [['town', 'town']])).toBe(false)
    const named = (records: ReturnType<typeof table>) =>
      records.map((record) => ({ ...record, name: `name ${record.no}` }))
    const columns = [
      ['town', 'town'],
      ['name', 'name'],
    ] as const
    expect(isSharedKey(named(table(0)), named(table(5)), ['no', 'no'], columns)).toBe(true)
  })
})

it('one column of names is enough, in small tables too', () => {
  const [a, b] = [firsts, seconds].map((people) => people.map(({ street, person }) => ({ street, person })))
  const { pairs } = matchRecords(a!, b!, { fields: ['street'] })
  expect(pairs.count).toBeGreaterThan(0.5 * seconds.length)
})

describe('columns of two tables', () => {
  it('are compared by their content if their names were swapped', () => {
    const exchanged = seconds.map(({ street, town, ...rest }) => ({ ...rest, street: town, town: street }))
    const mapped = mapColumns(firsts, ['street', 'town'], exchanged, ['street', 'town'])
    expect(mapped).toEqual([
      ['street', 'town'],
      ['town', 'street'],
    ])
  })

  it('are otherwise compared with the column of the same name', () => {
    const columns = Object.keys(firsts[0]!).filter((column) => column !== 'person')
    expect(mapColumns(firsts, columns, seconds, columns)).toEqual(columns.map((column) => [column, column]))
  })

  it('are not compared if each has a single value, whether or not it is the same', () => {
    const namesOf = (country: string, other: string, more: object = {}) => {
      const a = firsts.map(({ person: _, ...record }) => ({ ...record, country }))
      const b = seconds.map(({ person: _, ...record }) => ({ ...record, country: other }))
      return matchRecords(a, [...b, { ...b[0]!, ...more }]).fields.map(({ name }) => name)
    }
    const others = Object.keys(firsts[0]!).filter((column) => column !== 'person')
    expect(namesOf('France', 'FRANCE.')).toEqual(others)
    expect(namesOf('France', 'FR')).toEqual(others)
    // Records of the second table that are elsewhere have no match in the first.
    expect(namesOf('France', 'France', { country: 'Spain' })).toEqual([...others, 'country'])
  })

  it('are compared if all of them have a single value, or if a table has a single record', () => {
    const namesOf = (a: readonly object[], b: readonly object[]) =>
      matchRecords(a as never, b as never).fields.map(({ name }) => name)
    const lee = { name: 'Ann Lee', town: 'York' }
    expect(namesOf([lee, lee], [lee, lee])).toEqual(['name', 'town'])
    expect(namesOf([lee], [lee, { ...lee, name: 'Bob Ray' }])).toEqual(['name', 'town'])
  })
})
