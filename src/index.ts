// The library's face: an explicit list, compared with docs/reference/api.md by a test.

// Applications.
export { type FieldCheck, type MeanDistance, precisionFromField } from './apps/entities/check-field.js'
export type { ValueComparison } from './apps/entities/compare-values.js'
export type { DayOrder } from './apps/entities/dates.js'
export type { MatchField } from './apps/entities/fields.js'
export type { HistogramBin as ScoreBin } from './apps/entities/histogram.js'
export { recordCandidates } from './apps/entities/identical-fields.js'
export type { FieldKind } from './apps/entities/kind.js'
export type { FieldWish, MatchOptions as RecordMatchOptions } from './apps/entities/match-options.js'
export { matchRecords } from './apps/entities/match-records.js'
export type { FieldExplanation, MatchExplanation, RecordMatches } from './apps/entities/match-tuned.js'
export { NICKNAMES, parseNicknames } from './apps/entities/nicknames.js'
export { normaliseValue } from './apps/entities/normalise-value.js'
export type { RecordFields, RecordLike, RecordValue } from './apps/entities/record.js'
export {
  type FieldScore,
  type RecordScore,
  type RecordScoreOptions,
  recordScore,
} from './apps/entities/score.js'
export type { Softening } from './apps/entities/word-distance.js'
export {
  type MatchOptions,
  matchPrints,
  type PreparedPrint,
  type PrintMatch,
} from './apps/fingerprints/match.js'
export { type Minutia, type Print, parseXyt } from './apps/fingerprints/print.js'
export {
  type Candidate,
  type Identified,
  PrintIndex,
  type PrintIndexOptions,
} from './apps/fingerprints/print-index.js'
export { type PrintScores, pairsFrom, scorePrints, splitScores } from './apps/fingerprints/same-fingers.js'
export {
  type FunctionOdds,
  type FunctionOptions,
  functionOdds,
  SquareFunctions,
} from './apps/fingerprints/square-functions.js'
export { frameSquares, type GridOptions, printSquares, squareCount } from './apps/fingerprints/squares.js'
export { type Find, findStories, NEWS_OPTIONS, type Story, type StoryOptions } from './apps/news/news.js'
export type { CopyScore } from './apps/plagiarism/copy-score.js'
export type { TextLanguage } from './apps/plagiarism/copy-tokens.js'
export {
  type Copy,
  type CopyDocument,
  type CopyOptions,
  type CopyPassage,
  type CopyReport,
  compareCopies,
  findCopies,
} from './apps/plagiarism/find-copies.js'
export { copyReportPage, type ReportPageOptions } from './apps/plagiarism/report-page.js'
export { chooseFading } from './apps/recommend/choose-fading.js'
export { countHits, type Hits, type Holdout, type Split, splitByTime } from './apps/recommend/evaluate.js'
export { type GroupOptions, groupItems } from './apps/recommend/item-groups.js'
export { type Measured, measureRecommender } from './apps/recommend/measure.js'
export type { ItemWeights } from './apps/recommend/neighbours.js'
export { type Rating, type RatingsOptions, ratingsToSets } from './apps/recommend/ratings-to-sets.js'
export {
  type Alike,
  type Fading,
  type Recommendation,
  type RecommendBy,
  Recommender,
  type RecommendOptions,
} from './apps/recommend/recommender.js'
export type { Scale, ScaleOptions, TasteWay } from './apps/recommend/scale.js'
export { makeTastes, type TasteEvent, type Tastes } from './apps/recommend/tastes.js'
// Recall, estimated and measured.
export { AuditIndex } from './audit/audit-index.js'
export { type AuditOptions, auditPairs } from './audit/audit-pairs.js'
export type { Interval } from './audit/binomial-interval.js'
export {
  type ErrorPoint,
  type ErrorRates,
  errorRates,
  falseNonMatchAt,
} from './audit/error-rates.js'
export type { AuditedRecall, AuditResult } from './audit/judge-audit.js'
export { estimateRecall } from './audit/recall-estimate.js'
export { type AuditedDocuments, recallInterval } from './audit/recall-interval.js'
// Signatures to candidates.
export { BandIndex } from './band/band-index.js'
export { findCandidates, visitCandidates } from './band/candidates.js'
export { type BandChoice, type BandCosts, type BandWishes, chooseBands } from './band/choose-bands.js'
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
} from './band/families.js'
export { FunctionIndex, type FunctionLayout, type FunctionStore } from './band/function-index.js'
export { type BandKeys, bandKeys, sharesBand } from './band/keys.js'
export {
  type BandLayout,
  candidateProbability,
  curveThreshold,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from './band/s-curve.js'
// Candidates to pairs, pairs to clusters, clusters to survivors.
export { chainBetween, type Link } from './cluster/chain.js'
export { type ClusterOptions, clusterPairs } from './cluster/cluster.js'
export { type Cohesion, cohesionOfMembers, cohesionOfPairs } from './cluster/cohesion.js'
export { componentGroups, connectedComponents } from './cluster/components.js'
export { type Star, starClusters } from './cluster/stars.js'
export type { SurvivorPolicy } from './cluster/survivor-policy.js'
export { chooseSurvivor } from './cluster/survivors.js'
// Distances.
export { type BagOptions, type BagUnion, bagCounts, bagDistance, bagSimilarity } from './distance/bags.js'
export { containment } from './distance/containment.js'
export { cosineDistance, cosineSimilarity } from './distance/cosine.js'
export { editDistance, editDistanceWithin, lcsLength, longestCommonSubsequence } from './distance/edit.js'
export type { SetElement } from './distance/elements.js'
export { hammingDistance } from './distance/hamming.js'
export { expectedJaccard, jaccardDistance, jaccardSimilarity, overlap } from './distance/jaccard.js'
export {
  type Alignment,
  bestAlignment,
  type Motion,
  type OrientedPoint,
  type PointTolerance,
} from './distance/oriented-points.js'
export { chebyshev, euclidean, manhattan, minkowski } from './distance/vectors.js'
export type { FindOptions } from './engine/find-options.js'
// The flow as plain calls.
export { type CompareOptions, type Comparison, compare } from './engine/inline/compare.js'
export {
  type DedupeOptions,
  type DedupeResult,
  dedupe,
  type RemovedDocument,
} from './engine/inline/dedupe.js'
export { findChain } from './engine/inline/find-chain.js'
export { findSimilar } from './engine/inline/find-similar.js'
export { type PlanOptions, planSimilar } from './engine/inline/plan-similar.js'
// Hashing and randomness.
export { DEFAULT_SEED, mix32 } from './hash/mix.js'
export { hashText } from './hash/murmur3.js'
export { Random } from './hash/random.js'
export { bagElement, shingleHash, tokenHash } from './hash/shingle-hash.js'
// Exact joins.
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
} from './join/bounds.js'
export { joinByCounting } from './join/counting.js'
export { joinEveryPair } from './join/every-pair.js'
export { countPairs, type JoinSetsOptions, joinSets } from './join/fast/join-sets.js'
export { SetIndex, type SetIndexOptions } from './join/fast/set-index.js'
export { type TopOptions, topMatches } from './join/fast/top-matches.js'
export { identicalSets, identicalTexts } from './join/identical.js'
export { identicalBySampling, type SamplingOptions } from './join/identical-sampling.js'
export { type Incidence, makeIncidence } from './join/incidence.js'
export type { Direction, IndexOptions, JoinOptions } from './join/join-options.js'
export { joinByLength, LengthIndex } from './join/length.js'
export {
  type BagSide,
  type Bags,
  type MakeNeighbourStore,
  NearestIndex,
  type NeighbourStore,
  type Neighbours,
} from './join/nearest.js'
export { applyOrder, asString, type ElementOrder, orderByFrequency, orderSet } from './join/order.js'
export { type OverlapOptions, visitOverlaps } from './join/overlap.js'
export { joinByPosition, PositionIndex } from './join/position.js'
export { joinByPositionSuffix, PositionSuffixIndex } from './join/position-suffix.js'
export { joinByPrefix, PrefixIndex } from './join/prefix.js'
export type { SetJoin } from './join/set-join.js'
export type { Matches, SimilarityIndex } from './join/similarity-index.js'
// Nouns and errors.
export type { Cluster, CohesionOver } from './model/cluster.js'
export type { Document, DocumentId, DocumentInput, DocumentOf, IdOf } from './model/document.js'
export {
  DuplicateId,
  EmptySet,
  InvalidArtefact,
  InvalidOption,
  InvalidValue,
  LengthMismatch,
  LikewiseError,
  SignatureMismatch,
  TooLarge,
  ZeroVector,
} from './model/errors.js'
export { type Candidates, listPairs, type Pair, type PairBatch, sortPairs } from './model/pair.js'
export type { MaxGroup, Plan, ShinglePlan } from './model/plan.js'
export type { DocumentCluster, ReportedRecall, SimilarityReport } from './model/report.js'
export { makeSetCollection, type SetCollection, setAt, sortedSet } from './model/set-collection.js'
export {
  EMPTY_SLOT,
  type Signatures,
  type Sketcher,
  type SketchName,
  type SketchScheme,
  signatureAt,
  signaturesFrom,
} from './model/signatures.js'
export type { Similarity } from './model/similarity.js'
export { largestWhole, leastOverlap, leastPart, type Measure, reaches } from './model/threshold.js'
// What a sample tells, and the plan that follows from it.
export {
  choosePlan,
  type PlanAlternative,
  type PlanChoice,
  type PlanWishes,
} from './plan/choose-plan.js'
export type { CrowdStatistics } from './plan/crowds.js'
export {
  type BlockOptions,
  type BlockSample,
  drawBlocks,
  type SampleBlock,
  sampleSize,
} from './plan/draw-blocks.js'
export { explain } from './plan/explain.js'
export { type ActualValues, type ExplainedPlan, explainChoice } from './plan/explained-plan.js'
export { parsePlan } from './plan/parse-plan.js'
export { type Prediction, predict, type RunResources } from './plan/predict.js'
export type { PrefixStatistics } from './plan/prefix-statistics.js'
export type { Sample } from './plan/sample.js'
export { type SampleStatistics, type StatisticsOptions, sampleStatistics } from './plan/sample-statistics.js'
export type { HistogramBin } from './plan/similarity-histogram.js'
// Sets and vectors to signatures.
export { FastSimilaritySketcher } from './sketch/fast-similarity.js'
export { MinhashSketcher, mergeMinhash } from './sketch/minhash.js'
export {
  type PackedSignatures,
  packedSimilarity,
  packSignatures,
  type SlotBits,
  unpackSignatures,
} from './sketch/packed.js'
export {
  firstInOrder,
  type PermutationOptions,
  PermutationSketcher,
  signatureByOrders,
} from './sketch/permutations.js'
export { type RowScanInput, type RowScanStep, scanRows, signaturesByRowScan } from './sketch/row-scan.js'
export type { SlotOptions, VectorSketchOptions } from './sketch/scheme.js'
export { decodeSignatures, encodeSignatures } from './sketch/signature-file.js'
export { signatureAngle, signatureSimilarity } from './sketch/similarity.js'
export { makeSketcher, type SketchOptions, sketch, sketchAll, sketchCollection } from './sketch/sketch.js'
export {
  BitSamplingSketcher,
  HyperplaneSketcher,
  type ProjectionOptions,
  ProjectionSketcher,
} from './sketch/vectors.js'
// Text to shingles.
export {
  type AdviceOptions,
  adviseShingleLength,
  FREQUENT_CHARACTERS,
  type ShingleAdvice,
  shingleSpace,
} from './text/advice.js'
export type { StopWordChoice } from './text/choose-stop-words.js'
export { CODE_LANGUAGE_NAMES, type CodeLanguageName, codeLanguage } from './text/code-languages.js'
export { codeTokens } from './text/code-tokens.js'
export { type NormaliseOptions, normalise } from './text/normalise.js'
export { oneHot, vocabulary } from './text/one-hot.js'
export type { ShingleKind, ShingleOptions } from './text/shingle-options.js'
export { shingle, shingleCollection, shingleStrings } from './text/shingles.js'
export { type ProseOptions, proseTokens, type TokenSequence } from './text/token-sequence.js'
export { characters, type WordOptions, words } from './text/tokens.js'
export { findPassages, type Passage, type PassageOptions } from './verify/passages.js'
export { similarityOf, type VerifyOptions, verifyCandidates } from './verify/verify.js'
