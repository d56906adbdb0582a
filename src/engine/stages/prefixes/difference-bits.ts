// A few bits per document rule out most pairs that share an element but are not similar, without their sets. Bit b says whether the number
// of elements whose leading bits are b is odd. An element that only one of two sets has changes one bit, so sets whose bits differ in d
// places differ in at least d elements.

import { countOnes } from '../threads/shared-words.js'

/** Words per document: 256 bits. */
export const BIT_WORDS = 8
/** The maximum number of documents that have bits, which every thread can read: 16 MB. */
export const MAX_WITH_BITS = 2 ** 19
/** If similar sets may differ in more elements than this, most bits are random, and those of few pairs differ in more places. */
export const MAX_TELLING = 100
/** Smaller sets have few candidates that are not similar. */
const MIN_SIZE = 32

/** Whether bits are worthwhile for sets of this size, whose similar sets of the same size have at least this many elements in common. */
export function areBitsTelling(size: number, minOverlap: number): boolean {
  return size >= MIN_SIZE && 2 * (size - minOverlap) <= MAX_TELLING
}

/** Whether two documents, whose bits are at these indexes, certainly differ in more elements than `max`. */
export function differInMore(words: Uint32Array, one: number, other: number, max: number): boolean {
  if (max > MAX_TELLING) return false
  let different = 0
  for (let i = 0; i < BIT_WORDS; i++) different += countOnes(words[one + i]! ^ words[other + i]!)
  return different > max
}
