import { splitByTime } from './evaluate.js'
import { type Fading, Recommender, type RecommendOptions } from './recommender.js'
import type { ScaleOptions } from './scale.js'
import { makeTastes, type TasteEvent } from './tastes.js'

/** What is tried: the last few items count, the last dozens, or all alike. */
const TRIED: readonly Fading[] = [
  { fade: 0.7, floor: 0.02 },
  { fade: 0.9, floor: 0.05 },
  { fade: 1, floor: 1 },
]

/** So many customers are asked at most: enough to tell the three apart where they differ. */
const MOST_CUSTOMERS = 1000
const KEPT_BACK = 2
const LISTED = 10

/**
 * Finds out how fast the past fades: films are watched in moods, tools are bought once and for all. The last two events of
 * each customer are kept back, and the fading counts that would have recommended most of those that were liked. Nothing is
 * chosen where events have no times, or where recommendations do not go by items.
 *
 * @example new Recommender(makeTastes(events), chooseFading(events))
 */
export function chooseFading(
  events: readonly TasteEvent[],
  scaleOptions: ScaleOptions = {},
  options: RecommendOptions = {},
): Partial<Fading> {
  if ((options.by ?? 'items') !== 'items' || events.some(({ time }) => time === undefined)) return {}
  const { learn, kept } = splitByTime(events, { last: KEPT_BACK })
  if (kept.size === 0) return {}
  const tastes = makeTastes(learn, scaleOptions)
  const { likedFrom } = tastes.scale
  const recommender = new Recommender(tastes, options)
  const numbers = new Map(tastes.customers.map((name, number) => [name, number]))
  const step = Math.ceil(kept.size / MOST_CUSTOMERS)
  const asked = [...kept].filter((_, i) => i % step === 0)
  const hits = TRIED.map((fading) => {
    let count = 0
    for (const [customer, last] of asked) {
      const list = recommender.recommendNumbers(numbers.get(customer)!, LISTED, fading)
      const names = new Set(Array.from(list, (item) => tastes.items[item]!))
      count += last.filter(
        ({ item, rating }) => names.has(item) && (rating === undefined || rating >= likedFrom),
      ).length
    }
    return count
  })
  return TRIED[hits.indexOf(Math.max(...hits))]!
}
