import { visitCandidatesThroughIndex } from '../../join/many-many.js'
import { applyOrder, orderByFrequency } from '../../join/order.js'
import { PositionIndex } from '../../join/position.js'
import { collectSortedSets } from '../../model/set-collection.js'
import type { Block } from './blocks/block.js'
import { CandidateBuilder } from './candidates.js'
import { visitSets } from './sets-task.js'

/** The candidates of an exact join of all sets, for recall 1. */
export function exactCandidates(sets: readonly Block[], group: number, threshold: number): CandidateBuilder {
  const positions: number[] = []
  const all: Uint32Array[] = []
  visitSets(sets, group, (position, set) => {
    positions.push(position)
    all.push(set)
  })
  const collection = collectSortedSets(all)
  const ordered = applyOrder(collection, orderByFrequency(collection))
  const found = new CandidateBuilder()
  visitCandidatesThroughIndex(ordered, new PositionIndex({ threshold }), (a, b) =>
    found.add(positions[a]!, positions[b]!),
  )
  return found
}
