import type { Store } from '../store/store.js'
import type { AllowedFolders } from './allowed-folders.js'
import type { Capacity, Holder } from './capacity.js'
import type { JobQueue } from './jobs/job-queue.js'
import type { Uploads } from './jobs/uploads.js'
import type { Log } from './log.js'
import type { MemoryBudget } from './memory-budget.js'
import type { Metrics } from './metrics.js'
import type { Namespaces } from './namespaces.js'
import type { Input, Operation, Routes } from './routes/table.js'
import type { Limits } from './settings.js'

/** Everything that handlers need to answer requests. */
export interface Context {
  readonly store: Store
  readonly namespaces: Namespaces
  readonly isReadOnly: boolean
  readonly version: string
  readonly limits: Limits
  readonly routes: Routes
  readonly folders: AllowedFolders
  readonly uploads: Uploads
  readonly jobs: JobQueue
  readonly metrics: Metrics
  readonly log: Log
  /** The requests in progress. */
  readonly requests: Capacity
  /** Streams and other long-lived requests. */
  readonly longRunning: Capacity
  /** The bytes of request bodies held in memory; for a handler, those of its request. */
  readonly held: Holder
  /** Undefined if memory is not limited. */
  readonly memory: MemoryBudget | undefined
  /** How jobs run. */
  readonly running: { readonly workers?: number; readonly memory?: number }
  /** Aborted when the server shuts down: streams stop at their next line. */
  readonly ending: AbortSignal
}

/** Handles an operation. Returns plain data or its own response. */
export type Handler<Name extends Operation> = (
  input: Input<Name>,
  context: Context,
  request: Request,
) => Promise<object | Response> | object | Response

export type Handlers = { readonly [Name in Operation]: Handler<Name> }
