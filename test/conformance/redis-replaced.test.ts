// An index in Redis that another program removes or replaces while it is open.

import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UnreadableInput } from '../../src/model/errors.js'
import { openRedisStore } from '../../src/store/redis/redis-store.js'
import { findRedis, titled } from '../outside.js'
import { sharedServers } from './redis-servers.js'

const redis = findRedis()
const { single, cluster } = sharedServers()
const text = (number: number) => Array.from({ length: 60 }, (_, i) => `w${number}x${i}`).join(' ')
const documents = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: text(id) }))

const REPLACED = /redis.*: the index was removed or replaced since it was opened; open it again/
const NO_INDEX = /there is no index/

describe.skipIf(redis.path === undefined)(titled('an index in Redis that is replaced', redis), () => {
  let client: Redis
  beforeAll(() => {
    client = new Redis(single().port, '127.0.0.1')
  })
  afterAll(() => client?.quit())

  async function removeKeys(pattern: string): Promise<number> {
    const keys = await client.keysBuffer(pattern)
    return keys.length === 0 ? 0 : client.del(keys)
  }

  it.each(['with documents', 'before its first document'])(
    'refuses changes after it was removed: %s',
    async (when) => {
      const prefix = `removed ${when}`
      await using store = await openRedisStore(single().address, { prefix })
      if (when === 'with documents') await store.addMany(documents(3))
      await removeKeys(`{${prefix}:*`)
      const changes = [
        () => store.add({ id: 'one', text: text(1) }),
        () => store.addMany(documents(700)),
        () => store.addIfNew({ id: 'one', text: text(1) }),
        () => store.remove(1),
        () => store.namespace('other').add({ id: 'one', text: text(1) }),
      ]
      for (const change of changes) {
        const error = await change().catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(UnreadableInput)
        expect((error as Error).message).toMatch(REPLACED)
      }
      await expect(openRedisStore(single().address, { prefix, ifMissing: 'refuse' })).rejects.toThrow(
        NO_INDEX,
      )
      await using again = await openRedisStore(single().address, { prefix, threshold: 0.6 })
      expect((await again.stats()).documents).toBe(0)
      await again.addMany(documents(700))
      for (const id of [0, 350, 699]) expect((await again.check(text(id))).matches[0]?.id).toBe(id)
    },
  )

  it('refuses changes and queries after it was created again with other parameters', async () => {
    const options = { prefix: 'replaced' }
    await using store = await openRedisStore(single().address, options)
    await store.addMany(documents(3))
    await removeKeys('{replaced:*')
    await using other = await openRedisStore(single().address, { ...options, threshold: 0.5 })
    await other.addMany(documents(3))
    await expect(store.add({ id: 'more', text: text(9) })).rejects.toThrow(REPLACED)
    await expect(store.check(text(1))).rejects.toThrow(REPLACED)
    await expect(store.queryMany([text(1), text(2)])).rejects.toThrow(REPLACED)
    expect((await other.check(text(1))).matches[0]?.id).toBe(1)
    expect((await other.stats()).documents).toBe(3)
  })

  it('is not created over the documents of one that lost its parameters', async () => {
    const options = { prefix: 'lost' }
    await using store = await openRedisStore(single().address, options)
    await store.namespace('named').addMany(documents(3))
    expect(await removeKeys('{lost:%C3%BF}:rparameters')).toBe(1)
    const create = () => openRedisStore(single().address, { ...options, threshold: 0.5 })
    await expect(create()).rejects.toThrow(/documents of an index whose parameters were lost; restore/)
    // The list of namespaces is lost, too.
    await removeKeys('{lost:%C3%BF}:*')
    await using other = await create()
    await expect(other.namespace('named').add({ id: 'more', text: text(9) })).rejects.toThrow(
      /the namespace has documents of an index that was removed or replaced; delete its keys/,
    )
    await expect(other.namespace('named').check(text(1))).rejects.toThrow(REPLACED)
    await other.add({ id: 'more', text: text(9) })
    expect((await other.check(text(9))).matches[0]?.id).toBe('more')
  })

  it('refuses changes on a cluster whose nodes were emptied', async () => {
    const addresses = cluster().map(({ address }) => address)
    await using store = await openRedisStore({ cluster: addresses }, { prefix: 'emptied' })
    const spaces = Array.from({ length: 6 }, (_, i) => store.namespace(`space-${i}`))
    for (const space of spaces) await space.add({ id: 1, text: text(1) })
    for (const { port } of cluster()) {
      const node = new Redis(port, '127.0.0.1')
      await node.flushall()
      await node.quit()
    }
    for (const space of [...spaces, store.namespace('new')])
      await expect(space.add({ id: 2, text: text(2) })).rejects.toThrow(REPLACED)
  })

  it('of an earlier version, without an id, receives one with the first change', async () => {
    const options = { prefix: 'earlier' }
    const written = await openRedisStore(single().address, options)
    await written.addMany(documents(3))
    await written.close()
    expect(await removeKeys('{earlier:*}:i')).toBe(1)
    expect(await removeKeys('{earlier:*}:rid')).toBe(1)
    await using one = await openRedisStore(single().address, options)
    await using other = await openRedisStore(single().address, options)
    expect((await one.check(text(1))).matches[0]?.id).toBe(1)
    expect(await client.keys('{earlier:*}:rid')).toEqual([])
    const both = [one.add({ id: 3, text: text(3) }), other.add({ id: 4, text: text(4) })]
    await Promise.all(both)
    expect((await other.check(text(3))).matches[0]?.id).toBe(3)
    expect((await one.stats()).documents).toBe(5)
    await removeKeys('{earlier:*')
    for (const store of [one, other])
      await expect(store.add({ id: 5, text: text(5) })).rejects.toThrow(REPLACED)
  })
})
