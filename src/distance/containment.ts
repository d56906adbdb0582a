import { EmptySet } from '../model/errors.js'
import { distinctElements, type SetElement } from './elements.js'

/**
 * The share of the first set that is in the second, |A ∩ B| / |A|: a number from 0 (nothing) to 1 (A is a subset of B).
 * It is high for a short text inside a long one, for which the Jaccard similarity is low. It depends on the order of the sets, so it is
 * not a distance. Repeats count once. Throws `EmptySet` if the first set is empty.
 *
 * @example containment(['a', 'b'], ['a', 'c', 'd']) // 1/2
 */
export function containment(a: Iterable<SetElement>, b: Iterable<SetElement>): number {
  const [setA, setB] = [distinctElements(a), distinctElements(b)]
  if (setA.size === 0) throw new EmptySet('containment')
  let shared = 0
  for (const element of setA) if (setB.has(element)) shared++
  return shared / setA.size
}
