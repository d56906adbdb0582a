// @ts-check
// Five kinds of formulaic texts: documents share most of their words with very many others, so buckets are large, and most pairs of a
// bucket are dissimilar. Made for shingles of three words; the threshold at which each is searched is listed with it.
import { Random } from 'likewise/text'

/** @typedef {'templates' | 'furnished' | 'chains' | 'licences' | 'rows'} FormulaicKind */

/** The threshold at which each kind has similar and dissimilar pairs in every group. @type {Readonly<Record<FormulaicKind, number>>} */
export const FORMULAIC = { templates: 0.5, furnished: 0.7, chains: 0.5, licences: 0.8, rows: 0.5 }

/**
 * Documents of groups of these sizes, shuffled.
 *
 * @param {FormulaicKind} kind
 * @param {readonly number[]} sizes of the groups
 * @param {number} [seed]
 * @returns {string[]}
 */
export function formulaicTexts(kind, sizes, seed = 7) {
  const random = new Random(seed)
  const texts = sizes.flatMap((size) => makeGroup(kind, size, random)).map((words) => words.join(' '))
  return Array.from(random.permutation(texts.length), (i) => texts[i] ?? '')
}

/**
 * The sizes of groups of 50 to 2,000 documents with this many documents in total.
 *
 * @param {number} documents
 */
export function mixedSizes(documents) {
  /** @type {number[]} */
  const sizes = []
  for (let left = documents; left > 0; left -= sizes.at(-1) ?? left) {
    sizes.push(Math.min(left, MIX[sizes.length % MIX.length] ?? left))
  }
  return sizes
}

const MIX = [2000, 50, 500, 120, 50, 1000, 50, 120]

/**
 * @param {FormulaicKind} kind
 * @param {number} size
 * @param {Random} random
 * @returns {string[][]}
 */
function makeGroup(kind, size, random) {
  const word = (/** @type {number} */ kinds = 5000) => `w${random.below(kinds)}`
  const words = (/** @type {number} */ count, /** @type {number | undefined} */ kinds = undefined) =>
    Array.from({ length: count }, () => word(kinds))
  const of = (/** @type {(i: number) => string[]} */ document) =>
    Array.from({ length: size }, (_, i) => document(i))
  const base = words(kind === 'licences' ? 100 : 30)
  let last = base
  switch (kind) {
    case 'templates':
      return of(() => base.map((fixed, i) => (i % 10 === 9 ? word(30) : fixed)))
    case 'furnished':
      return of(() => [...base, ...words(4, 40), word(100_000)])
    case 'chains':
      return of(() => {
        last = last.with(random.below(last.length), word())
        return last
      })
    case 'licences':
      return of((i) => [
        ...base.slice(0, 3),
        word(2000),
        ...base.slice(4, i % 2 === 0 ? 100 : 80),
        ...words(i % 3, 30),
      ])
    case 'rows':
      return of(() => [
        'sku',
        word(100),
        ...base.slice(0, 4),
        'colour',
        word(8),
        ...base.slice(4, 8),
        'price',
        word(40),
      ])
  }
}

/**
 * Short notices of 24 kinds that share phrases: only its subject is specific to a notice, so the notices of one kind form a large bucket,
 * and only those about the same subject are similar.
 *
 * @param {number} count
 * @param {number} [seed]
 */
export function* notices(count, seed = 17) {
  const random = new Random(seed)
  const phrase = (/** @type {number} */ length) =>
    Array.from({ length }, () => `n${random.below(400)}`).join(' ')
  const openings = Array.from({ length: 12 }, () => phrase(5))
  const closings = Array.from({ length: 12 }, () => phrase(8))
  const middles = Array.from({ length: 24 }, () => phrase(4))
  for (let i = 0; i < count; i++) {
    const kind = random.below(middles.length)
    const subject = `s${Math.floor(700 * random.unit() ** 2)}`
    yield [
      openings[kind % 12],
      subject,
      `p${subject.length}`,
      middles[kind],
      `v${random.below(6)}`,
      closings[(kind * 7) % 12],
    ].join(' ')
  }
}

/**
 * Short product descriptions: a kind of product with its standing phrases, of which each description has some, a model, and a
 * color. The largest kinds have thousands of descriptions.
 *
 * @param {number} count
 * @param {number} [seed]
 */
export function* descriptions(count, seed = 19) {
  const random = new Random(seed)
  const phrase = (/** @type {number} */ length) =>
    Array.from({ length }, () => `d${random.below(900)}`).join(' ')
  const kinds = Array.from({ length: 900 }, () => ({
    name: phrase(3),
    phrases: Array.from({ length: 12 }, () => phrase(4)),
  }))
  for (let i = 0; i < count; i++) {
    const { name, phrases } = kinds[Math.floor(kinds.length * random.unit() ** 3)] ?? {
      name: '',
      phrases: [],
    }
    const chosen = phrases.filter((_, position) => position < 3 || random.unit() < 0.3)
    yield [name, ...chosen, `model m${random.below(3000)}`, `color c${random.below(10)}`].join(' ')
  }
}
