import { foundProbability } from '../band/found-probability.js'
import { type Plan, similarityIn } from '../model/plan.js'
import { minJaccard } from '../model/similarity.js'
import { knownAmong, knownInBuckets, largeAt } from './known-oversized.js'
import type { SampleStatistics } from './sample-statistics.js'

/** Pairs that reach the threshold, of those that are compared. */
export interface ExpectedPairs {
  /** Listed: all but those of two oversized documents, of which only connecting ones are. */
  readonly pairs: number
  /** Compared and left out. */
  readonly omitted: number
}

/** The pairs that a run by this plan finds. */
export function expectPairs(plan: Plan, statistics: SampleStatistics): ExpectedPairs {
  const { histogram, oversized, largeBuckets, prefixes } = statistics
  const { threshold } = plan
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
  // What is in large buckets is counted anew: one figure less the other would be mostly error where nearly all is oversized.
  const others = oversized.otherPairs / (oversized.pairs + oversized.otherPairs)
  const { comparedShare } =
    plan.method === 'bands'
      ? knownInBuckets(large, minJaccard(similarityIn(plan), threshold), statistics)
      : knownAmong(prefixes?.postingPairs ?? 0, statistics)
  return {
    pairs: Math.max(0, pairs - inLarge) + inLarge * others + oversized.documents,
    omitted: Math.max(0, inLarge * (comparedShare - others) - oversized.documents),
  }
}

/** The part of [from, to) that lies above a limit. */
export function shareAbove(limit: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (to - limit) / (to - from)))
}
