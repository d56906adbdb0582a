// `likewise/recommend`: recommendations from purchases and ratings.

export { chooseTreatment, type Treatment, type Trial } from '../apps/recommend/choose-treatment.js'
export { countHits, type Gain, type Hits } from '../apps/recommend/evaluate.js'
export type { Fading } from '../apps/recommend/fading.js'
export { type Events, gatherHistories, type Histories, type TasteEvent } from '../apps/recommend/histories.js'
export { type GroupOptions, groupItems } from '../apps/recommend/item-groups.js'
export { type Measured, measureRecommender } from '../apps/recommend/measure.js'
export type { ItemWeights } from '../apps/recommend/neighbours.js'
export type { OpponentName } from '../apps/recommend/opponents/choose-opponent.js'
export type { ListItems } from '../apps/recommend/opponents/list-items.js'
export { type Rating, type RatingsOptions, ratingsToSets } from '../apps/recommend/ratings-to-sets.js'
export {
  type Alike,
  type Recommendation,
  type RecommendBy,
  Recommender,
  type RecommendOptions,
} from '../apps/recommend/recommender.js'
export type { Scale, ScaleOptions, TasteWay } from '../apps/recommend/scale.js'
export { type Holdout, type Split, splitByTime } from '../apps/recommend/split.js'
export { makeTastes, type Tastes } from '../apps/recommend/tastes.js'
