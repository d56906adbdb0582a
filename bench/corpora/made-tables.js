// @ts-check
// Tables with known truth that differ from the labeled sets. Each has one difficulty that is common in real tables.
import { valueMaker } from './made-values.js'

/** @typedef {import('./made-values.js').Maker} Maker */
/** @typedef {Record<string, string | number>} Row */
/**
 * @typedef {object} MadeTables
 * @property {string} name
 * @property {readonly (readonly Row[])[]} tables one or two, whose rows have `thing`, the answer, which is not written
 * @property {boolean} [isBare] written without a header
 */

/** @param {number} [seed] @returns {Generator<MadeTables>} */
export function* madeTables(seed = 1) {
  for (const [name, make] of Object.entries(KINDS)) yield { name, ...make(valueMaker(seed)) }
}

/** @typedef {{ tables: readonly (readonly Row[])[], isBare?: boolean }} Tables */

/** @param {number} count @param {(thing: number) => Row} make @returns {Row[]} */
const things = (count, make) => Array.from({ length: count }, (_, thing) => ({ thing, ...make(thing) }))

/** Two tables: the first `both` things are in both, written again in the second. */
/** @param {Maker} v @param {[number, number, number]} sizes @param {(thing: number) => Row} make @param {(row: Row) => Row} again */
function two(v, [left, right, both], make, again) {
  const all = things(left + right - both, make)
  const second = [...all.slice(0, both), ...all.slice(left)].map((row) => ({
    ...again(row),
    thing: row.thing ?? '',
  }))
  return { tables: [v.shuffled(all.slice(0, left)), v.shuffled(second)] }
}

/** One table: `copies` returns the number of records of each thing; the first record is unchanged. */
/** @param {Maker} v @param {number} count @param {() => number} copies @param {(thing: number) => Row} make @param {(row: Row) => Row} again */
function one(v, count, copies, make, again) {
  const rows = things(count, make).flatMap((row) => [
    row,
    ...Array.from({ length: copies() - 1 }, () => ({ ...again(row), thing: row.thing ?? '' })),
  ])
  return { tables: [v.shuffled(rows)] }
}

/** One table of given rows, one in five of which has a second record with typing errors. */
/** @param {Maker} v @param {readonly Row[]} rows @param {number} errors */
function withDoubles(v, rows, errors) {
  return one(
    v,
    rows.length,
    () => (v.chance(0.2) ? 2 : 1),
    (thing) => /** @type {Row} */ (rows[thing]),
    retyped(v, errors),
  )
}

/** @param {Maker} v */
const personOf = (v) => () => ({
  given: v.given(),
  surname: v.surname(),
  street: v.street(),
  town: v.town(),
  born: v.iso(v.date()),
  phone: v.phone(),
})

/** Families whose members share surname, address and phone; nobody occurs twice. */
/** @param {Maker} v @returns {Row[][]} */
const familiesOf = (v) => {
  let thing = 0
  return Array.from({ length: 300 }, () => {
    const [surname, street, town, phone] = [v.surname(), v.street(), v.town(), v.phone()]
    return Array.from({ length: 1 + v.below(4) }, () => ({
      thing: thing++,
      given: v.given(),
      ...{ surname, street, town, phone },
      born: v.iso(v.date()),
    }))
  })
}

/** Each field is wrong with the given chance: a slip, a nickname, swapped names, another value, or none. */
/** @param {Maker} v @param {number} share */
const retyped = (v, share) => (/** @type {Row} */ row) => {
  const changed = Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (!v.chance(share)) return [column, value]
      return [column, v.chance(0.3) ? '' : v.slip(`${value}`)]
    }),
  )
  if ('given' in row && v.chance(share)) changed.given = v.nickname(`${row.given}`)
  if ('given' in row && v.chance(share / 3))
    [changed.given, changed.surname] = [changed.surname ?? '', changed.given ?? '']
  if ('phone' in row && v.chance(share)) changed.phone = v.phone()
  return changed
}

