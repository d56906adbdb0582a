import type { Document } from '../model/document.js'
import type { PairBatch } from '../model/pair.js'
import { makeAdjacency } from './adjacency.js'
import type { SurvivorPolicy } from './survivor-policy.js'
import { chosenBy } from './survivors.js'

type ChoosingFunction<Input extends Document> = Extract<SurvivorPolicy<Input>, (...args: never) => unknown>

/**
 * Orders the documents of a group by a function: it chooses one; documents similar or equal to that one are set aside; it chooses among the
 * rest, and so on. Those set aside come last.
 *
 * @param firstOf for each position, the first document that is equal to it
 * @param pairs verified pairs between these first documents
 */
export function chooseInTurn<Input extends Document>(
  choose: ChoosingFunction<Input>,
  documents: readonly Input[],
  firstOf: Uint32Array,
  pairs: PairBatch,
  isDirected = false,
): (members: Uint32Array) => Uint32Array {
  const { offsets, neighbors } = makeAdjacency(firstOf.length, pairs, isDirected)
  const isSetAside = new Uint8Array(firstOf.length)
  return (members) => {
    const chosen = new Set<number>()
    let left = Array.from(members)
    while (left.length > 0) {
      const best = chosenBy(choose, left, documents)
      const first = firstOf[best]!
      chosen.add(best)
      isSetAside[first] = 1
      for (let i = offsets[first]!; i < offsets[first + 1]!; i++) isSetAside[neighbors[i]!] = 1
      left = left.filter((member) => isSetAside[firstOf[member]!] === 0)
    }
    return Uint32Array.from([...chosen, ...members.filter((member) => !chosen.has(member))])
  }
}
