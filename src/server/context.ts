import type { Store } from '../store/store.js'
import type { AllowedFolders } from './allowed-folders.js'
import type { Capacity } from './capacity.js'
import type { JobQueue } from './jobs/job-queue.js'
import type { Uploads } from './jobs/uploads.js'
import type { Log } from './log.js'
import type { Metrics } from './metrics.js'
import type { Namespaces } from './namespaces.js'
import type { Input, Operation, Routes } from './routes/table.js'
import type { Limits } from './settings.js'

/** All that requests are answered with. */
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
  /** Requests that are being answered. */
  readonly requests: Capacity
  /** Streams and other requests that last. */
  readonly lasting: Capacity
  /** Bytes of bodies that are held. */
  readonly held: Capacity
  /** Aborted when the server is to end: streams stop at their next line. */
  readonly ending: AbortSignal
}

/** Answers an operation, with plain data or with a response of its own. */
export type Handler<Name extends Operation> = (
  input: Input<Name>,
  context: Context,
  request: Request,
) => Promise<object | Response> | object | Response

export type Handlers = { readonly [Name in Operation]: Handler<Name> }
