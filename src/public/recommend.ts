// `likewise/recommend`: recommendations from purchases and ratings.

export { chooseFading } from '../apps/recommend/choose-fading.js'
export { countHits, type Hits, type Holdout, type Split, splitByTime } from '../apps/recommend/evaluate.js'
export { type GroupOptions, groupItems } from '../apps/recommend/item-groups.js'
export { type Measured, measureRecommender } from '../apps/recommend/measure.js'
export type { ItemWeights } from '../apps/recommend/neighbours.js'
export { type Rating, type RatingsOptions, ratingsToSets } from '../apps/recommend/ratings-to-sets.js'
export {
  type Alike,
  type Fading,
  type Recommendation,
  type RecommendBy,
  Recommender,
  type RecommendOptions,
} from '../apps/recommend/recommender.js'
export type { Scale, ScaleOptions, TasteWay } from '../apps/recommend/scale.js'
export { makeTastes, type TasteEvent, type Tastes } from '../apps/recommend/tastes.js'
