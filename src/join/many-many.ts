import { countUp } from '../model/count-up.js'
import { type PairBatch, PairBuilder, sortPairs } from '../model/pair.js'
import { type SetCollection, setAt, sizeAt } from '../model/set-collection.js'
import {
  checkSimilarityIndexOptions,
  type SimilarityIndexOptions,
  type SimilarityJoinOptions,
} from './join-options.js'
import type { SimilarityIndex } from './similarity-index.js'

/**
 * Solves the many–many problem with an index for the many–one problem: all pairs of the collection that reach the threshold, each once,
 * sorted by (a, b). For Jaccard a < b; for containment a is contained in b, and a > b is possible.
 *
 * Every order of the elements gives the same pairs; `applyOrder` with rare elements first is faster.
 */
export function joinThroughIndex(
  collection: SetCollection,
  options: SimilarityJoinOptions,
  makeIndex: (options: SimilarityIndexOptions) => SimilarityIndex,
): PairBatch {
  const { threshold, measure } = checkSimilarityIndexOptions(options)
  if (measure === 'jaccard') return joinSymmetric(collection, makeIndex({ threshold }))
  return joinDirected(collection, makeIndex({ threshold, measure, direction: 'indexed-in-probe' }))
}

/**
 * Calls `visit` once for every pair a < b that the filter of an empty Jaccard index leaves to compare, without comparing it, for callers
 * that verify elsewhere. The collection is added to the index in the process.
 */
export function visitCandidatesThroughIndex(
  collection: SetCollection,
  index: SimilarityIndex,
  visit: (a: number, b: number) => void,
): void {
  for (const current of byRisingLength(collection)) {
    const set = setAt(collection, current)
    for (const other of index.candidates(set)) visit(Math.min(other, current), Math.max(other, current))
    index.add(current, set)
  }
}

/** As in Mining of Massive Datasets, 3.9: by ascending length, each set first searches the index for matches and is then added to it. */
function joinSymmetric(collection: SetCollection, index: SimilarityIndex): PairBatch {
  const pairs = new PairBuilder()
  for (const current of byRisingLength(collection)) {
    const set = setAt(collection, current)
    const { count, ids, similarity } = index.probe(set)
    for (let k = 0; k < count; k++) {
      const other = ids[k]!
      pairs.add(Math.min(other, current), Math.max(other, current), similarity[k]!)
    }
    index.add(current, set)
  }
  return sortPairs(pairs.pairs())
}

/**
 * A set can be contained in a shorter or a longer one, so all are added to the index before the first search. The index holds the sets to
 * be contained, because they have to be indexed only by their prefixes.
 */
function joinDirected(collection: SetCollection, index: SimilarityIndex): PairBatch {
  for (let a = 0; a < collection.count; a++) index.add(a, setAt(collection, a))
  const pairs = new PairBuilder()
  for (let b = 0; b < collection.count; b++) {
    const { count, ids, similarity } = index.probe(setAt(collection, b))
    for (let k = 0; k < count; k++) {
      if (ids[k] !== b) pairs.add(ids[k]!, b, similarity[k]!)
    }
  }
  return sortPairs(pairs.pairs())
}

function byRisingLength(collection: SetCollection): Uint32Array {
  const order = countUp(collection.count)
  return order.sort((x, y) => sizeAt(collection, x) - sizeAt(collection, y) || x - y)
}
