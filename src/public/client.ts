// `likewise/client`: a client of `likewise serve`. It needs only fetch, so it also runs in browsers.

export { ApiError } from '../client/api-error.js'
export { type IndexStatistics, LikewiseClient, type TuneRequest, type TuneResult } from '../client/client.js'
export type {
  DecontaminateRequest,
  Job,
  JobClient,
  JobInput,
  JobResult,
  SearchRequest,
} from '../client/job-client.js'
export type { ClientOptions } from '../client/transport.js'
export type {
  Added,
  Checked,
  CheckOptions,
  Claimed,
  Match,
  MatchKind,
  QueryOptions,
  StoreDocument,
  StoredDocument,
} from '../store/store.js'
