// The part of a Redis client that is used: `Redis` and `Cluster` of the package ioredis have it, and so does iovalkey. Their types are not
// imported, because the package is optional.

/** A client that is connected to one server, or to a cluster. */
export interface RedisClient {
  /** The values, or null. */
  mgetBuffer(keys: readonly Uint8Array[]): Promise<(Uint8Array | null)[]>
  get(key: Uint8Array): Promise<string | null>
  /** Sets keys, which follow each other with their values. */
  mset(...pairs: readonly Uint8Array[]): Promise<unknown>
  /** The same, and returns 1 if none of them exists. Otherwise, nothing is set. */
  msetnx(...pairs: readonly Uint8Array[]): Promise<number>
  append(key: Uint8Array, value: Uint8Array): Promise<unknown>
  /** Runs a script with the key and the arguments in `values`; it returns a string of bytes or a number. */
  evalBuffer(script: string, keys: number, ...values: readonly Uint8Array[]): Promise<unknown>
  /** The same by the digest of a script that the server knows. */
  evalshaBuffer(digest: string, keys: number, ...values: readonly Uint8Array[]): Promise<unknown>
  /** Asks a cluster which node has which slots. */
  refreshSlotsCache?(callback: (error?: Error | null) => void): void
  on(event: 'error', listener: (error: Error & { readonly lastNodeError?: Error }) => void): unknown
  quit(): Promise<unknown>
  disconnect(): void
}

export interface RedisModule {
  readonly Redis: new (url: string, options: object) => RedisClient
  readonly Cluster: new (nodes: readonly object[] | readonly string[], options: object) => RedisClient
}
