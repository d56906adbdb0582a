// @ts-check
// Writes examples/data/customers.csv and subscribers.csv: two companies' lists of invented people, 150 of whom are on
// both. Every run writes the same bytes. Run: npm run build && node examples/make-customers.js
import { writeFileSync } from 'node:fs'
import { NICKNAMES } from '../dist/public/match.js'
import { Random } from '../dist/public/text.js'

const BOTH = 150
const ONLY_CUSTOMERS = 250
const ONLY_SUBSCRIBERS = 200
const DAYS = 90

const SURNAMES =
  'Abbot Barlow Carver Dunn Eason Fairley Garside Hobday Ingram Jessop Kettle Lomas Marsden Nuttall Ogden Pickles Quarmby Rudd Shaw Tolson Unsworth Varley Whitlam Yates Ashby Booth Crossley Dyson Ellam Firth'.split(
    ' ',
  )
const STREETS =
  'Alder Beacon Canal Dyers Elm Foundry Garth Hollin Ivy Kiln Lark Mill Orchard Pinfold Spring Tanner'.split(
    ' ',
  )
const TYPES = /** @type {const} */ ([
  ['Street', 'St.'],
  ['Road', 'Rd'],
  ['Lane', 'Ln'],
  ['Avenue', 'Ave'],
])
const TOWNS = 'Calderbrook Denholme Elsford Harden Luddfoot Marbeck Norwood Oxley Penmoor Thornley'.split(' ')

const random = new Random(38)
/** @template Item @param {readonly Item[]} list @returns {Item} */
const pick = (list) => /** @type {Item} */ (list[random.below(list.length)])
const chance = (/** @type {number} */ share) => random.unit() < share
const digits = (/** @type {number} */ count) => Array.from({ length: count }, () => random.below(10)).join('')
const upper = (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1)
const dayAfter = (/** @type {number} */ days) =>
  new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)

function person() {
  const names = pick(NICKNAMES.slice(0, 60))
  return {
    names,
    surname: pick(SURNAMES),
    number: 1 + random.below(120),
    street: pick(STREETS),
    type: pick(TYPES),
    town: pick(TOWNS),
    phone: `01${digits(3)} ${digits(6)}`,
    day: random.below(DAYS),
  }
}

/** Makes a typo: drops one letter, or swaps two. @param {string} text */
function slip(text) {
  const at = 1 + random.below(text.length - 2)
  return chance(0.5)
    ? text.slice(0, at) + text.slice(at + 1)
    : text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
}

/** @param {ReturnType<typeof person>} who */
function customer({ names, surname, number, street, type, town, phone, day }) {
  const name = `${upper(names[0] ?? '')} ${surname}`
  return [name, `${number} ${street} ${type[0]}`, town, chance(0.1) ? '' : phone, dayAfter(day)]
}

/** The same person as the other company records them, some days later. @param {ReturnType<typeof person>} who @param {number} delay */
function subscriber({ names, surname, number, street, type, town, phone, day }, delay) {
  const given = upper(chance(0.4) ? pick(names) : (names[0] ?? ''))
  const family = chance(0.2) ? slip(surname) : surname
  const moved = chance(0.1)
  return [
    chance(0.15) ? `${family}, ${given}` : `${given} ${family}`,
    moved
      ? `${1 + random.below(120)} ${pick(STREETS)} ${type[1]}`
      : `${number} ${chance(0.1) ? slip(street) : street} ${type[1]}`,
    chance(0.1) ? '' : town.toUpperCase(),
    chance(0.2) ? '' : chance(0.1) ? `07${digits(9)}` : `(${phone.slice(0, 5)}) ${phone.slice(6)}`,
    dayAfter(day + delay)
      .split('-')
      .reverse()
      .join('.'),
  ]
}

const shared = Array.from({ length: BOTH }, person)
const customers = [...shared, ...Array.from({ length: ONLY_CUSTOMERS }, person)].map(customer)
const subscribers = [
  ...shared.map((who) => subscriber(who, random.below(21))),
  ...Array.from({ length: ONLY_SUBSCRIBERS }, person).map((who) => subscriber(who, 0)),
]
const order = random.permutation(subscribers.length)
write(
  'customers.csv',
  ',',
  ['id', 'name', 'address', 'town', 'phone', 'created'],
  customers.map((row, i) => [`C${i}`, ...row]),
)
write(
  'subscribers.csv',
  ';',
  ['no', 'subscriber', 'street', 'city', 'mobile', 'created'],
  Array.from(order, (at) => [`S${at}`, ...(subscribers[at] ?? [])]),
)

/** @param {string} name @param {string} separator @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function write(name, separator, head, rows) {
  const quoted = (/** @type {string} */ value) => (value.includes(separator) ? `"${value}"` : value)
  const lines = [head, ...rows].map((row) => row.map(quoted).join(separator))
  writeFileSync(new URL(`data/${name}`, import.meta.url), `${lines.join('\n')}\n`)
}
