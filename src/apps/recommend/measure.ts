import type { OnProgress } from '../../model/on-progress.js'
import { BASELINES, type BaselineName, chooseBaseline } from './baselines/choose-baseline.js'
import type { ListItems } from './baselines/list-items.js'
import { askedOf, chooseTreatment } from './choose-treatment.js'
import { countHits, type Gain, type Hits } from './evaluate.js'
import { type Events, gatherHistories } from './histories.js'
import { makePreferences } from './preferences.js'
import { Recommender, type RecommendOptions } from './recommender.js'
import type { ScaleOptions } from './scale.js'
import { splitByTime } from './split.js'

/** What one way of recommending reached. */
export interface Evaluation {
  readonly name: 'likewise' | BaselineName
  /** Leave-last-out: the last event of each customer was kept back. */
  readonly lastItem: Hits
  /** The last fifth of the events of each customer was kept back. */
  readonly lastFifth: Hits
}

/** So many customers are asked at most. */
const MAX_ASKED = 1000

/**
 * Measures a recommender on the caller's own events, beside strong baselines in the same evaluation: EASE, ALS, item–item
 * cosine with fading, and the most popular items. A hit is an item that the customer liked, as the scale has it. Whatever is
 * not given, the settings of the baselines among it, is chosen on what is left to learn from.
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
    const asked = askedOf(split, MAX_ASKED)
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
      return countHits(split, make(), limit, isLiked, asked)
    })
  }) as [Hits[], Hits[]]
  const names = ['likewise', ...BASELINES] as const
  return names.map((name, i) => ({ name, lastItem: lastItem[i]!, lastFifth: lastFifth[i]! }))
}
