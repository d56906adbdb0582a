import { firstOfEachSet } from '../../join/identical.js'
import { collectSortedSets, type SetCollection, setAt, sizeAt } from '../../model/set-collection.js'

/** A collection without its repeats and its empty sets, and what each remaining set stands for. */
export interface DistinctSets {
  readonly collection: SetCollection
  /** For each distinct set the positions of its copies in the input, rising; the first is the original. */
  readonly copies: readonly (readonly number[])[]
  /** Number of empty sets. */
  readonly empty: number
}

/** Collapses identical sets, so that a text copied a thousand times is compared once. */
export function collapseIdentical(all: SetCollection): DistinctSets {
  const firsts = firstOfEachSet(all)
  const groups = new Map<number, number[]>()
  let empty = 0
  firsts.forEach((first, position) => {
    if (sizeAt(all, position) === 0) empty++
    else if (first === position) groups.set(position, [position])
    else groups.get(first)!.push(position)
  })
  const sets = Array.from(groups.keys(), (first) => setAt(all, first))
  return { collection: collectSortedSets(sets), copies: [...groups.values()], empty }
}
