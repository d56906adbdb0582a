import { Random } from '../../hash/random.js'
import { type Candidates, PairBuilder } from '../../model/pair.js'

const RANDOM_PAIRS = 30_000

/** Pairs of different records, one from each table if there are two: chosen at random, or all if there are few. */
export function randomPairs(records: number, split: number | undefined, seed: number): Candidates {
  const pairs = new PairBuilder()
  const [left, right] = [split ?? records, split ?? 0]
  if (left * (records - right) <= RANDOM_PAIRS) {
    for (let a = 0; a < left; a++) {
      for (let b = split ?? a + 1; b < records; b++) pairs.add(a, b)
    }
    return pairs.candidates()
  }
  const random = new Random(seed)
  while (pairs.count < RANDOM_PAIRS) {
    const [one, other] = [random.below(left), right + random.below(records - right)]
    if (one !== other) pairs.add(Math.min(one, other), Math.max(one, other))
  }
  return pairs.candidates()
}
