import { checkNames, checkWhole } from '../model/check.js'
import { type SetCollection, setAt } from '../model/set-collection.js'

/** Which pairs an overlap join calls for. */
export interface OverlapOptions {
  /** The fewest elements that both sets must hold, at least 1. Default: 1. */
  readonly least?: number
  /**
   * Elements that stand in more sets than this are passed over: they tell little and would make the time grow with the
   * square of the number of sets. Default: 1000.
   */
  readonly mostSets?: number
}

/**
 * Calls `visit` for every pair a < b of sets that share at least `least` elements, each once, by rising b, with the number
 * of elements shared. Elements that stand in more than `mostSets` sets do not count. The time is that of walking through
 * all pairs of sets of each element, never more than `mostSets` times the number of elements.
 *
 * @example visitOverlaps(makeSetCollection([[1, 2], [2, 3], [4]]), {}, visit) // visit(0, 1, 1)
 */
export function visitOverlaps(
  collection: SetCollection,
  options: OverlapOptions,
  visit: (a: number, b: number, shared: number) => void,
): void {
  checkNames(options, ['least', 'mostSets'])
  const { least = 1, mostSets = 1000 } = options
  checkWhole('least', least, 1, 2 ** 32)
  checkWhole('mostSets', mostSets, 1, 2 ** 32)
  const { count } = collection
  const { numbers, postings, starts } = invert(collection)
  const shared = new Uint32Array(count)
  const found = new Uint32Array(count)
  /** For each element how many of its sets lie before b. */
  const before = new Uint32Array(starts.length - 1)
  for (let b = 0; b < count; b++) {
    let foundCount = 0
    const end = collection.offsets[b + 1]!
    for (let at = collection.offsets[b]!; at < end; at++) {
      const element = numbers[at]!
      const first = starts[element]!
      const earlier = before[element]!++
      if (starts[element + 1]! - first > mostSets) continue
      for (let i = first; i < first + earlier; i++) {
        const a = postings[i]!
        if (shared[a]!++ === 0) found[foundCount++] = a
      }
    }
    const sets = found.subarray(0, foundCount).sort()
    for (const a of sets) {
      if (shared[a]! >= least) visit(a, b, shared[a]!)
      shared[a] = 0
    }
  }
}

/** The sets of each element, rising, with the elements numbered 0, 1, 2, … */
function invert(collection: SetCollection) {
  const { count, elements, offsets } = collection
  const distinct = elements.slice().sort()
  let last = 0
  for (let i = 1; i < distinct.length; i++) {
    if (distinct[i] !== distinct[last]) distinct[++last] = distinct[i]!
  }
  const known = distinct.subarray(0, distinct.length === 0 ? 0 : last + 1)
  const numbers = new Uint32Array(elements.length)
  const starts = new Uint32Array(known.length + 1)
  for (let set = 0; set < count; set++) {
    // Both rise, so each search begins where the last one ended.
    let from = 0
    setAt(collection, set).forEach((element, i) => {
      from = firstAtLeast(known, element, from)
      numbers[offsets[set]! + i] = from
      starts[from + 1]!++
    })
  }
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!
  const next = starts.slice()
  const postings = new Uint32Array(elements.length)
  for (let set = 0; set < count; set++) {
    for (let at = offsets[set]!; at < offsets[set + 1]!; at++) postings[next[numbers[at]!]!++] = set
  }
  return { numbers, postings, starts }
}

/** The first place from `from` on whose value is at least `value`. */
function firstAtLeast(values: Uint32Array, value: number, from: number): number {
  let low = from
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
