import { addUp } from '../model/add-up.js'
import { checkNames, checkWhole } from '../model/check.js'
import type { SetCollection } from '../model/set-collection.js'
import { usedElements } from './fast/join-block.js'
import { numberElements, UNSHARED } from './fast/number-elements.js'

/** The options of `visitOverlaps`. */
export interface OverlapOptions {
  /** The minimum number of shared elements, at least 1. Default: 1. */
  readonly minShared?: number
  /**
   * Elements that occur in more sets than this are skipped: they say little, and the time would grow with the square of the
   * number of sets. Default: 1000.
   */
  readonly maxSets?: number
}

/**
 * Calls `visit` once for every pair a < b of sets that share at least `minShared` elements, by ascending b, with the number of shared
 * elements. Elements that occur in more than `maxSets` sets do not count. It takes the time to walk through all pairs of sets of each
 * element, never more than `maxSets` times the number of elements.
 *
 * @example visitOverlaps(makeSetCollection([[1, 2], [2, 3], [4]]), {}, visit) // visit(0, 1, 1)
 */
export function visitOverlaps(
  collection: SetCollection,
  options: OverlapOptions,
  visit: (a: number, b: number, shared: number) => void,
): void {
  checkNames(options, ['minShared', 'maxSets'])
  const { minShared = 1, maxSets = 1000 } = options
  checkWhole('minShared', minShared, 1, 2 ** 32)
  checkWhole('maxSets', maxSets, 1, 2 ** 32)
  const { count, offsets } = collection
  const { numbers, postings, starts } = invert(collection)
  const shared = new Uint32Array(count)
  const found = new Uint32Array(count)
  /** For each element, how many of its sets come before b. */
  const before = new Uint32Array(starts.length - 1)
  for (let b = 0; b < count; b++) {
    let foundCount = 0
    for (let at = offsets[b]!; at < offsets[b + 1]!; at++) {
      const element = numbers[at - offsets[0]!]!
      if (element === UNSHARED) continue
      const first = starts[element]!
      const earlier = before[element]!++
      if (starts[element + 1]! - first > maxSets) continue
      for (let i = first; i < first + earlier; i++) {
        const a = postings[i]!
        if (shared[a]!++ === 0) found[foundCount++] = a
      }
    }
    const sets = found.subarray(0, foundCount).sort()
    for (const a of sets) {
      if (shared[a]! >= minShared) visit(a, b, shared[a]!)
      shared[a] = 0
    }
  }
}

/** The sets of each element, ascending, with the elements that two sets share numbered 0, 1, 2, … */
function invert(collection: SetCollection) {
  const { count, offsets } = collection
  const { kinds, lists } = numberElements([usedElements(collection)])
  const numbers = lists[0]!
  const starts = new Uint32Array(kinds + 1)
  for (const number of numbers) if (number !== UNSHARED) starts[number + 1]!++
  addUp(starts)
  const next = starts.slice()
  const postings = new Uint32Array(starts[kinds]!)
  let at = 0
  for (let set = 0; set < count; set++) {
    for (const end = at + offsets[set + 1]! - offsets[set]!; at < end; at++) {
      const number = numbers[at]!
      if (number !== UNSHARED) postings[next[number]!++] = set
    }
  }
  return { numbers, postings, starts }
}
