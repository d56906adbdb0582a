import type { OnProgress } from '../../model/on-progress.js'
import { itemCosine, type ListItems, mostPopular } from './baselines.js'
import { chooseFading } from './choose-fading.js'
import { byNames, countHits, type Hits, splitByTime } from './evaluate.js'
import { Recommender, type RecommendOptions } from './recommender.js'
import type { ScaleOptions } from './scale.js'
import { makeTastes, type TasteEvent } from './tastes.js'

/** What one way of recommending reached. */
export interface Measured {
  readonly name: 'likewise' | 'item–item cosine' | 'most popular'
  /** Leave-last-out: the last event of each customer was kept back. */
  readonly last: Hits
  /** The last fifth of the events of each customer was kept back. */
  readonly fifth: Hits
}

/**
 * Measures a recommender on the caller's own events, beside the most popular items and item–item cosine (100 neighbours)
 * on the same sets. A hit is an item that the customer liked, as the scale has it. Unless it is given, the fading is chosen
 * on what is left to learn from.
 */
export function measureRecommender(
  events: readonly TasteEvent[],
  scaleOptions: ScaleOptions = {},
  options: RecommendOptions = {},
  most = 10,
  onProgress: OnProgress = () => {},
): Measured[] {
  let asked = 0
  const [last, fifth] = [{ last: 1 }, { share: 0.2 }].map((holdout) => {
    const split = splitByTime(events, holdout)
    const tastes = makeTastes(split.learn, scaleOptions)
    const { likedFrom } = tastes.scale
    const isLiked = ({ rating }: TasteEvent) => rating === undefined || rating >= likedFrom
    const recommender = new Recommender(tastes, {
      ...chooseFading(split.learn, scaleOptions, options),
      ...options,
    })
    const lists: readonly ListItems[] = [
      (customer, count) => recommender.recommendNumbers(customer, count),
      itemCosine(tastes, 100),
      mostPopular(tastes),
    ]
    return lists.map((list) => {
      const names = byNames(tastes, list)
      const counted = (customer: string, count: number) => {
        onProgress('evaluating', asked++, 2 * lists.length * split.kept.size)
        return names(customer, count)
      }
      return countHits(split, counted, most, isLiked)
    })
  }) as [Hits[], Hits[]]
  const names = ['likewise', 'item–item cosine', 'most popular'] as const
  return names.map((name, i) => ({ name, last: last[i]!, fifth: fifth[i]! }))
}
