import { HubIndex } from '../../join/hub-index.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { collectSortedSets, type SetCollection, setAt } from '../../model/set-collection.js'
import { groupLimit } from '../list-pairs.js'
import { HubComparison } from '../oversized/hub-comparison.js'
import { type HubRound, hubRounds } from '../oversized/hub-rounds.js'
import { areTooMany, mayHaveOversized, pairsOfBucket, sharedBuckets } from '../oversized/large-buckets.js'
import { NONE_OVERSIZED, type Oversized, OversizedDocuments } from '../oversized/oversized-documents.js'

/**
 * Finds the sets that have more similar ones than the limit for groups, if large buckets have very many pairs.
 *
 * @param large the members of each large bucket
 * @param copiesOf the number of identical documents that each set represents
 * @param boundary the first set of the second side, if only pairs across it count
 */
export function findOversized(
  collection: SetCollection,
  plan: Plan,
  large: readonly Uint32Array[],
  copiesOf: (set: number) => number,
  boundary: number | undefined,
): Oversized {
  const repeats = sharedBuckets(plan)
  const pairs = large.reduce((sum, members) => sum + pairsOfBucket(members, boundary), 0)
  if (!mayHaveOversized(collection.count, plan) || !areTooMany(pairs, repeats)) return NONE_OVERSIZED
  const found = new OversizedDocuments(collection.count)
  const weights = new Uint32Array(collection.count)
  const setOf = (set: number) => setAt(collection, set)
  const comparison = { similarity: similarityIn(plan), threshold: plan.threshold }
  const compare = ({ hubs, draws, from, to }: HubRound) => {
    const index = new HubIndex(collectSortedSets(hubs.map(({ position }) => setOf(position))), comparison)
    const compared = new HubComparison(hubs, draws, groupLimit(plan.maxGroup))
    for (let set = from; set < to; set++) if (weights[set] !== 0) compared.compare(index, set, setOf(set))
    return compared.result()
  }
  const rounds = hubRounds({ buckets: () => large, repeats, boundary, copiesOf }, found, weights)
  for (let step = rounds.next(); step.done !== true; ) step = rounds.next([compare(step.value)])
  return found.connect(setOf, comparison, boundary)
}
