import { foundProbability } from '../band/found-probability.js'
import { type Plan, similarityIn } from '../model/plan.js'
import { minJaccard } from '../model/similarity.js'
import { knownExactly, knownInBuckets, largeAt } from './known-oversized.js'
import type { SampleStatistics } from './sample-statistics.js'

/** The compared pairs that reach the threshold. */
export interface ExpectedPairs {
  /** Listed pairs: all except those of two oversized documents, of which only connecting ones are listed. */
  readonly pairs: number
  /** Compared but omitted. */
  readonly omitted: number
}

/** The pairs that a run with this plan finds. */
export function expectPairs(plan: Plan, statistics: SampleStatistics): ExpectedPairs {
  const { histogram, oversized, largeBuckets, prefixes } = statistics
  const { threshold } = plan
  if (histogram.length === 0)
    return { pairs: prefixes?.threshold === threshold ? prefixes.pairs : 0, omitted: 0 }
  const large = plan.method === 'bands' ? largeAt(plan, statistics) : undefined
  const level = large === undefined ? -1 : largeBuckets.indexOf(large)
  let [pairs, inLarge] = [0, 0]
  for (const bin of histogram) {
    const above = shareAbove(threshold, bin.from, bin.to)
    const found = foundProbability(Math.max(bin.mean, threshold), plan)
    const both = bin.inLargeBuckets?.[level] ?? 0
    pairs += (bin.pairs - both) * above * found + both * above
    inLarge += (bin.inAnyLargeBucket ?? 0) * above
  }
  if (oversized === undefined || oversized.pairs === 0) return { pairs, omitted: 0 }
  // Pairs in large buckets are counted separately: the difference of two figures would be mostly error if nearly all are oversized.
  const others = oversized.otherPairs / (oversized.pairs + oversized.otherPairs)
  const { comparedShare } =
    plan.method === 'bands'
      ? knownInBuckets(large, minJaccard(similarityIn(plan), threshold), statistics)
      : knownExactly(statistics)
  return {
    pairs: Math.max(0, pairs - inLarge) + inLarge * others + oversized.documents,
    omitted: Math.max(0, inLarge * (comparedShare - others) - oversized.documents),
  }
}

/** The share of [from, to) that is above a limit. */
export function shareAbove(limit: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (to - limit) / (to - from)))
}
