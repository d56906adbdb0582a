// @ts-check
// Randomness by record number, a vocabulary, and edits of a known similarity: what the generated corpora are made of.
import { Random } from 'likewise/text'

const VOCABULARY_SEED = 11
/** Words of the vocabulary. */
const VOCABULARY = 50_000
/** The offset of the Zipf–Mandelbrot law: the word of rank r (from 1) has weight 1 / (r + OFFSET). */
const OFFSET = 2.7
/** One word in this many has an accented letter. */
const ACCENT_EVERY = 1000
const ONSETS = 'b c d f g h j k l m n p r s t v w st tr pl cr sh th br gr'.split(' ')
const VOWELS = 'a e i o u a e i o ai ea ou'.split(' ')
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'd', 'm', 'ck', 'nd']

/** The words by rank; the first are short and frequent, as in a language. */
export const words = makeVocabulary()
const alias = makeAliasTable(words.length)

/**
 * The randomness of one record: it does not depend on what was made before, so that a copy can make its original again, and the first
 * documents of a large corpus are those of a small one.
 *
 * @param {number} seed of the corpus
 * @param {number} record
 */
export function randomOf(seed, record) {
  return new Random((Math.imul(seed, 0x9e3779b1) + record) >>> 0)
}

/**
 * A whole number in [0, limit).
 *
 * @param {Random} random
 * @param {number} limit
 */
export function below(random, limit) {
  return Math.floor((random.bits() / 2 ** 32) * limit)
}

/**
 * The number of a word, by its frequency.
 *
 * @param {Random} random
 */
export function pickWord(random) {
  const slot = below(random, words.length)
  return random.bits() < (alias.limits[slot] ?? 0) ? slot : (alias.others[slot] ?? 0)
}

/**
 * @param {Random} random
 * @param {number} count
 */
export function pickWords(random, count) {
  return Array.from({ length: count }, () => pickWord(random))
}

/**
 * An edited copy whose 5-word shingles have about the requested similarity. With n shingles, e scattered edits and x the share replaced: J
 * ≈ (n − 5e) / (n + 5e), J ≈ (1 − x) / (1 + x) for one block replaced, J ≈ 1 − x for a cut.
 *
 * @param {readonly number[]} original
 * @param {number} similarity from 0 to 1
 * @param {Random} random
 * @returns {number[]}
 */
export function edit(original, similarity, random) {
  const copy = original.slice()
  const way = below(random, 4)
  if (way === 0) return cut(copy, Math.round(copy.length * similarity), random)
  const replaced = (copy.length * (1 - similarity)) / (1 + similarity)
  if (way === 1) {
    const length = Math.round(replaced)
    copy.splice(below(random, copy.length - length + 1), length, ...pickWords(random, length))
    return copy
  }
  for (let edits = Math.round(replaced / 5); edits > 0; edits--) {
    const position = below(random, copy.length)
    const kind = below(random, 4)
    if (kind === 0) copy.splice(position, 0, pickWord(random))
    else if (kind === 1 && copy.length > 5) copy.splice(position, 1)
    else copy[position] = pickWord(random)
  }
  return copy
}

/**
 * The beginning, the end or the middle.
 *
 * @param {number[]} copy
 * @param {number} length
 * @param {Random} random
 */
function cut(copy, length, random) {
  const start = [0, copy.length - length, below(random, copy.length - length + 1)][below(random, 3)] ?? 0
  return copy.slice(start, start + length)
}

function makeVocabulary() {
  const random = new Random(VOCABULARY_SEED)
  const pick = (/** @type {readonly string[]} */ list) => list[random.below(list.length)] ?? ''
  /** @type {Set<string>} */
  const found = new Set()
  while (found.size < VOCABULARY) {
    const rank = found.size
    const syllables = rank < 150 ? 1 : rank < 6000 ? 1 + random.below(2) : 2 + random.below(2)
    let word = rank < 30 && random.below(2) === 0 ? pick(VOWELS) : ''
    for (let i = 0; i < syllables; i++) word += pick(ONSETS) + pick(VOWELS) + pick(CODAS)
    if (rank % ACCENT_EVERY === ACCENT_EVERY - 1) word += 'é'
    found.add(word)
  }
  return [...found]
}

/**
 * Walker's alias method: a word in constant time, whatever the law of frequency.
 *
 * @param {number} count
 */
function makeAliasTable(count) {
  const weights = Float64Array.from({ length: count }, (_, rank) => 1 / (rank + 1 + OFFSET))
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / count
  const limits = new Float64Array(count).fill(2 ** 32)
  const others = Uint32Array.from({ length: count }, (_, i) => i)
  /** @type {number[]} */
  const small = []
  /** @type {number[]} */
  const large = []
  weights.forEach((weight, i) => {
    ;(weight < mean ? small : large).push(i)
  })
  while (small.length > 0 && large.length > 0) {
    const less = /** @type {number} */ (small.pop())
    const more = large.at(-1) ?? 0
    limits[less] = ((weights[less] ?? 0) / mean) * 2 ** 32
    others[less] = more
    weights[more] = (weights[more] ?? 0) - (mean - (weights[less] ?? 0))
    if ((weights[more] ?? 0) < mean) small.push(large.pop() ?? 0)
  }
  return { limits, others }
}
