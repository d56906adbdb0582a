import type { OnProgress } from '../../model/on-progress.js'
import { BASELINES, type BaselineName, chooseBaseline } from './baselines/choose-baseline.js'
import type { ListItems } from './baselines/list-items.js'
import { chooseTreatment, sampleCustomers } from './choose-treatment.js'
import { countHits, type Gain, type Hits } from './evaluate.js'
import { type Events, gatherHistories } from './histories.js'
import { makePreferences } from './preferences.js'
import type { RecommendOptions } from './recommend-options.js'
import { Recommender } from './recommender.js'
import type { ScaleOptions } from './scale.js'
import { splitByTime } from './split.js'

/** The results of one recommender. */
export interface Evaluation {
  readonly name: 'likewise' | BaselineName
  /** Leave-last-out: the last event of each customer was held out. */
  readonly lastItem: Hits
  /** The last fifth of each customer's events was held out. */
  readonly lastFifth: Hits
}

/** The maximum number of customers evaluated. */
const MAX_EVALUATED = 1000

/**
 * Measures a recommender on the caller's own events, next to strong baselines in the same evaluation: EASE, ALS, item–item
 * cosine with fading, and the most popular items. A hit is an item that the customer liked, according to the scale. Settings
 * that are not given, including those of the baselines, are chosen on the training data.
 */
export function evaluateRecommender(
  events: Events,
  scaleOptions: ScaleOptions = {},
  options: RecommendOptions = {},
  limit = 10,
  onProgress: OnProgress = () => {},
): Evaluation[] {
  const histories = gatherHistories(events)
  let done = 0
  const [lastItem, lastFifth] = [{ last: 1 }, { share: 0.2 }].map((holdout) => {
    const split = splitByTime(histories, holdout)
    const evaluated = sampleCustomers(split, MAX_EVALUATED)
    const { scale, fading } = chooseTreatment(split.train, scaleOptions, options)
    const recommender = new Recommender(makePreferences(split.train, scale), { ...fading, ...options })
    const { likedFrom } = recommender.preferences.scale
    const isLiked: Gain = (rating) => (Number.isNaN(rating) || rating >= likedFrom ? 1 : 0)
    const makers: readonly (() => ListItems)[] = [
      () => (customer, count) => recommender.recommendNumbers(customer, count),
      ...BASELINES.map((name) => () => chooseBaseline(name, split.train, scaleOptions)),
    ]
    return makers.map((make) => {
      onProgress('evaluating', done++, 2 * makers.length)
      return countHits(split, make(), limit, isLiked, evaluated)
    })
  }) as [Hits[], Hits[]]
  const names = ['likewise', ...BASELINES] as const
  return names.map((name, i) => ({ name, lastItem: lastItem[i]!, lastFifth: lastFifth[i]! }))
}
