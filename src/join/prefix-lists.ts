import { RepeatFilter, spread } from '../hash/repeat-filter.js'
import { type SetCollection, setAt, sizeAt } from '../model/set-collection.js'
import { PrefixOrder } from './prefix-order.js'

/** How prefixes are made. */
export interface PrefixOptions {
  /** By ascending frequency. */
  readonly frequent: Uint32Array
  /** The length of the prefix of a set of this size. */
  readonly lengthOf: (size: number) => number
}

/** The prefixes of some sets. */
export interface PrefixLists {
  /** The elements of all prefixes, one after the other. */
  readonly elements: Uint32Array
  /** For each element of at least two prefixes, in ascending order, the sets that have it there, ascending: one list after the other. */
  readonly members: Uint32Array
  /** Where each list ends. */
  readonly ends: Uint32Array
}

/** Elements and sets are packed into one number for a native sort: a sample has far fewer sets. */
const MAX_SETS = 2 ** 21

/** Makes the prefixes of sets, and lists the sets that share an element of them. */
export function listPrefixes(sets: SetCollection, { frequent, lengthOf }: PrefixOptions): PrefixLists {
  const order = new PrefixOrder(frequent)
  const lengths = Uint32Array.from({ length: sets.count }, (_, i) => lengthOf(sizeAt(sets, i)))
  const elements = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0))
  const setOf = new Uint32Array(elements.length)
  const filter = new RepeatFilter(elements.length)
  let end = 0
  lengths.forEach((length, set) => {
    const prefix = elements.subarray(end, end + length)
    order.writePrefix(setAt(sets, set), length, prefix)
    setOf.fill(set, end, end + length)
    for (let i = 0; i < length; i++) filter.add(spread(prefix[i]!))
    end += length
  })
  const found = new Float64Array(elements.length)
  let total = 0
  for (let i = 0; i < elements.length; i++)
    if (filter.mayRepeat(spread(elements[i]!))) found[total++] = elements[i]! * MAX_SETS + setOf[i]!
  const entries = found.subarray(0, total).sort()
  const sorted = new Uint32Array(2 * total)
  for (let i = 0; i < total; i++) {
    sorted[2 * i] = Math.floor(entries[i]! / MAX_SETS)
    sorted[2 * i + 1] = entries[i]! % MAX_SETS
  }
  return { elements, ...listsOf(sorted, 2, 0) }
}

/**
 * The lists of entries that are sorted by element. Plain loops and no array for each list, because there are many and this code runs once.
 *
 * @param sorted an element, and the number of its set in the next word
 * @param words the number of words of an entry
 * @param shift where the number of the set begins in its word
 */
export function listsOf(
  sorted: Uint32Array,
  words: number,
  shift: number,
): Pick<PrefixLists, 'members' | 'ends'> {
  const members = new Uint32Array(sorted.length / words)
  const ends = new Uint32Array(members.length >>> 1)
  let [lists, end] = [0, 0]
  for (let start = 0; start < sorted.length; ) {
    const element = sorted[start]!
    let stop = start + words
    while (stop < sorted.length && sorted[stop] === element) stop += words
    if (stop - start > words) {
      for (let at = start; at < stop; at += words) members[end++] = sorted[at + 1]! >>> shift
      ends[lists++] = end
    }
    start = stop
  }
  return { members: members.subarray(0, end), ends: ends.subarray(0, lists) }
}
