// @ts-check
// Articles of about 1.5 KB, a fifth of them edited copies of earlier ones; the same with 30 % variants of one page.
import { layOut } from './layout.js'
import { below, edit, pickWord, pickWords, randomOf } from './words.js'

const SEED = 21
const SKEW_SEED = 22
const PAGE_SEED = 23
/** The share of edited copies, … */
const COPIES = 0.2
/** … of exact ones among them, … */
const EXACT = 0.1
/** … and the minimum similarity of the others, which is spread evenly from here to 1. */
const MIN_SIMILARITY = 0.3
/** Words of an article: from LENGTH[0] to LENGTH[0] + LENGTH[1]. */
const LENGTH = /** @type {const} */ ([110, 210])
const SITES = 50
/** The share of variants of one page in `skew`. */
const SKEW = 0.3
const PAGE_WORDS = 220

/** @typedef {{ text: string, source: string }} Made a document before it has its id */

/**
 * @param {number} record
 * @returns {Made}
 */
export function article(record) {
  const random = randomOf(SEED, record)
  const source = `site-${below(random, SITES)}`
  if (isOriginal(record)) return { text: layOut(original(record), record), source }
  const from = originalBefore(record, isOriginal, random)
  const words = original(from)
  const similarity = random.unit() < EXACT ? 1 : MIN_SIMILARITY + (1 - MIN_SIMILARITY) * random.unit()
  return { text: layOut(similarity === 1 ? words : edit(words, similarity, random), from), source }
}

/**
 * Articles, of which three in ten are variants of one page: each has its own number at the end, half of them a different name in the
 * middle, and a quarter another one near the beginning. Their similarities to each other are between 0.9 and 0.99.
 *
 * @param {number} record
 * @returns {Made}
 */
export function skewed(record) {
  if (!isVariant(record)) return article(record)
  const random = randomOf(SKEW_SEED, record)
  random.unit()
  const words = pickWords(randomOf(PAGE_SEED, 0), PAGE_WORDS)
  if (below(random, 2) === 0) words[PAGE_WORDS >> 1] = pickWord(random)
  if (below(random, 4) === 0) words[PAGE_WORDS >> 3] = pickWord(random)
  return { text: `${layOut(words, 0)} ${record}`, source: 'shop' }
}

/** @param {number} record whether it is a variant of the page in `skew` */
export function isVariant(record) {
  return randomOf(SKEW_SEED, record).unit() < SKEW
}

/**
 * An earlier record that is not itself a copy; record 0 never is.
 *
 * @param {number} record
 * @param {(record: number) => boolean} accepts
 * @param {import('likewise/text').Random} random
 */
export function originalBefore(record, accepts, random) {
  for (;;) {
    const chosen = below(random, record)
    if (accepts(chosen)) return chosen
  }
}

/** @param {number} record */
function isOriginal(record) {
  return record === 0 || randomOf(SEED + 100, record).unit() >= COPIES
}

/** @param {number} record */
function original(record) {
  const random = randomOf(SEED + 200, record)
  return pickWords(random, LENGTH[0] + below(random, LENGTH[1]))
}
