// @ts-check
// Two kinds of documents that are hard in their own ways: very short ones, and ones that are half furniture.
import { originalBefore } from './articles.js'
import { layOut } from './layout.js'
import { below, edit, pickWord, pickWords, randomOf } from './words.js'

const SHORT_SEED = 31
const BOILERPLATE_SEED = 41
const SITES = 40
const FURNITURE_WORDS = 60

/** @typedef {import('./articles.js').Made} Made */

/**
 * A message of 10 to 30 words; a third are copies of earlier ones: exact, forwarded (two words in front), or with one to
 * three words changed.
 *
 * @param {number} record
 * @returns {Made}
 */
export function message(record) {
  const random = randomOf(SHORT_SEED, record)
  const source = `channel-${below(random, 10)}`
  if (isOriginal(SHORT_SEED, record)) return { text: layOut(originalMessage(record), record), source }
  const from = originalBefore(record, (chosen) => isOriginal(SHORT_SEED, chosen), random)
  const words = originalMessage(from)
  const way = below(random, 4)
  if (way === 1) words.unshift(pickWord(random), pickWord(random))
  if (way > 1) for (let edits = below(random, 3); edits >= 0; edits--) change(words, random)
  return { text: layOut(words, from), source }
}

/**
 * A page of 60 words of its site's furniture, 120 to 180 of its own, and 60 of furniture again; two pages of a site have
 * a similarity of 0.25 to 0.4. A third are copies of an earlier page's own words, edited, half of them on another
 * site.
 *
 * @param {number} record
 * @returns {Made}
 */
export function page(record) {
  const random = randomOf(BOILERPLATE_SEED, record)
  const moved = below(random, SITES)
  if (isOriginal(BOILERPLATE_SEED, record)) return furnish(ownWords(record), siteOf(record), record)
  const from = originalBefore(record, (chosen) => isOriginal(BOILERPLATE_SEED, chosen), random)
  const words = edit(ownWords(from), 0.4 + 0.6 * random.unit(), random)
  return furnish(words, below(random, 2) === 0 ? moved : siteOf(from), from)
}

/**
 * @param {readonly number[]} words
 * @param {number} site
 * @param {number} layout
 */
function furnish(words, site, layout) {
  const random = randomOf(BOILERPLATE_SEED + 300, site)
  const head = layOut(pickWords(random, FURNITURE_WORDS), site)
  const foot = layOut(pickWords(random, FURNITURE_WORDS), site)
  return { text: `${head}\n${layOut(words, layout)}\n${foot}`, source: `site-${site}` }
}

/** @param {number} record */
function siteOf(record) {
  return below(randomOf(BOILERPLATE_SEED + 400, record), SITES)
}

/** @param {number} record */
function ownWords(record) {
  const random = randomOf(BOILERPLATE_SEED + 200, record)
  return pickWords(random, 120 + below(random, 60))
}

/** @param {number} record */
function originalMessage(record) {
  const random = randomOf(SHORT_SEED + 200, record)
  return pickWords(random, 10 + below(random, 21))
}

/**
 * @param {number} seed
 * @param {number} record
 */
function isOriginal(seed, record) {
  return record === 0 || randomOf(seed + 100, record).unit() >= 1 / 3
}

/**
 * @param {number[]} words
 * @param {import('likewise/text').Random} random
 */
function change(words, random) {
  // An edit at an end touches fewer shingles, and keeps short texts above a high threshold.
  const position = below(random, 2) === 0 ? words.length - 1 : below(random, words.length)
  words[position] = pickWord(random)
}
