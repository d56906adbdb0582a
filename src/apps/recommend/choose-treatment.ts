import type { ListItems } from './baselines/list-items.js'
import { countHits, type Gain } from './evaluate.js'
import { FADINGS, type Fading } from './fading.js'
import { type Events, gatherHistories, type Histories } from './histories.js'
import { makePreferences } from './preferences.js'
import type { RecommendOptions } from './recommend-options.js'
import { Recommender } from './recommender.js'
import { findScale, type PreferenceKind, type Scale, type ScaleOptions } from './scale.js'
import { everyCustomer, type Split, splitAtRandom, splitByTime } from './split.js'

/** One treatment that was tried. */
export interface Trial {
  readonly as: PreferenceKind
  /** Undefined where fading has no meaning. */
  readonly fading?: Fading
  /** The nDCG of ten recommendations, with ratings as gains. */
  readonly ndcg: number
}

/** How ratings are treated, and what the choice is based on. */
export interface Treatment {
  readonly scale: ScaleOptions
  /** Empty where fading has no meaning. */
  readonly fading: Partial<Fading>
  /** The treatments tried; empty if there was nothing to choose from, or no data to choose by. */
  readonly tried: readonly Trial[]
  /** The number of customers it was tried on. */
  readonly customers: number
}

const PREFERENCE_KINDS: readonly PreferenceKind[] = ['liked', 'liked-and-disliked', 'stars']
const LISTED = 10
const HELD = { share: 0.2 }
const SEED = 1

/** The maximum number of sampled customers. */
const MAX_SAMPLED = 1000

/** Customers are left out until there are at most this many pairs of items of the same customer, which takes a fraction of a second. */
const MAX_PAIRS = 5e7

/**
 * Chooses how ratings become sets, and how fast the past fades, by validation: it holds out the last fifth of each
 * customer's events (a random fifth without times) and uses the treatment with the best nDCG of ten recommendations on it.
 * The gain of an item is its rating, from 0 for the worst to 1 for the best of the scale, whatever the treatment. `as`,
 * `likedFrom`, `dislikedTo` and a fading that you set are not changed.
 *
 * @example
 * const { scale, fading } = chooseTreatment(events)
 * new Recommender(makePreferences(events, scale), fading)
 */
export function chooseTreatment(
  events: Events,
  scale: ScaleOptions = {},
  options: RecommendOptions = {},
): Treatment {
  const histories = gatherHistories(events)
  const allowed = kindsFor(histories, scale)
  const fades = (options.by ?? 'items') === 'items' && histories.isTimed && options.fade === undefined
  const untried = { scale: { ...scale, as: allowed[0]! }, fading: {}, tried: [], customers: 0 }
  if (allowed.length === 1 && !fades) return untried
  const split = validationSplit(histories)
  const sampled = sampleCustomers(split, MAX_SAMPLED)
  // What is not held out may have a narrower range of ratings.
  const kinds = kindsFor(split.train, scale).filter((as) => allowed.includes(as))
  if (sampled.length === 0 || kinds.length === 0) return untried
  const tried = kinds.flatMap((as): Trial[] => {
    const preferences = makePreferences(split.train, { ...scale, as })
    const recommender = new Recommender(preferences, options)
    const ndcg = (list: ListItems) => countHits(split, list, LISTED, gainOn(preferences.scale), sampled).ndcg
    if (!fades) return [{ as, ndcg: ndcg((customer, max) => recommender.recommendNumbers(customer, max)) }]
    return FADINGS.map((fading) => ({
      as,
      fading,
      ndcg: ndcg((customer, max) => recommender.recommendNumbers(customer, max, fading)),
    }))
  })
  const best = tried.reduce((first, one) => (one.ndcg > first.ndcg ? one : first))
  return { scale: { ...scale, as: best.as }, fading: best.fading ?? {}, tried, customers: sampled.length }
}

/** The treatments that the ratings and the options allow. */
function kindsFor({ rating }: Histories, scale: ScaleOptions): readonly PreferenceKind[] {
  if (scale.as !== undefined) return [scale.as]
  if (rating.every(Number.isNaN)) return ['liked']
  if (scale.dislikedTo !== undefined) return ['liked-and-disliked']
  const { likedFrom, dislikedTo } = findScale(rating, scale)
  return PREFERENCE_KINDS.filter((as) => {
    if (as === 'stars') return scale.likedFrom === undefined
    return as === 'liked' || dislikedTo < likedFrom
  })
}

/** A split of the training data, so that choices are not made on the data used for reporting. */
export function validationSplit(histories: Histories): Split {
  const { offsets, customers, isTimed } = histories
  let pairs = 0
  for (let customer = 0; customer < customers.length; customer++)
    pairs += (offsets[customer + 1]! - offsets[customer]!) ** 2
  const some = everyCustomer(histories, Math.max(1, Math.ceil(pairs / MAX_PAIRS)))
  return isTimed ? splitByTime(some, HELD) : splitAtRandom(some, HELD, SEED)
}

/** Customers with held-out events; if there are more than `max`, an evenly spaced subset. */
export function sampleCustomers({ test }: Split, max: number): Uint32Array {
  const { customers, offsets } = test
  const all = Uint32Array.from(customers, (_, customer) => customer).filter(
    (customer) => offsets[customer + 1]! > offsets[customer]!,
  )
  const step = Math.max(1, Math.ceil(all.length / max))
  return all.filter((_, i) => i % step === 0)
}

/** The worst rating gains 0, the best 1, and a purchase 1. */
export function gainOn({ min, max }: Scale): Gain {
  return (rating) => (Number.isNaN(rating) || max <= min ? 1 : (rating - min) / (max - min))
}
