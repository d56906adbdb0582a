/** The limits of a single request and of all requests together. */
export interface Limits {
  /** Bytes per JSON body, and per line of a stream. */
  readonly maxBody: number
  /** UTF-16 code units per text. */
  readonly maxText: number
  /** Documents per JSON body. Streams have no limit. */
  readonly maxDocuments: number
  /** Characters of the shingles that a comparison lists, with 16 more for each shingle: about a second of work. */
  readonly maxListed: number
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
  /** Bytes of the decompressed inputs, temporary files and results of a job, on disk. */
  readonly maxJobDisk: number
  /** The number of milliseconds a job can run. */
  readonly jobTimeout: number
  /** Concurrent streams and other long requests. */
  readonly maxStreams: number
}

/** The maximum nesting depth of a body. */
export const MAX_DEPTH = 32

/** How many times the size of an upload a job may write, by default: a small compressed file may expand to more than the disk can hold. */
export const JOB_DISK_RATIO = 64

export const DEFAULT_LIMITS: Limits = {
  maxBody: 16 * 2 ** 20,
  maxText: 4 * 2 ** 20,
  maxDocuments: 1000,
  maxListed: 2 ** 24,
  maxRequests: 64,
  maxHeld: 256 * 2 ** 20,
  timeout: 30_000,
  maxUpload: 2 ** 30,
  maxUploads: 10,
  maxRunning: 1,
  maxWaiting: 10,
  maxFinished: 20,
  maxJobDisk: JOB_DISK_RATIO * 2 ** 30,
  jobTimeout: 24 * 3600 * 1000,
  maxStreams: 64,
}
