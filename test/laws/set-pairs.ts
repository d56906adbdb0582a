import { Random, sortedSet } from 'likewise'

/** Two sets with `shared` common elements and so many of their own. */
export interface SetPair {
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly jaccard: number
}

/** Sets of random 32-bit elements, or of the smallest whole numbers, as baskets and click streams have them. */
export function makeSetPair(
  shared: number,
  onlyA: number,
  onlyB: number,
  elements: 'random' | 'consecutive',
  seed = 1,
): SetPair {
  const random = new Random(seed)
  const total = shared + onlyA + onlyB
  const distinct = new Set<number>()
  while (distinct.size < total) distinct.add(elements === 'random' ? random.bits() : distinct.size)
  const all = [...distinct]
  return {
    a: sortedSet(all.slice(0, shared + onlyA)),
    b: sortedSet([...all.slice(0, shared), ...all.slice(shared + onlyA)]),
    jaccard: shared / total,
  }
}
