// `likewise/textbook`: the methods of chapter 3 of *Mining of Massive Datasets*, one by one.

export {
  andFamily,
  andProbability,
  bitSamplingFamily,
  type HashFamily,
  hyperplaneFamily,
  minhashFamily,
  orFamily,
  orProbability,
  projectionFamily,
  type Sensitivity,
  sensitivity,
} from '../band/families.js'
export {
  type IndexedSuffixBucket,
  indexedSuffixBuckets,
  type LengthRange,
  lengthRange,
  type PositionBucket,
  positionBuckets,
  prefixLength,
  type SuffixBucket,
  suffixBuckets,
} from '../join/bounds.js'
export { joinByCounting } from '../join/counting.js'
export { joinEveryPair } from '../join/every-pair.js'
export { identicalBySampling, type SamplingOptions } from '../join/identical-sampling.js'
export type { Direction, SimilarityIndexOptions, SimilarityJoinOptions } from '../join/join-options.js'
export { joinByLength, LengthIndex } from '../join/length.js'
export { applyOrder, asString, type ElementOrder, orderByFrequency, orderSet } from '../join/order.js'
export { joinByPosition, PositionIndex } from '../join/position.js'
export { joinByPositionSuffix, PositionSuffixIndex } from '../join/position-suffix.js'
export { joinByPrefix, PrefixIndex } from '../join/prefix.js'
export type { Matches, SimilarityIndex } from '../join/similarity-index.js'
export { type Measure, maxWhole, minOverlap, minPart, reaches } from '../model/threshold.js'
export {
  firstInOrder,
  type PermutationOptions,
  PermutationSketcher,
  signatureByOrders,
} from '../sketch/permutations.js'
export { type RowScanInput, type RowScanStep, scanRows, signaturesByRowScan } from '../sketch/row-scan.js'
export {
  type AdviceOptions,
  adviseShingleLength,
  FREQUENT_CHARACTERS,
  type ShingleAdvice,
  shingleSpace,
} from '../text/advice.js'
export { oneHot, vocabulary } from '../text/one-hot.js'
