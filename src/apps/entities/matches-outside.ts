import { type EvidenceInput, sizesOf } from './evidence.js'
import { pairKey } from './pair-key.js'

/** Fewer matches among random pairs are not enough for an estimate. */
const MIN_OUTSIDE = 3

/** The expected number of matches among all pairs that are not candidates, estimated from random pairs. */
export function matchesOutside(
  { candidates, random, ...sizes }: EvidenceInput,
  strengths: Float64Array,
): number {
  const known = new Set(Array.from(candidates.a, (a, i) => pairKey(a, candidates.b[i]!)))
  let sum = 0
  for (let i = 0; i < random.count; i++) {
    if (!known.has(pairKey(random.a[i]!, random.b[i]!))) sum += 1 / (1 + 2 ** -strengths[i]!)
  }
  return sum < MIN_OUTSIDE ? 0 : (sum * sizesOf(sizes).allPairs) / random.count
}
