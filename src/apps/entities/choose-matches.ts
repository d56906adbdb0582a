import { assignOneToOne } from '../../cluster/assign.js'
import { type Candidates, type PairBatch, PairBuilder } from '../../model/pair.js'
import { chainedProbabilities } from './chained-odds.js'
import {
  type ClusteredPairs,
  closingPairs,
  joined,
  pairsInClusters,
  pairsOfClusters,
  reaching,
  strengthOf,
  uncomparedPairs,
} from './choose-pairs.js'
import { clusterByOdds, MAX_BITS } from './cluster-by-odds.js'
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
  if (split === undefined) {
    const cluster = score === 'evidence' ? clusteredByEvidence : clusteredByPoints
    return cluster(records, found, scored, threshold)
  }
  const { probabilities, strengths, shares } = scored
  const scores = score === 'evidence' ? probabilities : shares
  const reached = reaching(found, scores, threshold)
  if (!oneToOne && !(scored.isOneToOne && threshold >= LIKELY)) return { pairs: reached }
  const ranks = (score === 'evidence' ? strengths : shares).filter((_, i) => scores[i]! >= threshold)
  return { pairs: assignOneToOne(records, reached, ranks) }
}

function clusteredByEvidence(
  records: number,
  found: Candidates,
  { strengths, score }: ScoredCandidates,
  threshold: number,
): ClusteredPairs {
  const closing = closingPairs(records, found, strengths)
  const all = withMore(strengths, score(closing))
  return pairsOfClusters(records, joined(found, closing), all, threshold)
}

/** A pair with exactly the score of the threshold, such as the one that sets the default, reaches it. */
const EQUAL = 1e-9

/** Clusters are formed at most this many times to find the pairs that decide them. */
const ROUNDS = 5

/**
 * Like `clusteredByEvidence`, with the odds that the share of points would be as a probability. The pairs keep that share.
 * Most shares are only a few bits above the threshold, so pairs that were not compared must not decide: those of clusters that
 * would merge without them are compared, at most as many as there are candidates. Beyond that, one counts as much against a
 * cluster as a typical pair above the threshold counts for it.
 */
function clusteredByPoints(
  records: number,
  found: Candidates,
  { strengths, shares, score, sharesOf }: ScoredCandidates,
  threshold: number,
): ClusteredPairs {
  const minStrength = strengthOf(threshold)
  const beyond = (own: Float64Array) => own.map((share) => strengthOf(share) + EQUAL - minStrength)
  const ofFound = beyond(shares)
  const closing = closingPairs(records, found, ofFound)
  let [compared, bits] = [joined(found, closing), withMore(ofFound, beyond(sharesOf(closing)))]
  const max = compared.count + found.count
  for (let round = 0; round < ROUNDS; round++) {
    const merged = clusterByOdds(records, compared, bits, 0)
    const more = uncomparedPairs(merged, compared, max - compared.count)
    if (more.count === 0) break
    compared = joined(compared, more)
    bits = withMore(bits, beyond(sharesOf(more)))
  }
  const clusters = clusterByOdds(records, compared, bits, typicalBits(ofFound))
  const pairs = pairsInClusters(clusters, () => 0)
  const further = {
    count: compared.count - found.count,
    a: compared.a.slice(found.count),
    b: compared.b.slice(found.count),
  }
  return {
    pairs: { ...pairs, similarity: sharesOf(pairs) },
    probabilityOf: chainedProbabilities(clusters, compared, withMore(strengths, score(further))),
  }
}

/** The median of the bits above the threshold, without pairs that just reach it, and no more than a compared pair can count. */
function typicalBits(values: Float64Array): number {
  const above = values.filter((value) => value > 2 * EQUAL).sort()
  return Math.min(MAX_BITS, above[above.length >> 1] ?? EQUAL)
}

function withMore(values: Float64Array, more: Float64Array): Float64Array {
  const all = new Float64Array(values.length + more.length)
  all.set(values)
  all.set(more, values.length)
  return all
}

/**
 * Pairs that were chosen by another score, with their probabilities instead of it.
 *
 * @param probabilityOf the probability of a pair, given the clusters; default: that of each candidate
 */
export function byProbability(
  pairs: PairBatch,
  found: Candidates,
  probabilities: Float64Array,
  probabilityOf?: (a: number, b: number) => number,
): PairBatch {
  const known = new Map<number, number>()
  for (let i = 0; i < found.count; i++) known.set(pairKey(found.a[i]!, found.b[i]!), probabilities[i]!)
  const chosen = probabilityOf ?? ((a: number, b: number) => known.get(pairKey(a, b)) ?? 0)
  return { ...pairs, similarity: Float64Array.from(pairs.a, (a, i) => chosen(a, pairs.b[i]!)) }
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
