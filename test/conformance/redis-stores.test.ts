import { describe, expect, it } from 'vitest'
import { UnreadableInput } from '../../src/model/errors.js'
import { openIndex } from '../../src/store/open-index.js'
import { RedisStorage } from '../../src/store/redis/node-redis-storage.js'
import { openRedisStore } from '../../src/store/redis/redis-store.js'
import type { RedisClient } from '../../src/store/redis/redis-types.js'
import { findRedis, titled } from '../outside.js'
import { sharedServers, startServer } from './redis-servers.js'
import { testStore } from './store-suite.js'

const redis = findRedis()
const { single, cluster } = sharedServers()

/** The types of ioredis know the commands for bytes only in part. */
const clientOf = (redis: object) => redis as RedisClient

const addresses = () => ({ cluster: cluster().map(({ address }) => address) })

testStore('Redis', {
  open: (prefix, options) => openRedisStore(single().address, { ...options, prefix }),
  part: redis,
  runs: 8,
})
testStore('Redis Cluster', {
  open: (prefix, options) => openRedisStore(addresses(), { ...options, prefix }),
  part: redis,
  runs: 8,
})

describe.skipIf(redis.path === undefined)(titled('several clients of Redis', redis), () => {
  const text = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ')

  it.each(['single', 'cluster'])(
    'one of many equal documents added by several clients at once wins: %s',
    async (kind) => {
      const server = () => (kind === 'single' ? single().address : addresses())
      const stores = await Promise.all(
        Array.from({ length: 6 }, () => openRedisStore(server(), { prefix: 'many' })),
      )
      const claims = await Promise.all(
        stores.flatMap((store, i) => [0, 1, 2].map((j) => store.addIfNew({ id: `${i}-${j}`, text }))),
      )
      expect(claims.filter(({ added }) => added)).toHaveLength(1)
      expect((await stores[0]!.stats()).documents).toBe(1)
      for (const store of stores) await store.close()
    },
  )

  it('a content that is removed while a bulk load writes its postings ahead is found', async () => {
    const { Redis } = await import('ioredis')
    const storage = new RedisStorage(clientOf(new Redis(single().address)), 'ahead', 'redis')
    const store = await openIndex(storage)
    await store.add({ id: 'earlier', text })
    const { post } = storage.ahead
    let calls = 0
    Object.assign(storage.ahead, {
      post: async (...args: Parameters<typeof post>) => {
        const token = await post(...args)
        calls++
        await store.remove('earlier')
        return token
      },
    })
    const documents = Array.from({ length: 700 }, (_, id) => ({
      id,
      text: id === 350 ? text : `${id} a ${id} b ${id} c ${id} d ${id}`,
    }))
    expect(await store.addMany(documents)).toEqual({ added: 700, replaced: 0, empty: 0 })
    expect(calls).toBe(1)
    expect((await store.check(text)).matches.map(({ id }) => id)).toEqual([350])
    for (const id of [0, 349, 699])
      expect((await store.check(documents[id]!.text)).matches.map((match) => match.id)).toContain(id)
    await store.close()
  })

  it('a bulk load that replaces documents leaves no posting twice', async () => {
    const { Redis } = await import('ioredis')
    const client = new Redis(single().address)
    const store = await openIndex(new RedisStorage(clientOf(client), 'replaced', 'redis'))
    const documents = (word: string) =>
      Array.from({ length: 1200 }, (_, id) => ({ id, text: `${word} ${id} a ${id} b ${id} c ${id} d ${id}` }))
    const size = async () => {
      const pages = await client.keys('{replaced:*}:p*')
      return (await Promise.all(pages.map((page) => client.strlen(page)))).reduce(
        (sum, bytes) => sum + bytes,
        0,
      )
    }
    await store.addMany(documents('one'))
    expect(await store.addMany(documents('two'))).toEqual({ added: 1200, replaced: 1200, empty: 0 })
    const replaced = await size()
    await store.remove(Array.from({ length: 1200 }, (_, id) => id))
    expect(await size()).toBe(0)
    await store.addMany(documents('two'))
    expect(await size()).toBe(replaced)
    await store.close()
  })

  it('an unreachable server is an error that names it, without the password', async () => {
    const gone = await startServer()
    await gone.stop()
    const address = gone.address.replace('//', '//user:secret@')
    const error = await openRedisStore(address).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnreadableInput)
    expect((error as Error).message).toContain(gone.address)
    expect((error as Error).message).not.toContain('secret')
  })
})
