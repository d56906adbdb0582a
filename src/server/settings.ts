/** The limits of a single request and of all requests together. */
export interface Limits {
  /** Bytes per JSON body, and per line of a stream. */
  readonly maxBody: number
  /** UTF-16 code units per text. */
  readonly maxText: number
  /** Documents per JSON body. Streams have no limit. */
  readonly maxDocuments: number
  /** Concurrent requests. */
  readonly maxRequests: number
  /** Bytes of request bodies held in memory at a time. */
  readonly maxHeld: number
  /** The number of milliseconds within which a body, or the next part of a stream, must arrive. */
  readonly timeout: number
  /** Bytes per upload. */
  readonly maxUpload: number
  /** Uploads kept. */
  readonly maxUploads: number
  /** Concurrent jobs. */
  readonly maxRunning: number
  /** Waiting jobs. */
  readonly maxWaiting: number
  /** Finished jobs kept with their results; the oldest are removed. */
  readonly maxFinished: number
  /** The number of milliseconds a job can run. */
  readonly jobTimeout: number
  /** Clients that follow jobs. */
  readonly maxFollowers: number
}

/** The maximum nesting depth of a body. */
export const MAX_DEPTH = 32

export const DEFAULT_LIMITS: Limits = {
  maxBody: 16 * 2 ** 20,
  maxText: 4 * 2 ** 20,
  maxDocuments: 1000,
  maxRequests: 64,
  maxHeld: 256 * 2 ** 20,
  timeout: 30_000,
  maxUpload: 2 ** 30,
  maxUploads: 10,
  maxRunning: 1,
  maxWaiting: 10,
  maxFinished: 20,
  jobTimeout: 24 * 3600 * 1000,
  maxFollowers: 64,
}
