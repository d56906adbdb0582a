import { addUp } from '../model/add-up.js'
import type { Candidates } from '../model/pair.js'

/** The neighbors of each document in one array: those of i start at `offsets[i]` and end before `offsets[i + 1]`. */
export interface Adjacency {
  /** `count + 1` ascending positions in `neighbors`. */
  readonly offsets: Uint32Array
  /** Every pair appears twice, once from each side; a directed one only from b. */
  readonly neighbors: Uint32Array
  /** The number of the pair that makes `neighbors[i]` a neighbor. */
  readonly pairs: Uint32Array
}

/** Arranges the pairs among `count` documents by document, in time linear in both. */
export function makeAdjacency(count: number, pairs: Candidates, isDirected = false): Adjacency {
  const offsets = new Uint32Array(count + 1)
  for (let i = 0; i < pairs.count; i++) {
    if (!isDirected) offsets[pairs.a[i]! + 1]!++
    offsets[pairs.b[i]! + 1]!++
  }
  addUp(offsets)
  const next = offsets.slice(0, count)
  const neighbors = new Uint32Array(2 * pairs.count)
  const numbers = new Uint32Array(2 * pairs.count)
  for (let i = 0; i < pairs.count; i++) {
    const a = pairs.a[i]!
    const b = pairs.b[i]!
    if (!isDirected) {
      const fromA = next[a]!++
      neighbors[fromA] = b
      numbers[fromA] = i
    }
    const fromB = next[b]!++
    neighbors[fromB] = a
    numbers[fromB] = i
  }
  return { offsets, neighbors, pairs: numbers }
}
