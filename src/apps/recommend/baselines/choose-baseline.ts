import { gainOn, sampleCustomers, validationSplit } from '../choose-treatment.js'
import { countHits } from '../evaluate.js'
import { FADINGS } from '../fading.js'
import type { Histories } from '../histories.js'
import { makePreferences, type Preferences } from '../preferences.js'
import type { ScaleOptions } from '../scale.js'
import { als } from './als.js'
import { ease } from './ease.js'
import type { ListItems } from './list-items.js'
import { itemCosine, mostPopular } from './neighbors.js'

export type BaselineName = 'EASE' | 'ALS' | 'item–item cosine' | 'most popular'

type Make = (preferences: Preferences) => ListItems

/** The settings tried for each: at least as many as the recommender tries for itself. */
const SETTINGS: Readonly<Record<BaselineName, readonly Make[]>> = {
  EASE: [20, 100, 500].map((lambda) => (preferences) => ease(preferences, lambda)),
  ALS: [16, 32].flatMap((factors) =>
    [1, 10].map(
      (alpha): Make =>
        (preferences) =>
          als(preferences, { factors, alpha, regularization: 10 }),
    ),
  ),
  'item–item cosine': FADINGS.map((fading) => (preferences) => itemCosine(preferences, 100, fading)),
  'most popular': [mostPopular],
}

/** The strongest first. */
export const BASELINES = Object.keys(SETTINGS) as BaselineName[]

const LISTED = 10

/** The maximum number of customers evaluated; the choice is among coarse steps. */
const MAX_SAMPLED = 300

/**
 * A baseline at its best: its settings, and whether it learns from what was liked or from everything that was rated, are
 * chosen by the same validation as the treatment of the recommender itself.
 */
export function chooseBaseline(name: BaselineName, learn: Histories, scale: ScaleOptions): ListItems {
  const split = validationSplit(learn)
  const sampled = sampleCustomers(split, MAX_SAMPLED)
  const scales: readonly ScaleOptions[] = [
    { ...scale, as: 'liked' },
    { as: 'liked', likedFrom: Number.MIN_SAFE_INTEGER },
  ]
  let best = { ndcg: -1, make: SETTINGS[name][0]!, options: scales[0]! }
  for (const options of scales) {
    const preferences = makePreferences(split.train, options)
    for (const make of SETTINGS[name]) {
      const { ndcg } = countHits(split, make(preferences), LISTED, gainOn(preferences.scale), sampled)
      if (ndcg > best.ndcg) best = { ndcg, make, options }
    }
  }
  return best.make(makePreferences(learn, best.options))
}
