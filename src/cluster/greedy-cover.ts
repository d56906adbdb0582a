// Documents are sorted by their rank in an order, and the pairs by the better rank of the two. When the pairs of a document arrive,
// everything before it has been decided, so one pass finds the centers and what joins them, and no pair stays in memory.

import { joinBatches, type PairBatch, PairBuilder, sortPairs } from '../model/pair.js'
import { NONE } from './grouping.js'

/** Returns pairs in the order of a, then b. */
export type SortPairs = (pairs: Iterable<PairBatch>) => Iterable<PairBatch>

/**
 * Visits the documents in a given order. A document that is similar to a center before it joins the first such center; any other becomes a
 * center itself.
 *
 * @param count number of documents
 * @param order positions, best first; at least those that have a pair
 * @param pairs verified pairs among them, each once, in any order
 * @param isDirected whether a may join b only, and not b a
 * @param onJoin called with each document that joins a center, and its similarity to it
 * @returns for each position its center: itself for a center that others joined, `NONE` where no other is involved
 */
export function coverGreedily(
  count: number,
  order: Uint32Array,
  pairs: Iterable<PairBatch>,
  sort: SortPairs = sortInMemory,
  onJoin: (document: number, similarity: number) => void = () => {},
  isDirected = false,
): Uint32Array {
  const centerOf = new Uint32Array(count).fill(NONE)
  for (const { count: length, a, b, similarity } of sort(byRank(count, order, pairs, isDirected))) {
    for (let i = 0; i < length; i++) {
      const center = order[a[i]!]!
      const other = order[b[i]!]!
      const isCenter = centerOf[center] === NONE || centerOf[center] === center
      if (!isCenter || centerOf[other] !== NONE) continue
      centerOf[center] = centerOf[other] = center
      onJoin(other, similarity[i]!)
    }
  }
  return centerOf
}

/** The pairs by their ranks in `order` instead of positions, the lower first. */
function* byRank(
  count: number,
  order: Uint32Array,
  pairs: Iterable<PairBatch>,
  isDirected: boolean,
): Generator<PairBatch, void> {
  const ranks = new Uint32Array(count)
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank
  for (const { count: length, a, b, similarity } of pairs) {
    const ranked = new PairBuilder()
    for (let i = 0; i < length; i++) {
      const one = ranks[a[i]!]!
      const other = ranks[b[i]!]!
      if (isDirected && one < other) continue
      ranked.add(Math.min(one, other), Math.max(one, other), similarity[i]!)
    }
    yield ranked.pairs()
  }
}

function sortInMemory(pairs: Iterable<PairBatch>): PairBatch[] {
  const batches = [...pairs]
  const count = batches.reduce((sum, batch) => sum + batch.count, 0)
  return [sortPairs(joinBatches(batches, count))]
}
