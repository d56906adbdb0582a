import { type BandLayout, candidateProbability } from '../band/s-curve.js'
import { bandThreshold, keptFrom, type Plan } from '../model/plan.js'
import { shareAbove } from './expected-pairs.js'
import { knownExactly, knownInBuckets, largeAt } from './known-oversized.js'
import type { LargeBucketStatistics } from './large-buckets.js'
import type { PrefixStatistics } from './prefix-statistics.js'
import type { SampleStatistics } from './sample-statistics.js'
import type { HistogramBin } from './similarity-histogram.js'

/** How documents are compared, according to a plan or a request. */
export type Compared = Pick<Plan, 'threshold' | 'similarity' | 'keepPairsFrom'>

/**
 * The number of pairs that an exact search compares. Two documents known to be oversized are not compared; each is connected to one other.
 */
export function prefixCandidates({ candidates }: PrefixStatistics, statistics: SampleStatistics): number {
  const { comparedShare, documents } = knownExactly(statistics)
  return candidates * comparedShare + documents
}

/** The number of pairs of distinct documents that bands of this layout compare. */
export function layoutCandidates(
  layout: BandLayout,
  compared: Compared,
  statistics: SampleStatistics,
): number {
  const large = largeAt(layout, statistics)
  let candidates = 0
  for (const bin of jaccardBins(statistics)) {
    const { byBands, exactly } = binCandidates(bin, layout, compared, large, statistics)
    candidates += byBands + exactly
  }
  return candidates + knownInBuckets(large, bandThreshold(compared), statistics).documents
}

/** The candidates of a bin: pairs that share a band, and for two documents in large buckets those that an exact join finds. */
function binCandidates(
  { pairs, mean, from, to, inLargeBuckets: inLevels, inAnyLargeBucket = 0 }: HistogramBin,
  layout: BandLayout,
  compared: Compared,
  large: LargeBucketStatistics | undefined,
  statistics: SampleStatistics,
) {
  const level = large === undefined ? -1 : statistics.largeBuckets.indexOf(large)
  const both = inLevels?.[level] ?? 0
  const { comparedShare } = knownInBuckets(large, bandThreshold(compared), statistics)
  // A level misses documents that happen to share no bucket; in the engine these are oversized like the others.
  const missedPairs = Math.max(0, inAnyLargeBucket - both) * comparedShare
  return {
    byBands:
      (Math.max(0, pairs - Math.max(both, inAnyLargeBucket)) + missedPairs) *
      candidateProbability(mean, layout),
    exactly: both * shareAbove(bandThreshold(compared), from, to) * comparedShare,
  }
}

/** Pairs by Jaccard similarity, which is what bands depend on. */
function jaccardBins({ histogram, jaccardHistogram }: SampleStatistics): readonly HistogramBin[] {
  return jaccardHistogram ?? histogram
}

/** The number of distinct documents in this many candidates or pairs, if these are distributed evenly. */
export function documentsIn(pairs: number, { documents, empty, identical }: SampleStatistics): number {
  const distinct = documents - empty - identical
  return distinct <= 0 ? 0 : distinct * -Math.expm1((-2 * pairs) / distinct)
}

/** In addition to the true pairs, an exact search compares some that are slightly below the threshold. */
export const EXACT_MARGIN = 0.1

/**
 * The expected candidates with their confidence limits: the number of sampled pairs has a Poisson distribution, and up to three similar
 * kinds of pairs may be missing from the sample.
 */
export function expectCandidates(plan: Plan, statistics: SampleStatistics) {
  const threshold = keptFrom(plan)
  if (plan.method === 'exact' && statistics.prefixes?.threshold === threshold) {
    return exactCandidates(statistics.prefixes, statistics)
  }
  const { histogram, sampled, documents } = statistics
  const large = plan.method === 'bands' ? largeAt(plan, statistics) : undefined
  const links = knownInBuckets(large, bandThreshold(plan), statistics).documents
  let candidates = 0
  let variance = 0
  for (const bin of plan.method === 'bands' ? jaccardBins(statistics) : histogram) {
    let expected = bin.pairs * shareAbove(threshold - EXACT_MARGIN, bin.from, bin.to)
    if (plan.method === 'bands') {
      const { byBands, exactly } = binCandidates(bin, plan, plan, large, statistics)
      expected = byBands + exactly
    }
    candidates += expected
    if (sampled < documents) variance += expected ** 2 / bin.sampledPairs
  }
  const factor = candidates === 0 ? 1 : Math.exp((1.96 * Math.sqrt(variance)) / candidates)
  return {
    candidates: candidates + links,
    low: candidates / factor + links,
    high: candidates * factor + links + unseenPairs(statistics),
  }
}

/** The candidates of the prefixes of the sample, with their limits in the same way: what is frequent varies from sample to sample. */
function exactCandidates(prefixes: PrefixStatistics, statistics: SampleStatistics) {
  const candidates = prefixCandidates(prefixes, statistics)
  const factor = prefixes.sampledPairs === 0 ? 1 : Math.exp(1.96 / Math.sqrt(prefixes.sampledPairs))
  return { candidates, low: candidates / factor, high: candidates * factor + unseenPairs(statistics) }
}

/** The pairs of three kinds that may be missing from the sample. */
function unseenPairs({ sampled, documents }: SampleStatistics): number {
  return sampled === 0 || sampled === documents ? 0 : 3 * (documents / sampled) ** 2
}
