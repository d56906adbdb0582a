// `likewise/store`: the live index, its contract, and the interface of a storage. It runs anywhere; the stores for Node have
// their own entry points.

export type { DocumentId } from '../model/document.js'
export type { ContainmentPlan } from '../store/containment.js'
export type { LiveIndex } from '../store/live-index.js'
export { MemoryStorage } from '../store/memory/memory-storage.js'
export { openMemoryStore } from '../store/memory/memory-store.js'
export { type OpenOptions, openIndex } from '../store/open-index.js'
export type { Expiry, IndexOptions, IndexParameters } from '../store/parameters.js'
export { type PlanBandsOptions, planBands } from '../store/plan-bands.js'
export type { Postings, PostingTable } from '../store/postings.js'
export type {
  Ahead,
  BucketRange,
  ByteString,
  Change,
  Expectation,
  ReadPostings,
  Reads,
  Storage,
  StoredContent,
} from '../store/storage.js'
export type {
  Added,
  Checked,
  CheckOptions,
  Claimed,
  Match,
  MatchKind,
  QueryOptions,
  Store,
  StoreDocument,
  StoredDocument,
  StoreStatistics,
} from '../store/store.js'
