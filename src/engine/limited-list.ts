import type { LimitedList } from '../audit/listed-recall.js'
import { foundProbability } from '../band/found-probability.js'
import type { Plan } from '../model/plan.js'
import type { OmittedPairs } from '../model/report.js'
import { groupLimit } from './list-pairs.js'

/** What an audit needs to know about the pairs that a run with this plan omitted. */
export function limitedList(plan: Plan, omitted: OmittedPairs): LimitedList {
  return { maxGroup: groupLimit(plan.maxGroup), omitted, guaranteed: guaranteedRecall(plan) }
}

/** The probability that a pair exactly at the threshold is found. */
export function guaranteedRecall(plan: Plan): number {
  return foundProbability(plan.threshold, plan)
}
