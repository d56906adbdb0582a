// The part of a client of Redis that is used: `Redis` and `Cluster` of the package ioredis have it, and so has that of iovalkey.
// Their types are not imported: the package is optional.

/** A client that is connected to one server, or to a cluster. */
export interface RedisClient {
  /** The value, or null. */
  getBuffer(key: Uint8Array): Promise<Uint8Array | null>
  get(key: Uint8Array): Promise<string | null>
  /** With `BYLEX`: by the order of bytes, where all members have one score. */
  zrangeBuffer(
    key: Uint8Array,
    min: Uint8Array | string,
    max: string,
    order: 'BYLEX',
    limit: 'LIMIT',
    offset: number,
    count: number,
  ): Promise<Uint8Array[]>
  /** Lists among the arguments are flattened. */
  eval(
    script: string,
    keys: number,
    key: Uint8Array,
    args: readonly (Uint8Array | number)[],
  ): Promise<unknown>
  on(event: 'error', listener: () => void): unknown
  quit(): Promise<unknown>
  disconnect(): void
}

export interface RedisModule {
  readonly Redis: new (url: string, options: object) => RedisClient
  readonly Cluster: new (nodes: readonly object[] | readonly string[], options: object) => RedisClient
}
