import { addUp } from '../model/add-up.js'
import type { PairBatch } from '../model/pair.js'

/** Documents in groups that are numbered in the order of their first members. */
export interface Grouping {
  /** For each position its group, or `NONE`. */
  readonly groupOf: Uint32Array
  readonly count: number
  /** The center of each group, if these have one. */
  readonly centers?: Uint32Array
}

/** Verified pairs, ordered by a, then b; starts at the beginning each time it is called. */
export type PairBatches = () => Iterable<PairBatch>

/** Means "in no cluster" or "no center". */
export const NONE = 0xffffffff

/** The members of each group, ascending (a counting sort). */
export function membersOf({ groupOf, count }: Grouping): { offsets: Uint32Array; members: Uint32Array } {
  const offsets = new Uint32Array(count + 1)
  for (let position = 0; position < groupOf.length; position++) {
    if (groupOf[position] !== NONE) offsets[groupOf[position]! + 1]!++
  }
  addUp(offsets)
  const next = offsets.slice(0, count)
  const members = new Uint32Array(offsets[count]!)
  for (let position = 0; position < groupOf.length; position++) {
    if (groupOf[position] !== NONE) members[next[groupOf[position]!]!++] = position
  }
  return { offsets, members }
}
