// @ts-check
// Kinds of collections in which very many documents are connected: equal documents, near copies of one page, and long chains.
import { layOut } from './layout.js'
import { below, pickWord, pickWords, randomOf } from './words.js'

const EQUAL_SEED = 71
const EQUAL_WORDS = 20
const COPIES_SEED = 51
const CHAIN_SEED = 61
const WORDS = 200
const CHANGED_WORDS = 2
const MOVED_WORDS = 4

/** @typedef {import('./articles.js').Made} Made */

/**
 * The same text of twenty words.
 *
 * @returns {Made}
 */
export function equalText() {
  return { text: layOut(pickWords(randomOf(EQUAL_SEED, 0), EQUAL_WORDS), 0), source: 'equal' }
}

/**
 * The same page of 200 words, two of them replaced: any two documents have a similarity of at least 0.8.
 *
 * @param {number} record
 * @returns {Made}
 */
export function nearCopy(record) {
  const words = pickWords(randomOf(COPIES_SEED, 0), WORDS)
  const random = randomOf(COPIES_SEED, record + 1)
  for (let i = 0; i < CHANGED_WORDS; i++) words[below(random, WORDS)] = pickWord(random)
  return { text: layOut(words, 0), source: 'page' }
}

/**
 * A window of 200 words that moves by four from document to document: each is similar to its neighbors only, and all are connected.
 *
 * @param {number} record
 * @returns {Made}
 */
export function linkOfChain(record) {
  const words = Array.from({ length: WORDS / MOVED_WORDS }, (_, i) =>
    pickWords(randomOf(CHAIN_SEED, record + i), MOVED_WORDS),
  )
  return { text: layOut(words.flat(), 0), source: 'chain' }
}
