import { RecallEstimate } from '../audit/recall-estimate.js'
import type { PairBatch } from '../model/pair.js'
import { type Plan, similarityIn } from '../model/plan.js'
import type { OmittedPairs, ReportedRecall } from '../model/report.js'
import { jaccardOf } from '../model/similarity.js'
import { guaranteedRecall } from './limited-list.js'

/** What the estimate needs to know about the listed pairs. */
interface ListedPairsOfRun {
  /** The listed pairs, by position. */
  readonly pairs: Iterable<PairBatch>
  readonly omitted: OmittedPairs
  /** Whether a pair was searched for exactly, although bands were used. */
  readonly isCertain: (a: number, b: number) => boolean
  /** The set sizes of the two documents of a pair, if its Jaccard similarity depends on them. */
  readonly sizesOf: (a: number, b: number) => readonly [number, number] | undefined
}

/** The recall, as far as it is known without an audit: estimated from the pairs. Omitted pairs count as found. */
export function reportedRecall(plan: Plan, listed: ListedPairsOfRun): ReportedRecall {
  const { pairs, omitted, isCertain, sizesOf } = listed
  const measure = similarityIn(plan)
  const estimate = new RecallEstimate(plan)
  let total = 0
  // Many pairs in a row may have the same similarity, such as those of copies.
  let [last, times] = [Number.NaN, 0]
  for (const { count, a, b, similarity } of pairs) {
    total += count
    for (let i = 0; i < count; i++) {
      if (isCertain(a[i]!, b[i]!)) {
        estimate.addCertain(1)
        continue
      }
      const sizes = sizesOf(a[i]!, b[i]!)
      if (sizes !== undefined) estimate.add(similarity[i]!, 1, jaccardOf(measure, similarity[i]!, ...sizes))
      else if (similarity[i] === last) times++
      else {
        if (times > 0) estimate.add(last, times)
        ;[last, times] = [similarity[i]!, 1]
      }
    }
  }
  if (times > 0) estimate.add(last, times)
  estimate.addCertain(omitted.count)
  const { estimated } = estimate
  const share = omitted.count === 0 ? 1 : total / (total + omitted.count)
  return {
    requested: plan.recall,
    guaranteed: guaranteedRecall(plan),
    estimated: estimated * share,
    inClusters: { estimated },
  }
}
