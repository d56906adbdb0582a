// The main entry point: an explicit list of exports, which a test compares with docs/reference/api.md. The other entry points
// are in public/.

export type { SurvivorPolicy } from './cluster/survivor-policy.js'
export type {
  AgainstRequest,
  Documents,
  Engine,
  EngineRequest,
  FindRequest,
  FindSummary,
  Found,
  RunControl,
} from './engine/engine.js'
export { type CompareOptions, type Comparison, compare } from './engine/inline/compare.js'
export {
  type DedupeOptions,
  type DedupeResult,
  dedupe,
  type RemovedDocument,
} from './engine/inline/dedupe.js'
export { findChain } from './engine/inline/find-chain.js'
export { findSimilar } from './engine/inline/find-similar.js'
export { inlineEngine } from './engine/inline/inline-engine.js'
export { type PlanOptions, planSimilar } from './engine/inline/plan-similar.js'
export type { FindOptions } from './engine/request.js'
export type { Document, DocumentId, DocumentInput, DocumentOf, IdOf } from './model/document.js'
export { LikewiseError } from './model/errors.js'
export type { Pair } from './model/pair.js'
export type { Plan } from './model/plan.js'
export type {
  AgainstSummary,
  DocumentCluster,
  OmittedPairs,
  ReportedRecall,
  SimilarityReport,
} from './model/report.js'
export type { ExplainedPlan } from './plan/explained-plan.js'
export type { ShingleOptions } from './text/shingle-options.js'
