/** What one request, and all of them together, may take. */
export interface Limits {
  /** Bytes of a JSON body, and of a line of a stream. */
  readonly maxBody: number
  /** UTF-16 units of a text. */
  readonly maxText: number
  /** Documents of a JSON body. Streams have no limit. */
  readonly maxDocuments: number
  /** Requests that are answered at a time. */
  readonly maxRequests: number
  /** Bytes of bodies that are held at a time. */
  readonly maxHeld: number
  /** Milliseconds in which a body, or the next part of a stream, must arrive. */
  readonly timeout: number
  /** Bytes of an upload. */
  readonly maxUpload: number
  /** Uploads that are kept. */
  readonly maxUploads: number
  /** Jobs that run at a time. */
  readonly maxRunning: number
  /** Jobs that wait. */
  readonly maxWaiting: number
  /** Finished jobs that are kept with their results; the oldest are removed. */
  readonly maxFinished: number
  /** Milliseconds that a job may run. */
  readonly jobTimeout: number
  /** Clients that follow jobs. */
  readonly maxFollowers: number
}

/** Levels of lists and objects in a body. */
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
