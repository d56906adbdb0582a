// `likewise/recommend`: recommendations from purchases and ratings.

export type { BaselineName } from '../apps/recommend/baselines/choose-baseline.js'
export type { ListItems } from '../apps/recommend/baselines/list-items.js'
export { chooseTreatment, type Treatment, type Trial } from '../apps/recommend/choose-treatment.js'
export { countHits, type Gain, type Hits } from '../apps/recommend/evaluate.js'
export type { Fading } from '../apps/recommend/fading.js'
export {
  type Events,
  gatherHistories,
  type Histories,
  type RatingEvent,
} from '../apps/recommend/histories.js'
export { type GroupOptions, groupItems } from '../apps/recommend/item-groups.js'
export { type Evaluation, evaluateRecommender } from '../apps/recommend/measure.js'
export type { ItemWeights } from '../apps/recommend/neighbors.js'
export { makePreferences, type Preferences } from '../apps/recommend/preferences.js'
export { type Rating, type RatingsOptions, ratingsToSets } from '../apps/recommend/ratings-to-sets.js'
export type {
  Recommendation,
  RecommendBy,
  RecommendOptions,
  SimilarName,
} from '../apps/recommend/recommend-options.js'
export { Recommender } from '../apps/recommend/recommender.js'
export type { PreferenceKind, Scale, ScaleOptions } from '../apps/recommend/scale.js'
export { type Holdout, type Split, splitByTime } from '../apps/recommend/split.js'
