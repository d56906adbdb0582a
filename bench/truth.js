// @ts-check
// Exact truth among the first documents of a corpus, and the quality of a file of pairs against it.
// Run: npm run build && node bench/truth.js CORPUS PAIRS [--threshold 0.8] [--first 20000]
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { findSimilar } from 'likewise'

/** Words in a shingle, in every case. */
const K = 5
/** Pairs with a similarity in [threshold, threshold + EDGE) are the hardest to find. */
const EDGE = 0.05
/** A similarity in a file may be rounded. */
const TOLERANCE = 1e-4

/** @typedef {{ threshold: number, texts: readonly string[], pairs: ReadonlyMap<number, number> }} Truth */

/**
 * @typedef {object} Quality
 * @property {number} found pairs in the file, all documents
 * @property {number} truePairs in the subset
 * @property {number} recall the share of the true pairs that are in the file
 * @property {number} edgePairs
 * @property {number} edgeRecall the same of the true pairs with a similarity below threshold + 0.05
 * @property {number} linkedRecall the share of the true pairs whose documents are connected by a chain of pairs in the file
 * @property {number} precision the share of the file's pairs in the subset that reach the threshold
 * @property {number} below how many do not
 * @property {number} wrong how many have a different similarity from the one in the file, in the subset
 * @property {number} repeated pairs that are in the file twice, in the subset
 */

/**
 * Every pair that reaches the threshold among the first documents, by an exact join.
 *
 * @param {string} corpus
 * @param {number} first
 * @param {number} threshold
 * @returns {Promise<Truth>}
 */
export async function exactTruth(corpus, first, threshold) {
  /** @type {string[]} */
  const texts = []
  for await (const line of lines(corpus)) {
    if (texts.length === first) break
    texts.push(JSON.parse(line).text)
  }
  const { pairs } = findSimilar(texts, { threshold, recall: 1, shingle: { kind: 'words', k: K } })
  return {
    threshold,
    texts,
    pairs: new Map(pairs.map(({ a, b, similarity }) => [pairKey(Number(a), Number(b)), similarity])),
  }
}

/**
 * Compares pairs, `{"a", "b"}` as JSON Lines, with the truth. The similarity of each is computed again from the texts, as sets of strings;
 * neither the hashes nor the similarities in the file are trusted.
 *
 * @param {string} file
 * @param {Truth} truth
 * @param {(a: number, b: number) => boolean} [counts] which pairs are judged; by default all
 * @returns {Promise<Quality>}
 */
export async function qualityOf(file, truth, counts = () => true) {
  const { texts, threshold } = truth
  const wanted = new Map([...truth.pairs].filter(([key]) => counts(...membersOf(key))))
  const links = new Links()
  const sets = new ShingleSets(texts)
  /** @type {Set<number>} */
  const seen = new Set()
  let found = 0
  let below = 0
  let wrong = 0
  let repeated = 0
  for await (const line of lines(file)) {
    const record = JSON.parse(line)
    const a = Number(record.a)
    const b = Number(record.b)
    found++
    links.join(a, b)
    if (a >= texts.length || b >= texts.length || !counts(a, b)) continue
    const key = pairKey(a, b)
    if (seen.has(key)) {
      repeated++
      continue
    }
    seen.add(key)
    const similarity = sets.similarity(a, b)
    if (similarity < threshold) below++
    if (record.similarity !== undefined && Math.abs(record.similarity - similarity) > TOLERANCE) wrong++
  }
  const all = [...wanted.keys()]
  const edge = all.filter((key) => (wanted.get(key) ?? 1) < threshold + EDGE)
  const hit = (/** @type {number} */ key) => seen.has(key)
  return {
    found,
    truePairs: all.length,
    recall: shareOf(all, hit),
    edgePairs: edge.length,
    edgeRecall: shareOf(edge, hit),
    linkedRecall: shareOf(all, (key) => links.tied(...membersOf(key))),
    precision: seen.size === 0 ? 1 : 1 - below / seen.size,
    below,
    wrong,
    repeated,
  }
}

/**
 * @param {readonly number[]} keys
 * @param {(key: number) => boolean} holds
 */
function shareOf(keys, holds) {
  return keys.length === 0 ? 1 : keys.filter(holds).length / keys.length
}

/**
 * @param {number} a
 * @param {number} b
 */
function pairKey(a, b) {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b)
}

/**
 * @param {number} key
 * @returns {[number, number]}
 */
function membersOf(key) {
  return [Math.floor(key / 2 ** 26), key % 2 ** 26]
}

/** @param {string} file */
function lines(file) {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
}

/** The shingles of texts as strings: lower-cased runs of letters and digits, K in a row. */
class ShingleSets {
  /** @type {Map<number, Set<string>>} */
  #sets = new Map()
  /** @param {readonly string[]} texts */
  constructor(texts) {
    this.texts = texts
  }

  /**
   * @param {number} a
   * @param {number} b
   */
  similarity(a, b) {
    const [small, large] = [this.#setOf(a), this.#setOf(b)].sort((x, y) => x.size - y.size)
    if (small === undefined || large === undefined || small.size === 0) return 0
    let overlap = 0
    for (const shingle of small) if (large.has(shingle)) overlap++
    return overlap / (small.size + large.size - overlap)
  }

  /** @param {number} record */
  #setOf(record) {
    const kept = this.#sets.get(record)
    if (kept !== undefined) return kept
    const words = (this.texts[record] ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const count = words.length === 0 ? 0 : Math.max(1, words.length - K + 1)
    const set = new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + K).join(' ')))
    this.#sets.set(record, set)
    return set
  }
}

/** Which documents are connected by a chain of pairs: a union–find that grows with the records added. */
class Links {
  /** @type {Map<number, number>} */
  #parents = new Map()

  /**
   * @param {number} a
   * @param {number} b
   */
  join(a, b) {
    this.#parents.set(this.#rootOf(a), this.#rootOf(b))
  }

  /**
   * @param {number} a
   * @param {number} b
   */
  tied(a, b) {
    return this.#rootOf(a) === this.#rootOf(b)
  }

  /** @param {number} record */
  #rootOf(record) {
    let root = record
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root; ) {
      const above = this.#parents.get(parent) ?? parent
      this.#parents.set(root, above)
      root = above
      parent = this.#parents.get(root)
    }
    return root
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { threshold: { type: 'string', default: '0.8' }, first: { type: 'string', default: '20000' } },
  })
  const [corpus, pairs] = positionals
  if (corpus === undefined || pairs === undefined) {
    console.error('node bench/truth.js CORPUS PAIRS [--threshold 0.8] [--first 20000]')
    process.exit(2)
  }
  const truth = await exactTruth(corpus, Number(values.first), Number(values.threshold))
  console.log(JSON.stringify(await qualityOf(pairs, truth), undefined, 2))
}
