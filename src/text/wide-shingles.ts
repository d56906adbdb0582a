import { bagElement } from '../hash/shingle-hash.js'
import type { CheckedShingleOptions } from './shingle-options.js'
import { shingleSequence } from './shingles.js'

/**
 * Two documents with at least this many shingles each are compared by wide hashes. Among n shingles, about n² / 2^33 share a 32-bit hash
 * with another: 1 in 32 documents of this size loses one, and most documents with a million lose a hundred.
 */
export const WIDE_FROM = 2 ** 14

/**
 * The number of shingles out of n that can share a 32-bit hash with another, exceeded in fewer than one of a million cases: the expected
 * number, n² / 2^33, and what a Poisson distribution adds to it.
 */
function maxCollisions(n: number): number {
  const expected = n ** 2 / 2 ** 33
  return Math.ceil(expected + 5 * Math.sqrt(expected) + 5)
}

/**
 * How many shingles two documents can have in common beyond what their 32-bit hashes show, given the number of distinct hashes of either:
 * hashes that collide within the shared shingles hide some of these. 0 if the document is not long, because it is then compared by 32-bit
 * hashes. The number of shingles is slightly higher than that of hashes, but not twice as high.
 */
export function hiddenOverlap(size: number): number {
  return size < WIDE_FROM ? 0 : maxCollisions(2 * size)
}

/**
 * A threshold that the 32-bit hashes of any two documents reach whose true similarity, a share, reaches the given one. The similarity of o
 * shared shingles is lowered most if c hashes collide within them and none elsewhere: by at most c / n, where n is the size of the smaller
 * document and c is at most `hiddenOverlap(n)`.
 *
 * @param largest the number of distinct hashes of the largest document
 */
export function narrowThreshold(threshold: number, largest: number): number {
  if (largest < WIDE_FROM) return threshold
  const hidden = Math.max(hiddenOverlap(WIDE_FROM) / WIDE_FROM, hiddenOverlap(largest) / largest)
  return Math.max(threshold / 2, threshold - hidden)
}

/** The seed of the second hash of a token; that of the first is 0. */
const SECOND_SEED = 0x9e3779b9
/** The number of bits of the second hash: together with the first, 53, the maximum for an exact number. */
const SECOND_BITS = 21

/**
 * The shingles of a document, hashed to 53 bits, in ascending order and without repeats: among a million, two share a hash with a
 * probability near 2^-14. Takes much longer than `shingle`; meant for long documents that seem similar.
 */
export function wideShingles(text: string, options: CheckedShingleOptions): Float64Array {
  const plain = { ...options, bag: false }
  const first = shingleSequence(text, plain)
  const second = shingleSequence(text, plain, SECOND_SEED)
  const wide = Float64Array.from(first, (high, i) => widen(high, second[i]!)).sort()
  return options.bag ? numberCopies(wide) : withoutRepeats(wide)
}

/** The number of elements that two sets of wide hashes have in common. */
export function wideOverlap(a: Float64Array, b: Float64Array): number {
  let [i, j, shared] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  return shared
}

function widen(high: number, low: number): number {
  return high * 2 ** SECOND_BITS + (low >>> (32 - SECOND_BITS))
}

function withoutRepeats(rising: Float64Array): Float64Array {
  return rising.filter((element, i) => i === 0 || element !== rising[i - 1])
}

/** Turns copies 0, 1, 2, … of an element into separate elements, as `bagElement` does for narrow hashes. */
function numberCopies(rising: Float64Array): Float64Array {
  let copy = 0
  return rising
    .map((element, i) => {
      copy = i > 0 && element === rising[i - 1] ? copy + 1 : 0
      if (copy === 0) return element
      const high = Math.floor(element / 2 ** SECOND_BITS)
      return widen(
        bagElement(high, copy),
        bagElement((element - high * 2 ** SECOND_BITS) * 2 ** (32 - SECOND_BITS), copy),
      )
    })
    .sort()
}
