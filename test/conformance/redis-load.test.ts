// Bulk loads into Redis: what they add is the same as what `addMany` adds, whatever happens to the index meanwhile.

import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import type { BulkAdder } from '../../src/store/bulk-adder.js'
import type { BulkLoad } from '../../src/store/bulk-contents.js'
import { ContentReader } from '../../src/store/content-reader.js'
import { idKey } from '../../src/store/keys.js'
import type { LiveIndex } from '../../src/store/live-index.js'
import { storedContent } from '../../src/store/plan-change.js'
import { byPage } from '../../src/store/postings.js'
import { openRedisStore } from '../../src/store/redis/redis-store.js'
import type { StoreDocument } from '../../src/store/store.js'
import { findRedis, titled } from '../outside.js'
import { resending, sharedServers } from './redis-servers.js'

const redis = findRedis()
const { single, cluster } = sharedServers()

const NOW = 1_700_000_000_000
const clock = () => NOW
const text = (number: number) => Array.from({ length: 60 }, (_, i) => `w${number}x${i}`).join(' ')
/** Every tenth has the text of the one before. */
const documents = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    id: from + i,
    text: text((from + i) % 10 === 9 ? from + i - 1 : from + i),
  }))

function bulkOf({ parameters }: LiveIndex, list: readonly StoreDocument[]): BulkLoad {
  const contents = new ContentReader(parameters).read(list.map((document) => document.text))
  const postings = contents.flatMap((content) => storedContent(content).postings)
  return {
    contents: () => contents.map(({ key, set }, i) => ({ key, set, ids: [idKey(list[i]!.id)] })),
    pages: (table) => byPage(table, postings),
  }
}

async function load(
  store: LiveIndex,
  list: readonly StoreDocument[],
  between: (adder: BulkAdder) => Promise<unknown> = async () => {},
): Promise<{ added: number; replaced: number }> {
  const adder = (await store.load({ id: randomUUID(), now: NOW, onWritten: () => {} }))!
  const bulk = bulkOf(store, list)
  await adder.writePages(bulk, await adder.known(bulk))
  await between(adder)
  const added = await adder.writeDocuments(bulk)
  await adder.end()
  return { added, replaced: adder.replaced }
}

async function snapshotOf(store: LiveIndex): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.snapshot()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

const idsOf = async (store: LiveIndex, query: string) =>
  (await store.check(query)).matches.map(({ id }) => id)

describe.skipIf(redis.path === undefined)(titled('a bulk load into Redis', redis), () => {
  it.each(['single', 'cluster'])('stores the same as addMany: %s', async (kind) => {
    const server = () =>
      kind === 'single' ? single().address : { cluster: cluster().map(({ address }) => address) }
    await using loaded = await openRedisStore(server(), { prefix: 'loaded', clock })
    await using added = await openRedisStore(server(), { prefix: 'added', clock })
    const first = documents(0, 1300)
    expect(await load(loaded, first)).toEqual({ added: 1300, replaced: 0 })
    await added.addMany(first)
    expect(await snapshotOf(loaded)).toBe(await snapshotOf(added))
    expect(await idsOf(loaded, text(8))).toEqual([8, 9])
    // Into an index with documents: some are new, some have other ids, and some replace others.
    const more = [
      ...documents(1000, 1800).map(({ id, text }) => ({ id: id + 500, text })),
      ...documents(7, 9),
    ]
    const second = more.map((document, i) =>
      i % 100 === 7 ? { ...document, text: text(5000 + i) } : document,
    )
    expect(await load(loaded, second)).toEqual({ added: 802, replaced: 2 })
    await added.addMany(second)
    expect(await snapshotOf(loaded)).toBe(await snapshotOf(added))
    for (const { id, text } of second.slice(0, 50)) expect(await idsOf(loaded, text)).toContain(id)
    expect(await loaded.stats()).toMatchObject({ documents: 2100 })
  })

  it('a content whose last document is removed during the load is found', async () => {
    await using store = await openRedisStore(single().address, { prefix: 'removed', clock })
    await store.addMany(documents(0, 20))
    const list = documents(0, 600).map(({ id, text }) => ({ id: `new-${id}`, text }))
    await load(store, list, () => store.remove(Array.from({ length: 20 }, (_, id) => id)))
    for (const id of [0, 8, 19, 599])
      expect(await idsOf(store, `${text(id % 10 === 9 ? id - 1 : id)} more`)).toContain(`new-${id}`)
    expect((await store.stats()).documents).toBe(600)
  })

  it('removes postings again after the load', async () => {
    await using store = await openRedisStore(single().address, { prefix: 'cleared', clock })
    const list = documents(0, 600)
    await load(store, list)
    await store.remove(list.map(({ id }) => id))
    const client = new Redis(single().port, '127.0.0.1')
    expect(await client.keys('{cleared:}:p*')).toEqual([])
    expect(await client.keys('{cleared:}:r*')).toEqual([])
    await client.quit()
  })

  it('that is interrupted leaves an index without phantoms, to which the documents can be added', async () => {
    await using store = await openRedisStore(single().address, { prefix: 'interrupted', clock })
    const list = documents(0, 600)
    const stop = new Error('stopped')
    await expect(load(store, list, () => Promise.reject(stop))).rejects.toThrow(stop)
    expect(await idsOf(store, text(3))).toEqual([])
    expect(await store.addIfNew({ id: 'one', text: text(3) })).toMatchObject({ added: true })
    await store.addMany(list)
    expect(await idsOf(store, text(3))).toEqual(['one', 3])
    expect((await store.stats()).documents).toBe(601)
  })

  it('into an index that is removed meanwhile fails, and leaves no content without postings', async () => {
    const options = { prefix: 'emptied', clock }
    await using store = await openRedisStore(single().address, options)
    const list = documents(0, 600)
    const client = new Redis(single().port, '127.0.0.1')
    const removed = load(store, list, async () => client.del(await client.keysBuffer('{emptied:*')))
    await expect(removed).rejects.toThrow(/removed or replaced since it was opened/)
    expect(await client.keys('{emptied:*}:r*')).toEqual([])
    await client.quit()
    await using again = await openRedisStore(single().address, options)
    await again.addMany(list)
    expect(await idsOf(again, `${text(3)} more`)).toEqual([3])
  })

  it('counts a step once that is sent again because its answer was lost', async () => {
    const client = new Redis(single().port, '127.0.0.1')
    await using store = await openRedisStore(resending(client), { prefix: 'resent', clock })
    await load(store, documents(0, 1200))
    expect(await load(store, documents(2000, 3200))).toEqual({ added: 1200, replaced: 0 })
    expect((await store.stats()).documents).toBe(2400)
  })
})
