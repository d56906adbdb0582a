import { addUp } from '../model/add-up.js'
import { InvalidValue } from '../model/errors.js'
import { type SetCollection, sizeAt } from '../model/set-collection.js'

/**
 * Sets and their elements, in both directions: which elements a set has, and which sets have an element. If similarities are low, as
 * between customers, prefix filters exclude nothing, and walking these lists is the fastest exact way: it meets every pair once for each
 * element they share, and never a pair that shares nothing.
 *
 * The occurrence of an element in a set is identified by its entry, the index of the element in `sets.elements`, so that a caller can
 * keep parallel columns, such as a number of copies.
 */
export interface Incidence {
  /** Elements are numbered 0 … universe − 1. */
  readonly sets: SetCollection
  readonly universe: number
  /** The set of each entry. */
  readonly setOf: Uint32Array
  /** The entries of element e are `entries[starts[e]] … entries[starts[e + 1] - 1]`, by ascending set. */
  readonly starts: Uint32Array
  readonly entries: Uint32Array
}

/**
 * Inverts sets. Throws `InvalidValue` for an element outside the universe.
 *
 * @example makeIncidence(makeSetCollection([[0, 1], [1]]), 2) // element 1 is in the sets 0 and 1
 */
export function makeIncidence(sets: SetCollection, universe: number): Incidence {
  const { count, elements } = sets
  const starts = new Uint32Array(universe + 1)
  elements.forEach((element, entry) => {
    if (element >= universe)
      throw new InvalidValue(
        'an element',
        element,
        entry,
        `a number below ${universe}, the size of the universe`,
      )
    starts[element + 1]!++
  })
  addUp(starts)
  const next = starts.slice()
  const setOf = new Uint32Array(elements.length)
  const entries = new Uint32Array(elements.length)
  for (let set = 0, entry = 0; set < count; set++) {
    for (const end = entry + sizeAt(sets, set); entry < end; entry++) {
      setOf[entry] = set
      entries[next[elements[entry]!]!++] = entry
    }
  }
  return { sets, universe, setOf, starts, entries }
}
