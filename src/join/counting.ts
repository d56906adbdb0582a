import { type PairBatch, PairBuilder, sortPairs } from '../model/pair.js'
import { type SetCollection, sizeAt } from '../model/set-collection.js'
import { isSymmetric, reportedSimilarity, similarityReaches } from '../model/similarity.js'
import { checkJoinSets, type JoinSetsOptions } from './fast/join-sets.js'
import { visitOverlaps } from './overlap.js'

/**
 * The pairs of `joinSets`, found by walking the list of sets of every element and counting what each two sets share. It has no filter and
 * no merge: the fastest way if a small overlap is enough and many pairs have it (docs/decisions/exact-joins.md), and a slow one if only
 * few of the pairs that share an element are wanted.
 *
 * @example joinByCounting(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 2, similarity: 'overlap' }) // (0, 1), 2
 */
export function joinByCounting(sets: SetCollection, options: JoinSetsOptions): PairBatch {
  const { threshold, similarity } = checkJoinSets(options)
  const pairs = new PairBuilder()
  const add = (a: number, b: number, shared: number) => {
    const [sizeA, sizeB] = [sizeAt(sets, a), sizeAt(sets, b)]
    if (similarityReaches(similarity, shared, sizeA, sizeB, threshold))
      pairs.add(a, b, reportedSimilarity(similarity, shared, sizeA, sizeB, threshold))
  }
  const isDirected = !isSymmetric(similarity)
  const minShared = similarity === 'overlap' ? threshold : 1
  visitOverlaps(sets, { minShared, maxSets: Math.max(1, sets.count) }, (a, b, shared) => {
    add(a, b, shared)
    if (isDirected) add(b, a, shared)
  })
  return sortPairs(pairs.pairs())
}
