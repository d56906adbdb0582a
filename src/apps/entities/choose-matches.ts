import { assignOneToOne } from '../../cluster/assign.js'
import { type Candidates, type PairBatch, PairBuilder } from '../../model/pair.js'
import { type ClusteredPairs, closingPairs, joined, pairsOfClusters, reaching } from './choose-pairs.js'
import { FULL_POINTS } from './compare-values.js'
import { pairKey } from './pair-key.js'
import type { ScoredCandidates } from './score-candidates.js'

const CERTAIN = 0.99
/** The minimum probability of a match. */
export const LIKELY = 0.5

/** The pairs that are reported. */
export function chooseMatches(
  records: number,
  found: Candidates,
  scored: ScoredCandidates,
  {
    score,
    threshold,
    oneToOne,
    split,
  }: {
    readonly score: 'evidence' | 'points'
    readonly threshold: number
    readonly oneToOne: boolean
    readonly split: number | undefined
  },
): Partial<ClusteredPairs> & Pick<ClusteredPairs, 'pairs'> {
  const { probabilities, strengths, shares } = scored
  if (score === 'evidence' && split === undefined && threshold < 1) {
    const closing = closingPairs(records, found, strengths)
    const all = new Float64Array(found.count + closing.count)
    all.set(strengths)
    all.set(scored.score(closing), found.count)
    return pairsOfClusters(records, joined(found, closing), all, threshold)
  }
  const scores = score === 'evidence' ? probabilities : shares
  const reached = reaching(found, scores, threshold)
  if (!oneToOne && !(scored.isOneToOne && threshold >= LIKELY)) return { pairs: reached }
  const ranks = (score === 'evidence' ? strengths : shares).filter((_, i) => scores[i]! >= threshold)
  return { pairs: assignOneToOne(records, reached, ranks) }
}

/** Pairs that were chosen by another score, with their probabilities instead of it. */
export function byProbability(pairs: PairBatch, found: Candidates, probabilities: Float64Array): PairBatch {
  const known = new Map<number, number>()
  for (let i = 0; i < found.count; i++) known.set(pairKey(found.a[i]!, found.b[i]!), probabilities[i]!)
  return {
    ...pairs,
    similarity: Float64Array.from(pairs.a, (a, i) => known.get(pairKey(a, pairs.b[i]!)) ?? 0),
  }
}

/** Candidates that agree fully in every field that both records have (at least two) and score high: certain matches. */
export function equalPairs(
  found: Candidates,
  { probabilities, points, possible }: ScoredCandidates,
): Candidates {
  const pairs = new PairBuilder()
  for (let i = 0; i < found.count; i++) {
    const isEqual = possible[i]! >= 2 * FULL_POINTS && points[i] === possible[i]
    if (isEqual && probabilities[i]! >= CERTAIN) pairs.add(found.a[i]!, found.b[i]!)
  }
  return pairs.candidates()
}
