import type { OnProgress } from '../../model/on-progress.js'
import { askedOf, chooseTreatment } from './choose-treatment.js'
import { countHits, type Gain, type Hits } from './evaluate.js'
import { type Events, gatherHistories } from './histories.js'
import { chooseOpponent, OPPONENTS, type OpponentName } from './opponents/choose-opponent.js'
import type { ListItems } from './opponents/list-items.js'
import { Recommender, type RecommendOptions } from './recommender.js'
import type { ScaleOptions } from './scale.js'
import { splitByTime } from './split.js'
import { makeTastes } from './tastes.js'

/** What one way of recommending reached. */
export interface Measured {
  readonly name: 'likewise' | OpponentName
  /** Leave-last-out: the last event of each customer was kept back. */
  readonly last: Hits
  /** The last fifth of the events of each customer was kept back. */
  readonly fifth: Hits
}

/** So many customers are asked at most. */
const MOST_ASKED = 1000

/**
 * Measures a recommender on the caller's own events, beside strong opponents in the same evaluation: EASE, ALS, item–item
 * cosine with fading, and the most popular items. A hit is an item that the customer liked, as the scale has it. Whatever is
 * not given, the settings of the opponents among it, is chosen on what is left to learn from.
 */
export function measureRecommender(
  events: Events,
  scaleOptions: ScaleOptions = {},
  options: RecommendOptions = {},
  most = 10,
  onProgress: OnProgress = () => {},
): Measured[] {
  const histories = gatherHistories(events)
  let done = 0
  const [last, fifth] = [{ last: 1 }, { share: 0.2 }].map((holdout) => {
    const split = splitByTime(histories, holdout)
    const asked = askedOf(split, MOST_ASKED)
    const { scale, fading } = chooseTreatment(split.learn, scaleOptions, options)
    const recommender = new Recommender(makeTastes(split.learn, scale), { ...fading, ...options })
    const { likedFrom } = recommender.tastes.scale
    const isLiked: Gain = (rating) => (Number.isNaN(rating) || rating >= likedFrom ? 1 : 0)
    const makers: readonly (() => ListItems)[] = [
      () => (customer, count) => recommender.recommendNumbers(customer, count),
      ...OPPONENTS.map((name) => () => chooseOpponent(name, split.learn, scaleOptions)),
    ]
    return makers.map((make) => {
      onProgress('evaluating', done++, 2 * makers.length)
      return countHits(split, make(), most, isLiked, asked)
    })
  }) as [Hits[], Hits[]]
  const names = ['likewise', ...OPPONENTS] as const
  return names.map((name, i) => ({ name, last: last[i]!, fifth: fifth[i]! }))
}
