// `likewise/store-redis`: a live index in Redis or Valkey. Needs the package ioredis.

export { openRedisStore, type RedisCluster, type RedisStoreOptions } from '../store/redis/redis-store.js'
export type { RedisClient } from '../store/redis/redis-types.js'