/** @param {Maker} v */
const companyRow = (v) => () => ({ name: `${v.company()} ${v.legal()}` })
/** @param {Maker} v */
const companyAgain =
  (v) =>
  (/** @type {Row} */ { name }) => {
    const kept = `${name}`.split(' ').slice(0, -1)
    const bare = v.chance(0.2) ? v.slip(kept.join(' ')) : kept.join(' ')
    const text = v.chance(0.3) ? bare : `${bare} ${v.legal()}`
    return { name: v.chance(0.2) ? text.toUpperCase() : text }
  }

/** @type {Readonly<Record<string, (v: Maker) => Tables>>} */
const KINDS = {
  'people, slips and swapped names': (v) => two(v, [1200, 900, 400], personOf(v), retyped(v, 0.2)),
  'people, most values wrong': (v) => two(v, [1000, 1000, 500], personOf(v), retyped(v, 0.5)),
  'people, dates and phones written otherwise': (v) => {
    const person = personOf(v)
    return two(v, [900, 900, 450], () => ({ ...person(), born: v.iso(v.date()) }), (row) => {
      const [y = 0, m = 0, d = 0] = `${row.born}`.split('-').map(Number)
      const { born: _, phone, ...rest } = retyped(v, 0.1)(row)
      return { ...rest, 'date of birth': v.dotted([y, m, d]), tel: `+44 ${`${phone}`.replace(/\D/g, '').slice(1)}` }
    }) // biome-ignore format: one row
  },
  'households, one table': (v) => {
    const rows = Array.from({ length: 500 }, () => {
      const [surname, street, town, phone] = [v.surname(), v.street(), v.town(), v.phone()]
      return Array.from({ length: 1 + v.below(5) }, () => ({ given: v.given(), surname, street, town, phone, born: v.iso(v.date()) })) // biome-ignore format: one row
    }).flat()
    return withDoubles(v, rows, 0.12)
  },
  'households without birth dates, one table': (v) => {
    const rows = Array.from({ length: 500 }, () => {
      const [surname, street, town] = [v.surname(), v.street(), v.town()]
      return Array.from({ length: 1 + v.below(5) }, () => ({ given: v.given(), surname, street, town }))
    }).flat()
    return withDoubles(v, rows, 0.12)
  },
  'companies by name, two tables': (v) => two(v, [1500, 1200, 400], companyRow(v), companyAgain(v)),
  '307 company names, one column': (v) => {
    const things121 = one(v, 186, (() => { let n = 0; return () => (n++ < 121 ? 2 : 1) })(), companyRow(v), companyAgain(v)) // biome-ignore format: one row
    return things121
  },
  'people by full name, one column, two tables': (v) =>
    two(
      v,
      [800, 800, 300],
      () => ({ name: `${v.given()} ${v.surname()}` }),
      ({ name }) => {
        const [first = '', last = ''] = `${name}`.split(' ')
        return { name: v.chance(0.3) ? `${last}, ${first}` : v.chance(0.2) ? v.slip(`${name}`) : `${name}` }
      },
    ),
  'products with model numbers': (v) =>
    two(v, [1000, 1100, 600], () => {
      const [brand, model, good] = [v.brand(), v.model(), v.good()]
      return { name: `${brand} ${model} ${good} ${v.color()}`, description: `${brand} ${good} ${v.text(8)}`, price: `$${20 + v.below(900)}.${v.digits(2)}` }
    }, ({ name, description, price }) => {
      const [brand = '', model = '', good = '', color = ''] = `${name}`.split(' ')
      const written = v.chance(0.5) ? model.replace('-', '') : model
      return { title: v.chance(0.5) ? `${good} ${brand} ${written}` : `${brand} ${color} ${good} (${written})`, text: v.chance(0.5) ? '' : `${description} ${v.text(6)}`, cost: `${(Number(`${price}`.slice(1)) * (0.9 + v.below(20) / 100)).toFixed(2)}` }
    }), // biome-ignore format: one row
  'products, variants of one model': (v) => {
    const families = Array.from({ length: 250 }, () => [v.brand(), v.model(), v.good()].join(' '))
    return two(v, [900, 900, 500], (thing) => ({ name: `${families[thing % 250]} ${['16GB', '32GB', '64GB', '128GB', '256GB', '512GB'][Math.floor(thing / 250)] ?? ''} ${v.color()}`, price: `${50 + v.below(500)}` }), (row) => ({ name: v.shuffled(`${row.name}`.split(' ')).join(' '), price: `${Number(row.price) + v.below(20)}` })) // biome-ignore format: one row
  },
  'no match, two tables of people': (v) => two(v, [1000, 1000, 0], personOf(v), (row) => row),
  'no match, company names': (v) => two(v, [800, 800, 0], companyRow(v), companyAgain(v)),
  'no match, one table of people': (v) =>
    one(
      v,
      1500,
      () => 1,
      personOf(v),
      (row) => row,
    ),
  'no match, one column of names': (v) =>
    one(
      v,
      500,
      () => 1,
      companyRow(v),
      (row) => row,
    ),
  'everything matches, two tables': (v) => two(v, [800, 800, 800], personOf(v), retyped(v, 0.15)),
  'everything ten times, one table': (v) => one(v, 120, () => 10, personOf(v), retyped(v, 0.15)),
  'odd ids that both tables count up': (v) => {
    const made = two(v, [900, 900, 400], personOf(v), retyped(v, 0.15))
    return {
      tables: made.tables.map((rows, side) =>
        rows.map((row, i) => ({ Kundennr: `${side === 0 ? 'K' : 'K'}${10_000 + i}`, lfd: i + 1, ...row })),
      ),
    }
  },
  'a name in four columns': (v) =>
    one(v, 900, () => (v.chance(0.25) ? 2 : 1), () => {
      const [given, surname] = [v.given(), v.surname()]
      return { given, surname, 'full name': `${given} ${surname}`, sorted: `${surname}, ${given}`, town: v.town(), born: v.iso(v.date()) }
    }, (row) => {
      const { given = '', surname = '', town, born } = retyped(v, 0.15)({ given: row.given ?? '', surname: row.surname ?? '', town: row.town ?? '', born: row.born ?? '' })
      return { given, surname, 'full name': `${given} ${surname}`, sorted: `${surname}, ${given}`, town: town ?? '', born: born ?? '' }
    }), // biome-ignore format: one row
  'columns under each other’s names': (v) =>
    two(
      v,
      [700, 700, 350],
      () => ({ name: v.company(), contact: `${v.given()} ${v.surname()}`, town: v.town() }),
      (row) => {
        const { name = '', contact = '', town = '' } = retyped(v, 0.1)(row)
        return { name: contact, contact: name, town }
      },
    ),
  'no header': (v) => ({ ...two(v, [600, 600, 300], personOf(v), retyped(v, 0.15)), isBare: true }),
  'amounts and dates written otherwise': (v) =>
    two(v, [900, 900, 500], () => ({ payee: v.company(), amount: `${100 + v.below(90_000)}.${v.digits(2)}`, date: v.iso(v.date(2019, 3)) }), (row) => {
      const [y = 0, m = 0, d = 0] = `${row.date}`.split('-').map(Number)
      return { payee: v.chance(0.3) ? v.slip(`${row.payee}`) : `${row.payee}`, amount: Number(row.amount).toLocaleString('en', { minimumFractionDigits: 2 }), date: v.slashed([y, m, d]) }
    }), // biome-ignore format: one row
  'names in other scripts': (v) =>
    one(v, 1200, () => (v.chance(0.25) ? 2 : 1), () => ({ name: v.foreign(), born: v.iso(v.date()), city: v.foreign().slice(0, 4) }), (row) => ({ ...row, name: v.chance(0.3) ? v.slip(`${row.name}`) : row.name ?? '', born: v.chance(0.1) ? v.iso(v.date()) : row.born ?? '' })), // biome-ignore format: one row
  'movies with sequels': (v) =>
    two(v, [1500, 1200, 500], (thing) => ({ title: v.chance(0.2) ? `The ${v.title(1)} ${1 + (thing % 4)}` : v.title(1 + v.below(4)), year: 1950 + v.below(70), director: `${v.given()} ${v.surname()}` }), (row) => ({ name: v.chance(0.15) ? v.slip(`${row.title}`) : row.title ?? '', released: v.chance(0.15) ? Number(row.year) + 1 : row.year ?? '', director: v.chance(0.3) ? '' : `${`${row.director}`.charAt(0)}. ${`${row.director}`.split(' ')[1]}` })), // biome-ignore format: one row
  'papers and citations': (v) =>
    two(v, [1500, 4000, 900], () => ({ title: v.title(), authors: Array.from({ length: 1 + v.below(3) }, () => `${v.given()} ${v.surname()}`).join(', '), venue: v.venue()[0] ?? '', year: 1980 + v.below(40) }), (row) => ({ title: v.chance(0.25) ? v.slip(`${row.title}`) : row.title ?? '', authors: `${row.authors}`.split(', ').map((name) => `${name.charAt(0)} ${name.split(' ')[1]}`).join(', '), venue: v.chance(0.4) ? '' : (v.venue()[1] ?? ''), year: v.chance(0.4) ? '' : row.year ?? '' })), // biome-ignore format: one row
  'most values missing': (v) => {
    const holes = (/** @type {Row} */ row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, column !== 'surname' && v.chance(0.6) ? '' : value])) // biome-ignore format: one row
    const person = personOf(v)
    return two(
      v,
      [1000, 1000, 500],
      () => person(),
      (row) => holes(retyped(v, 0.1)(row)),
    )
  },
  'descriptions alone': (v) => two(v, [600, 600, 300], () => ({ text: v.text(40) }), ({ text }) => ({ text: v.shuffled(`${text}`.split(' ')).slice(0, 25).join(' ') })), // biome-ignore format: one row
  'twelve against fifteen rows': (v) => two(v, [12, 15, 8], personOf(v), retyped(v, 0.1)),
  'few against many': (v) => two(v, [80, 12_000, 60], personOf(v), retyped(v, 0.2)),
  'twins, one table': (v) => {
    const rows = Array.from({ length: 700 }, () => {
      const person = personOf(v)()
      return v.chance(0.15) ? [person, { ...person, given: v.given() }] : [person]
    }).flat()
    return withDoubles(v, rows, 0.1)
  },
  'nothing but relatives, one table': (v) => ({ tables: [v.shuffled(familiesOf(v).flat())] }),
  'nothing but relatives, two tables': (v) => {
    const families = familiesOf(v)
    return {
      tables: [0, 1].map((side) =>
        v.shuffled(families.flatMap((members) => members.filter((_, i) => i % 2 === side))),
      ),
    }
  },
  'two tables with doubles of their own': (v) => {
    const again = retyped(v, 0.1)
    const all = things(900, personOf(v))
    const copies = (/** @type {readonly Row[]} */ rows) => rows.flatMap((row) => Array.from({ length: 1 + v.below(3) }, () => ({ ...again(row), thing: row.thing ?? '' }))) // biome-ignore format: one row
    return { tables: [v.shuffled(copies(all.slice(0, 600))), v.shuffled(copies(all.slice(300)))] }
  },
  'addresses alone, one column': (v) => one(v, 900, () => (v.chance(0.3) ? 2 : 1), () => ({ address: `${v.street()}, ${v.town()}` }), ({ address }) => ({ address: `${address}`.replace('street', 'St').replace('road', 'Rd').replace('avenue', 'Ave').replace(',', v.chance(0.5) ? '' : ',') })), // biome-ignore format: one row
  'words of small vocabulary': (v) => two(v, [500, 500, 250], () => ({ size: v.pick(['S', 'M', 'L', 'XL']), color: v.color(), kind: v.good(), weight: 100 + v.below(400) }), (row) => row), // biome-ignore format: one row
}
