import { RecallEstimate } from '../audit/recall-estimate.js'
import { NumberCounts } from '../model/number-counts.js'
import type { PairBatch } from '../model/pair.js'
import { type Plan, similarityIn } from '../model/plan.js'
import type { OmittedPairs, ReportedRecall } from '../model/report.js'
import { jaccardOf } from '../model/similarity.js'
import { guaranteedRecall } from './limited-list.js'

/** What the estimate needs to know about the listed pairs. */
interface ListedPairsOfRun {
  /** The listed pairs, by position. */
  readonly pairs: Iterable<PairBatch>
  /** The number of listed pairs. */
  readonly total: number
  readonly omitted: OmittedPairs
  /** Whether a pair was searched for exactly, although bands were used. */
  readonly isCertain: (a: number, b: number) => boolean
  /** The set sizes of the two documents of a pair, if its Jaccard similarity depends on them. */
  readonly sizesOf: (a: number, b: number) => readonly [number, number] | undefined
}

/** The recall, as far as it is known without an audit: estimated from the pairs. Omitted pairs count as found. */
export function reportedRecall(plan: Plan, listed: ListedPairsOfRun): ReportedRecall {
  const { total, omitted } = listed
  // An exact search finds every pair.
  const estimated = plan.method === 'exact' ? 1 : estimateFrom(plan, listed)
  const share = omitted.count === 0 ? 1 : total / (total + omitted.count)
  return {
    requested: plan.recall,
    guaranteed: guaranteedRecall(plan),
    estimated: estimated * share,
    inClusters: { estimated },
  }
}

function estimateFrom(plan: Plan, { pairs, omitted, isCertain, sizesOf }: ListedPairsOfRun): number {
  const measure = similarityIn(plan)
  const estimate = new RecallEstimate(plan)
  // Many pairs have the same similarity.
  const times = new NumberCounts()
  for (const { count, a, b, similarity } of pairs) {
    for (let i = 0; i < count; i++) {
      if (isCertain(a[i]!, b[i]!)) {
        estimate.addCertain(1)
        continue
      }
      const value = similarity[i]!
      const sizes = sizesOf(a[i]!, b[i]!)
      if (sizes === undefined) times.add(value)
      else estimate.add(value, 1, jaccardOf(measure, value, ...sizes))
    }
  }
  times.visit((similarity, count) => estimate.add(similarity, count))
  estimate.addCertain(omitted.count)
  return estimate.estimated
}
