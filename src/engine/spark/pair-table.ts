import { countBelow } from '../../model/count-below.js'
import { type PairBatch, sortPairs } from '../../model/pair.js'

/** Returns a function that finds the similarity of a pair, which must be one of these. */
export function similaritiesOf(pairs: PairBatch): (a: number, b: number) => number {
  const sorted = sortPairs(pairs)
  return (a, b) => {
    const [start, end] = [countBelow(sorted.a, a), countBelow(sorted.a, a + 1)]
    return sorted.similarity[start + countBelow(sorted.b.subarray(start, end), b)]!
  }
}
