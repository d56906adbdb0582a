import { checkNames } from '../../model/check.js'
import { InvalidOption, MissingPackage } from '../../model/errors.js'
import type { LiveIndex } from '../live-index.js'
import { OPEN_OPTION_NAMES, type OpenOptions, openIndex } from '../open-index.js'
import { parseRedisAddress, type RedisAddress } from './address.js'
import { RedisStorage } from './node-redis-storage.js'
import type { RedisClient, RedisModule } from './redis-types.js'

export interface RedisStoreOptions extends OpenOptions {
  /** The prefix of all keys; indexes with different prefixes can share a server. Default: `likewise`. */
  readonly prefix?: string
}

/** Some nodes of a cluster; the others are discovered through them. */
export interface RedisCluster {
  readonly cluster: readonly string[]
}

/**
 * Opens a live index in Redis or Valkey, with the package `ioredis`. Any number of processes can write.
 *
 * @param server an address such as `redis://localhost:6379` or `redis-cluster://host:6379,host:6380`, the addresses of some nodes of a
 * cluster, or a client of ioredis, which is then closed with the store
 * @example
 * await using store = await openRedisStore({ cluster: ['redis://10.0.0.1:6379', 'redis://10.0.0.2:6379'] })
 */
export async function openRedisStore(
  server: string | RedisCluster | RedisClient,
  options: RedisStoreOptions = {},
): Promise<LiveIndex> {
  checkNames(options, [...OPEN_OPTION_NAMES, 'prefix'])
  const { prefix = 'likewise', ...rest } = options
  if (typeof prefix !== 'string' || prefix === '' || /[{}]/.test(prefix))
    throw new InvalidOption('prefix', prefix, 'a string without braces')
  const { client, location } = await connect(server)
  const storage = new RedisStorage(client, prefix, location)
  try {
    return await openIndex(storage, rest)
  } catch (error) {
    client.disconnect()
    throw error
  }
}

/**
 * Commands issued in the same tick are sent together, except scripts: each is a whole query or change, and waiting for others would delay it.
 */
const PIPELINING = { enableAutoPipelining: true, autoPipeliningIgnoredCommands: ['eval', 'evalsha'] }

/** Milliseconds before an attempt to connect again. */
export function reconnectDelay(attempt: number): number {
  return Math.min(100 * attempt, 800)
}

/** A server that does not answer causes an error after six attempts to connect, and so after two to five seconds. */
const SETTINGS = {
  ...PIPELINING,
  maxRetriesPerRequest: 5,
  retryStrategy: reconnectDelay,
}

async function connect(
  server: string | RedisCluster | RedisClient,
): Promise<{ client: RedisClient; location: string }> {
  if (typeof server === 'object' && server !== null && 'evalBuffer' in server)
    return { client: server, location: 'redis' }
  const addresses = typeof server === 'string' ? [server] : server?.cluster
  if (!Array.isArray(addresses) || addresses.length === 0)
    throw new InvalidOption('server', typeof server, 'an address, the addresses of a cluster, or a client')
  const parsed = (addresses as string[]).map(parseRedisAddress)
  const { Redis, Cluster } = await loadRedis()
  const [{ nodes, isCluster, login, shown }] = parsed as [RedisAddress]
  if (typeof server === 'string' && !isCluster)
    return { client: new Redis(nodes[0]!, SETTINGS), location: shown }
  const client = new Cluster(
    parsed.flatMap((address) => address.nodes),
    { ...PIPELINING, redisOptions: { maxRetriesPerRequest: 5, ...login } },
  )
  return { client, location: parsed.map((address) => address.shown).join(',') }
}

async function loadRedis(): Promise<RedisModule> {
  const name = 'ioredis'
  try {
    return (await import(name)) as RedisModule
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new MissingPackage(name, 'an index in Redis')
  }
}
