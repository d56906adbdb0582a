// Sets as strings (Mining of Massive Datasets, 3.9.2): the symbols in one fixed order of the universal set. Any order is correct; putting
// rare symbols first keeps the buckets of the prefix indexes short.

import { countBelow } from '../model/count-below.js'
import { collectSortedSets, type SetCollection, setAt } from '../model/set-collection.js'

/**
 * An order of all 32-bit numbers by ascending frequency in a collection, ties by value. Numbers that do not occur have frequency 0, so
 * they come first, in their own order. Hence any set can be converted, even one with unknown elements, and sets keep their exact sizes
 * and overlaps. Rejected alternative: numbering the unknown elements of each probe 0, 1, 2, …, which would make different elements equal
 * as soon as two such sets are compared.
 */
export interface ElementOrder {
  /** The distinct elements of the collection, ascending. */
  readonly elements: Uint32Array
  /** `ranks[i]` is the rank of `elements[i]`: the known elements have the last ranks of all. */
  readonly ranks: Uint32Array
  /** The rank of the rarest known element, 2^32 minus the number of known ones: `rank - firstKnownRank` is dense. */
  readonly firstKnownRank: number
}

/**
 * Orders elements by the number of sets that contain them, rare ones first, ties by element value.
 *
 * @example orderByFrequency(makeSetCollection([[1, 2], [1]])) // 2 comes before 1, and 3, unknown, before both
 */
export function orderByFrequency(collection: SetCollection): ElementOrder {
  const { elements, frequencies } = countElements(collection)
  // A counting sort: `next[f]` is the next free rank among the elements of frequency f. Elements arrive by ascending value.
  const next = new Float64Array(collection.count + 2)
  for (const frequency of frequencies) next[frequency + 1]!++
  const firstKnownRank = 2 ** 32 - elements.length
  next[0] = firstKnownRank
  for (let frequency = 1; frequency < next.length; frequency++) next[frequency]! += next[frequency - 1]!
  return { elements, ranks: frequencies.map((frequency) => next[frequency]!++), firstKnownRank }
}

/** The rank of an element among all 32-bit numbers; different elements have different ranks. */
export function rankOf(order: ElementOrder, element: number): number {
  const before = countBelow(order.elements, element)
  return order.elements[before] === element ? order.ranks[before]! : element - before
}

/** The ranks of a set's elements, ascending. Unknown elements count towards its length and come first. */
export function orderSet(order: ElementOrder, set: Uint32Array): Uint32Array {
  return set.map((element) => rankOf(order, element)).sort()
}

/** The same sets written as ranks, each ascending. The collection need not be the one the order was made from. */
export function applyOrder(collection: SetCollection, order: ElementOrder): SetCollection {
  const sets = Array.from({ length: collection.count }, (_, i) => orderSet(order, setAt(collection, i)))
  return collectSortedSets(sets)
}

/**
 * A set of symbols as the book writes it: in alphabetical order (by UTF-16 code), without repeats.
 *
 * @example asString(['d', 'a', 'b']) // 'abd'
 */
export function asString(symbols: Iterable<string>): string {
  return [...new Set(symbols)].sort().join('')
}

/** The distinct elements, ascending, and the number of sets that contain each. */
function countElements(collection: SetCollection): { elements: Uint32Array; frequencies: Uint32Array } {
  const sorted = collection.elements.slice().sort()
  const frequencies = new Uint32Array(sorted.length)
  let distinct = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[distinct++] = sorted[i]!
    frequencies[distinct - 1]!++
  }
  return { elements: sorted.slice(0, distinct), frequencies: frequencies.slice(0, distinct) }
}
