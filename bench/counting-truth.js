// @ts-check
// Finds the similar pairs of short texts by counting the shingles that every two share, without using the library: no hashes, no prefixes.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** @typedef {{ count: number, keys: Float64Array, groups: Uint32Array }} CountedTruth `keys`: rising; `groups`: the documents similar to each, itself counted */

/**
 * @param {readonly string[]} texts
 * @param {number} k words in a shingle
 * @param {number} threshold
 * @returns {CountedTruth}
 */
export function countTruth(texts, k, threshold) {
  /** @type {Map<string, number[]>} */
  const lists = new Map()
  const sizes = new Uint32Array(texts.length)
  const groups = new Uint32Array(texts.length).fill(1)
  const shared = new Uint32Array(texts.length)
  let keys = new Float64Array(1 << 20)
  let count = 0
  for (const [document, text] of texts.entries()) {
    const shingles = shinglesOf(text, k)
    sizes[document] = shingles.size
    /** @type {number[]} */
    const met = []
    for (const shingle of shingles) {
      const list = lists.get(shingle) ?? []
      if (list.length === 0) lists.set(shingle, list)
      for (const other of list) {
        const before = shared[other] ?? 0
        if (before === 0) met.push(other)
        shared[other] = before + 1
      }
      list.push(document)
    }
    for (const other of met) {
      const overlap = shared[other] ?? 0
      shared[other] = 0
      if (overlap / (shingles.size + (sizes[other] ?? 0) - overlap) < threshold) continue
      groups[document] = (groups[document] ?? 0) + 1
      groups[other] = (groups[other] ?? 0) + 1
      if (count === keys.length) {
        const more = new Float64Array(2 * count)
        more.set(keys)
        keys = more
      }
      keys[count++] = keyOf(other, document)
    }
  }
  return { count, keys: keys.subarray(0, count).sort(), groups }
}

/**
 * @typedef {object} Listed
 * @property {number} pairs in the file
 * @property {number} wrong of these, below the threshold or repeated
 * @property {number} required true pairs that must be listed: with a document whose group is within the limit
 * @property {number} recall the share of them that is listed
 * @property {number} oversized true pairs of two documents with larger groups
 * @property {number} omitted of these, not listed
 */

/**
 * Judges a file of pairs.
 *
 * @param {string} file
 * @param {CountedTruth} truth
 * @param {number} maxGroup
 * @returns {Promise<Listed>}
 */
export async function judgeListed(file, { keys, count, groups }, maxGroup) {
  const isListed = new Uint8Array(count)
  let [pairs, wrong] = [0, 0]
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { a, b } = JSON.parse(line)
    pairs++
    const position = positionOf(keys, keyOf(Math.min(a, b), Math.max(a, b)))
    if (position < 0 || isListed[position] === 1) wrong++
    else isListed[position] = 1
  }
  let [required, listed, oversized, omitted] = [0, 0, 0, 0]
  for (const [position, key] of keys.entries()) {
    const [one, other] = [Math.floor(key / 2 ** 26), key % 2 ** 26]
    if ((groups[one] ?? 0) > maxGroup && (groups[other] ?? 0) > maxGroup) {
      oversized++
      if (isListed[position] === 0) omitted++
      continue
    }
    required++
    if (isListed[position] === 1) listed++
  }
  return { pairs, wrong, required, recall: required === 0 ? 1 : listed / required, oversized, omitted }
}

/**
 * @param {string} text
 * @param {number} k
 */
function shinglesOf(text, k) {
  const words = text.split(' ')
  const count = Math.max(1, words.length - k + 1)
  return new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + k).join(' ')))
}

/**
 * @param {number} one
 * @param {number} other
 */
function keyOf(one, other) {
  return one * 2 ** 26 + other
}

/**
 * @param {Float64Array} keys
 * @param {number} key
 */
function positionOf(keys, key) {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return keys[low] === key ? low : -1
}
