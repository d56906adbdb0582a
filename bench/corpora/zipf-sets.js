// @ts-check
// Sets of elements by a Zipf–Mandelbrot law, a quarter of them near copies of an earlier one.
import { below, pickWord, randomOf } from './words.js'

const SEED = 29
/** One set in this many is a copy. */
const COPY_EVERY = 4

/**
 * Set `record`: 10 to 59 random elements; in a copy, up to three tenths are replaced.
 *
 * @param {number} record
 * @returns {number[]}
 */
export function zipfSet(record) {
  const random = randomOf(SEED, record)
  if (record === 0 || below(random, COPY_EVERY) > 0) {
    return Array.from({ length: 10 + below(random, 50) }, () => pickWord(random))
  }
  const set = zipfSet(below(random, record))
  const changes = below(random, Math.ceil(0.3 * set.length) + 1)
  for (let i = 0; i < changes; i++) set[below(random, set.length)] = pickWord(random)
  return set
}
