// `likewise/plan`: plans and audits.

export { AuditIndex } from '../audit/audit-index.js'
export { type AuditOptions, auditPairs } from '../audit/audit-pairs.js'
export type { Interval } from '../audit/binomial-interval.js'
export type { AuditedRecall, AuditResult } from '../audit/judge-audit.js'
export type { LimitedList } from '../audit/listed-recall.js'
export { estimateRecall } from '../audit/recall-estimate.js'
export { type AuditedDocuments, recallInterval } from '../audit/recall-interval.js'
export type { MaxGroup, ShinglePlan } from '../model/plan.js'
export { choosePlan, type PlanAlternative, type PlanChoice, type PlanRequest } from '../plan/choose-plan.js'
export { describePlan } from '../plan/describe-plan.js'
export { type ActualValues, explainChoice } from '../plan/explained-plan.js'
export type { LargeBucketStatistics } from '../plan/large-buckets.js'
export type { OversizedGroups, OversizedStatistics } from '../plan/oversized.js'
export { parsePlan } from '../plan/parse-plan.js'
export { type Prediction, predict, type RunResources } from '../plan/predict.js'
export type { PrefixStatistics } from '../plan/prefix-statistics.js'
export type { Sample } from '../plan/sample.js'
export {
  type BlockOptions,
  type BlockSample,
  type SampleBlock,
  sampleBlocks,
  sampleSize,
} from '../plan/sample-blocks.js'
export { type SampleStatistics, type StatisticsOptions, sampleStatistics } from '../plan/sample-statistics.js'
export type { HistogramBin } from '../plan/similarity-histogram.js'
