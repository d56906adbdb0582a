import { type PairBatch, PairBuilder } from '../model/pair.js'
import { type SetCollection, setAt } from '../model/set-collection.js'
import { reaches } from '../model/threshold.js'
import { checkSimilarityIndexOptions, type SimilarityJoinOptions } from './join-options.js'

/**
 * All pairs that reach the threshold, sorted by (a, b), found by comparing every set with every other. It is the oracle for testing the
 * filters, so it shares no code with them. For Jaccard a < b; for containment a is contained in b.
 *
 * @example joinEveryPair(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // (0, 1), 2/3
 */
export function joinEveryPair(collection: SetCollection, options: SimilarityJoinOptions): PairBatch {
  const { threshold, measure } = checkSimilarityIndexOptions(options)
  const pairs = new PairBuilder()
  for (let a = 0; a < collection.count; a++) {
    const setA = new Set(setAt(collection, a))
    for (let b = measure === 'jaccard' ? a + 1 : 0; b < collection.count; b++) {
      if (a === b) continue
      const setB = setAt(collection, b)
      const overlap = setB.reduce((sum, element) => sum + (setA.has(element) ? 1 : 0), 0)
      const whole = measure === 'jaccard' ? setA.size + setB.length - overlap : setA.size
      if (overlap > 0 && reaches(overlap, whole, threshold)) pairs.add(a, b, overlap / whole)
    }
  }
  return pairs.pairs()
}
