import { visitCandidatesThroughIndex } from '../../join/many-many.js'
import { applyOrder, orderByFrequency } from '../../join/order.js'
import { PositionIndex } from '../../join/position.js'
import { PairBuilder } from '../../model/pair.js'
import { collectSortedSets } from '../../model/set-collection.js'
import type { CandidateList } from './candidates.js'
import type { Sets } from './tasks.js'

/** The candidates of an exact join of the distinct documents, for recall 1; by position, in the order of a, then b. */
export function exactCandidates(
  distinct: Uint32Array,
  { places, sizes, elements }: Sets,
  threshold: number,
): CandidateList {
  const sets = Array.from(distinct, (document) =>
    elements.subarray(places[document]!, places[document]! + sizes[document]!),
  )
  const collection = collectSortedSets(sets)
  const ordered = applyOrder(collection, orderByFrequency(collection))
  const found = new PairBuilder()
  visitCandidatesThroughIndex(ordered, new PositionIndex({ threshold }), (a, b) => found.add(a, b))
  const { a, b } = found.candidates()
  const order = Uint32Array.from(a, (_, i) => i).sort((i, j) => a[i]! - a[j]! || b[i]! - b[j]!)
  return { a: order.map((i) => distinct[a[i]!]!), b: order.map((i) => distinct[b[i]!]!) }
}
