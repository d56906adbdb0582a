import { checkChoice } from '../model/check.js'
import { forEachElement, type SetElement } from './elements.js'

/**
 * How the union of two bags counts an element. `sum` adds the copies of both, so the highest similarity is 1/2. `max` uses the
 * larger number of copies, so the highest similarity is 1, and bags without repeats have the same similarity as sets.
 */
export type BagUnion = 'sum' | 'max'

export interface BagOptions {
  /** Default: `max`. */
  readonly union?: BagUnion
}

/**
 * The number of copies of each element in a bag.
 *
 * @example bagCounts(['a', 'b', 'a']) // Map { 'a' → 2, 'b' → 1 }
 */
export function bagCounts(bag: Iterable<SetElement>): Map<SetElement, number> {
  const counts = new Map<SetElement, number>()
  forEachElement(bag, (element) => counts.set(element, (counts.get(element) ?? 0) + 1))
  return counts
}

/**
 * The Jaccard similarity of two bags: the number of shared copies (the smaller number for each element) divided by the union. It is
 * from 0 to 1 with `max`, and from 0 to 1/2 with `sum`; sum = max / (1 + max). Bags are iterables of strings or numbers in which
 * repeats count. The similarity of two empty bags is 1 with `max`, and 1/2 with `sum`.
 *
 * @example bagSimilarity(['a', 'a', 'a', 'b'], ['a', 'a', 'b', 'b', 'c']) // 3/6
 * @example bagSimilarity(['a', 'a', 'a', 'b'], ['a', 'a', 'b', 'b', 'c'], { union: 'sum' }) // 3/9
 */
export function bagSimilarity(
  a: Iterable<SetElement>,
  b: Iterable<SetElement>,
  options: BagOptions = {},
): number {
  const union = checkChoice('union', options.union ?? 'max', ['sum', 'max'])
  const { shared, total } = compare(a, b)
  if (union === 'sum') return total === 0 ? 1 / 2 : shared / total
  return total === 0 ? 1 : shared / (total - shared)
}

/**
 * The Jaccard distance of two bags, 1 − similarity with the `max` union: a metric, from 0 (equal bags) to 1 (nothing
 * shared). The `sum` union gives no distance, because a bag would be 1/2 away from itself.
 *
 * @example bagDistance(['a', 'a', 'a', 'b'], ['a', 'a', 'b', 'b', 'c']) // 1/2
 */
export function bagDistance(a: Iterable<SetElement>, b: Iterable<SetElement>): number {
  const { shared, total } = compare(a, b)
  return total === 0 ? 0 : (total - 2 * shared) / (total - shared)
}

/** The number of shared copies, and the number of copies in both bags together. */
function compare(a: Iterable<SetElement>, b: Iterable<SetElement>): { shared: number; total: number } {
  const [countsA, countsB] = [bagCounts(a), bagCounts(b)]
  let shared = 0
  let total = 0
  for (const [element, count] of countsA) {
    shared += Math.min(count, countsB.get(element) ?? 0)
    total += count
  }
  for (const count of countsB.values()) total += count
  return { shared, total }
}
