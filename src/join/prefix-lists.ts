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
  /** For each element of at least two prefixes, in ascending order, the sets that have it there, ascending. */
  readonly lists: readonly Uint32Array[]
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
  return {
    elements,
    lists: listsOf(
      total,
      (i) => Math.floor(entries[i]! / MAX_SETS),
      (i) => entries[i]! % MAX_SETS,
    ),
  }
}

/** The lists of entries that are sorted by element. */
export function listsOf(
  count: number,
  elementAt: (i: number) => number,
  setOfEntry: (i: number) => number,
): Uint32Array[] {
  const lists: Uint32Array[] = []
  for (let start = 0; start < count; ) {
    const element = elementAt(start)
    let stop = start + 1
    while (stop < count && elementAt(stop) === element) stop++
    if (stop - start > 1) {
      const list = new Uint32Array(stop - start)
      for (let i = start; i < stop; i++) list[i - start] = setOfEntry(i)
      lists.push(list)
    }
    start = stop
  }
  return lists
}
