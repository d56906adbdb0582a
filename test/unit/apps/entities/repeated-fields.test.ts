import { describe, expect, it } from 'vitest'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { Random } from '../../../../src/hash/random.js'

type Row = Record<string, string>

const SYLLABLES = ['ba', 'do', 'ke', 'li', 'mo', 'nu', 'pe', 'ra', 'si', 'to', 'wen', 'gar', 'hol', 'vin']

/** People, and second records of some of them with errors; `person` is the answer. */
function people(count: number): { readonly firsts: Row[]; readonly seconds: Row[] } {
  const random = new Random(11)
  const word = (syllables: number) =>
    Array.from({ length: syllables }, () => SYLLABLES[random.below(SYLLABLES.length)]).join('')
  const names = Array.from({ length: 60 }, () => word(2))
  const surnames = Array.from({ length: 150 }, () => word(3))
  const towns = Array.from({ length: 30 }, () => word(3))
  const firsts = Array.from({ length: count }, (_, person) => ({
    person: String(person),
    name: `${names[random.below(60)]} ${surnames[random.below(150)]}`,
    town: towns[random.below(30)]!,
    born: `19${30 + random.below(70)}-${10 + random.below(3)}-${10 + random.below(19)}`,
  }))
  const slip = (text: string) => {
    const at = random.below(text.length)
    return `${text.slice(0, at)}${'aeiou'[random.below(5)]}${text.slice(at + 1)}`
  }
  const seconds = firsts
    .filter(() => random.below(4) === 0)
    .map((first) => ({
      ...first,
      name: random.below(3) === 0 ? slip(first.name) : first.name,
      town: random.below(5) === 0 ? '' : first.town,
      born: random.below(6) === 0 ? first.born.replace(/\d$/, '0') : first.born,
    }))
  return { firsts, seconds }
}

const COPIES: Readonly<Record<string, (name: string) => Row>> = {
  'in capitals': (name) => ({ caption: name.toUpperCase() }),
  'after a constant word': (name) => ({ label_name: `Name: ${name}` }),
  'in another order': (name) => ({ sorted: name.split(' ').reverse().join(', ') }),
  'without spaces': (name) => ({ key: name.replaceAll(' ', '') }),
  'in parts': (name) => ({ first: name.split(' ')[0]!, last: name.split(' ')[1] ?? '' }),
}
const inEveryForm = (name: string) => Object.assign({}, ...Object.values(COPIES).map((copy) => copy(name)))

const { firsts, seconds } = people(500)
const withCopies = (rows: readonly Row[], copy: (name: string) => Row) =>
  rows.map(({ person: _, ...row }) => ({ ...row, ...copy(row.name!) }))

describe.each([
  ['one table', [[...firsts, ...seconds]]],
  ['two tables', [firsts, seconds]],
] as const)('a name that is repeated in other columns of %s counts once', (_, tables) => {
  const found = (copy: (name: string) => Row) => {
    const [a = [], b] = tables.map((rows) => withCopies(rows, copy))
    const { fields, pairs, expectedPrecision } = matchRecords(a, b)
    const [left, right] = [tables[0], tables[1] ?? tables[0]]
    const isRight = (at: number, i: number) => left[at]!.person === right[pairs.b[i]!]!.person
    const names = fields.map(({ name }) => name)
    return { names, pairs: pairs.count, right: pairs.a.filter(isRight).length, expectedPrecision }
  }
  const alone = found(() => ({}))

  it.each([...Object.entries(COPIES), ['in all these forms', inEveryForm] as const])('%s', (form, copy) => {
    const result = found(copy)
    const hasParts = 'first' in copy('a b')
    expect(result.names).toEqual(hasParts ? ['town', 'born', 'first', 'last'] : ['name', 'town', 'born'])
    if (!hasParts) expect(result, form).toEqual(alone)
    // The parts are compared one by one, so a pair or two may differ.
    expect(Math.abs(result.pairs - alone.pairs)).toBeLessThanOrEqual(2)
    expect(Math.abs(result.right - alone.right)).toBeLessThanOrEqual(2)
    expect(result.expectedPrecision).toBeCloseTo(alone.expectedPrecision!, 1)
  })
})

describe('columns that have words in common', () => {
  const namesOf = (rows: readonly Row[], options?: object) =>
    matchRecords(rows, undefined, options).fields.map(({ name }) => name)

  it('are compared if neither is made of the others', () => {
    const products = firsts.map(({ name, town, born }) => ({
      title: `${name} ${town}`,
      brand: name!.split(' ')[0]!,
      made: born!,
    }))
    expect(namesOf(products)).toEqual(['title', 'brand', 'made'])
    const several = firsts.map(({ name, town, born }, i) => ({
      name: name!,
      alias: i % 10 === 0 ? town! : name!,
      born: born!,
    }))
    expect(namesOf(several)).toEqual(['name', 'alias', 'born'])
  })

  it('are compared if an e-mail address is made of a name', () => {
    const staff = firsts.map(({ name, town }) => ({
      name: name!,
      email: `${name!.replace(' ', '.')}@example.com`,
      town: town!,
    }))
    expect(namesOf(staff)).toEqual(['name', 'email', 'town'])
  })

  it('are compared if the user lists them or sets something about them', () => {
    const rows = withCopies(firsts, COPIES['in capitals']!)
    expect(namesOf(rows, { fields: ['name', 'caption'] })).toEqual(['name', 'caption'])
    expect(namesOf(rows, { adjust: [{ a: 'caption', kind: 'name' }] })).toContain('caption')
  })

  it('are copies if they hold the same date or number in another form', () => {
    const rows = firsts.map(({ name, born }, i) => ({
      name: name!,
      born: born!,
      birthday: born!.split('-').reverse().join('.'),
      phone: `+1 (404) 231-${1000 + i}`,
      tel: `404231${1000 + i}`,
    }))
    expect(namesOf(rows)).toEqual(['name', 'born', 'phone'])
  })
})
