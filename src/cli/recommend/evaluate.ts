import type { Histories } from '../../apps/recommend/histories.js'
import { type Evaluation, evaluateRecommender } from '../../apps/recommend/measure.js'
import type { RecommendOptions } from '../../apps/recommend/recommend-options.js'
import type { OnProgress } from '../../model/on-progress.js'
import { asUsage, UsageError } from '../usage-error.js'
import { type RecommendPlan, SCALE_FLAGS } from './plan-recommend.js'

/** The number of recommendations among which a hit counts. */
const MEASURED_AMONG = 10

/** Evaluates the recommendations. Throws `UsageError` if there is nothing to hold out, or nothing that counts as a hit. */
export function evaluate(
  { scale }: RecommendPlan,
  histories: Histories,
  options: RecommendOptions,
  onProgress: OnProgress,
): Evaluation[] {
  checkHistories(histories)
  const measured = asUsage(
    () => evaluateRecommender(histories, scale, options, MEASURED_AMONG, onProgress),
    SCALE_FLAGS,
  )
  if (measured.every(({ lastItem, lastFifth }) => lastItem.customers + lastFifth.customers === 0)) {
    throw nothingToEvaluate(
      'no customer liked any of the last items',
      'decrease --liked-from, or leave out --evaluate',
    )
  }
  return measured
}

/** Rejects histories in which nothing can be held out, before anything is compared. */
function checkHistories({ customers, offsets }: Histories): void {
  if (customers.length === 1)
    throw nothingToEvaluate('there is only one customer', 'check --user, or leave out --evaluate')
  if (customers.every((_, customer) => offsets[customer + 1]! - offsets[customer]! < 2)) {
    throw nothingToEvaluate(
      'no customer has two different items, one to learn from and one to predict',
      'check --user and --item, or leave out --evaluate',
    )
  }
}

function nothingToEvaluate(reason: string, hint: string): UsageError {
  return new UsageError(`--evaluate has nothing to evaluate: ${reason}`, hint)
}
