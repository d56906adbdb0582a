// `likewise/node`: the fast engine for Node programs. An explicit list of exports, which a test compares with docs/reference/node.md.

export type {
  AgainstRequest,
  Documents,
  Engine,
  EngineRequest,
  FindRequest,
  FindSummary,
  Found,
  FoundRecall,
  IdLookup,
  MeasuredShare,
  Progress,
  RunControl,
} from '../engine/engine.js'
export type { AgainstSummary, OmittedPairs } from '../model/report.js'
export { type BuildIndexOptions, type BuiltIndex, buildIndex } from '../node/build-index.js'
export { decontaminate } from '../node/decontaminate.js'
export type {
  ContaminatedSpan,
  ContaminationSummary,
  Decontaminated,
  DecontaminatedFiles,
  DecontaminateOptions,
} from '../node/decontaminate-types.js'
export { type DedupOptions, dedup } from '../node/dedup.js'
export type { DedupFiles } from '../node/dedup-files.js'
export type { DocumentSource, ReadOptions, SetInput } from '../node/document-source.js'
export { explain } from '../node/explain.js'
export { find } from '../node/find.js'
export {
  type Joined,
  type JoinedIds,
  type JoinOptions,
  type JoinSummary,
  join,
  probe,
} from '../node/join.js'
export { type NodeEngineOptions, nodeEngine } from '../node/node-engine.js'
export { openPool, type PoolOptions, type WorkerPool } from '../node/pool.js'
export { type ReclusterOptions, recluster } from '../node/recluster.js'
export { copyReportPage, type ReportOptions } from '../node/report.js'
export { type RestoreOptions, restore } from '../node/restore.js'
export type {
  Deduplicated,
  DedupSummary,
  FoundFiles,
  Reclustered,
  ReclusterSummary,
  RemovedRecord,
  StoredRecord,
  WriteReportOptions,
} from '../node/results.js'
export type { SearchOptions } from '../node/search-options.js'
export { type SparkEngine, type SparkEngineOptions, sparkEngine } from '../node/spark-engine.js'
