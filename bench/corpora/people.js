// @ts-check
// People with errors: as many records as requested, a fifth of them second records of an earlier person. Values follow a power law, as
// names and towns do. In a second record, each field is missing with probability 0.05, and there are one to four errors (a letter inserted,
// deleted, replaced or swapped with the next one, a nickname, swapped names, another phone).
import { NICKNAMES } from '../../dist/public/match.js'
import { Random } from '../../dist/public/text.js'

const ONSETS = [
  'b',
  'br',
  'c',
  'd',
  'f',
  'g',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'th',
  'v',
  'w',
]
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo']
const ENDS = ['', 'n', 'r', 's', 'l', 't', 'm', 'ck', 'nd']
const TYPES = ['street', 'road', 'lane', 'avenue', 'close', 'place']
const SECOND_SHARE = 0.2
const MISSING_SHARE = 0.05
const COLUMNS = ['id', 'given', 'surname', 'street', 'town', 'postcode', 'born', 'phone']

/**
 * The lines of a CSV file with a header; the number in the ids `P-0`, `P-1` identifies the person.
 *
 * @param {number} count of records
 * @param {number} seed
 */
export function people(count, seed = 1) {
  const random = new Random(seed)
  const pick = (/** @type {readonly string[]} */ list) => list[random.below(list.length)] ?? ''
  const word = (/** @type {number} */ syllables) =>
    Array.from({ length: syllables }, () => pick(ONSETS) + pick(VOWELS) + pick(ENDS)).join('')
  const skewed = (/** @type {readonly string[]} */ list) =>
    list[Math.floor(list.length * random.unit() ** 3)] ?? ''
  const givens = NICKNAMES.map((group) => group[0] ?? '')
  const surnames = Array.from({ length: 8000 }, () => word(2))
  const streets = Array.from({ length: 5000 }, () => `${word(2)} ${pick(TYPES)}`)
  const towns = Array.from({ length: 800 }, () => word(3))
  const digits = (/** @type {number} */ length) => Array.from({ length }, () => random.below(10)).join('')
  const day = () => String(1 + random.below(28)).padStart(2, '0')

  const person = () => {
    const town = random.below(towns.length)
    return [
      skewed(givens),
      skewed(surnames),
      `${1 + random.below(200)} ${skewed(streets)}`,
      towns[town] ?? '',
      String(10_000 + town * 37),
      `${1930 + random.below(80)}-${String(1 + random.below(12)).padStart(2, '0')}-${day()}`,
      `0${digits(3)} ${digits(6)}`,
    ]
  }
  const slip = (/** @type {string} */ text) => {
    if (text.length < 2) return text
    const at = random.below(text.length - 1)
    const letter = String.fromCharCode(97 + random.below(26))
    const way = random.below(4)
    if (way === 0) return text.slice(0, at) + letter + text.slice(at)
    if (way === 1) return text.slice(0, at) + text.slice(at + 1)
    if (way === 2) return text.slice(0, at) + letter + text.slice(at + 1)
    return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
  }
  const second = (/** @type {readonly string[]} */ first) => {
    const record = [...first]
    for (let errors = 1 + random.below(4); errors > 0; errors--) {
      const way = random.below(10)
      const field = random.below(record.length)
      if (way === 0) [record[0], record[1]] = [record[1] ?? '', record[0] ?? '']
      else if (way === 1)
        record[0] = pick(NICKNAMES.find((group) => group[0] === record[0]) ?? [record[0] ?? ''])
      else if (way === 2) record[6] = `0${digits(3)} ${digits(6)}`
      else record[field] = slip(record[field] ?? '')
    }
    return record.map((value) => (random.unit() < MISSING_SHARE ? '' : value))
  }

  /** @type {string[][]} */
  const firsts = []
  const lines = [COLUMNS.join(',')]
  const seconds = new Map()
  for (let i = 0; i < count; i++) {
    if (firsts.length > 0 && random.unit() < SECOND_SHARE) {
      const of = random.below(firsts.length)
      const number = (seconds.get(of) ?? 0) + 1
      seconds.set(of, number)
      lines.push([`${of}-${number}`, ...second(firsts[of] ?? [])].join(','))
    } else {
      const record = person()
      lines.push([`${firsts.length}-0`, ...record].join(','))
      firsts.push(record)
    }
  }
  return lines
}
