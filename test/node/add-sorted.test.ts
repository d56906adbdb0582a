// Threads run what is built, so this test does, too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDocuments } from '../../dist/node/document-source.js'
import { addSorted } from '../../dist/node/load/add-sorted.js'
import { buildIndex } from '../../dist/public/node.js'
import { openRedisStore } from '../../dist/public/store-redis.js'
import { type RedisServer, startServer } from '../conformance/redis-servers.js'
import { findRedis, titled } from '../outside.js'

const redis = findRedis()
let server: RedisServer | undefined
beforeAll(async () => {
  if (redis.path !== undefined) server = await startServer()
})
const folder = mkdtempSync(join(tmpdir(), 'add-sorted-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server?.stop()
})

const text = (number: number) => Array.from({ length: 40 }, (_, i) => `w${number}x${i}`).join(' ')
const documents = [
  ...Array.from({ length: 900 }, (_, id) => ({ id, text: text(id) })),
  { id: 'empty', text: '' },
  { id: 7, text: text(1007) },
  { id: 'copy', text: text(8) },
]

describe.skipIf(redis.path === undefined)(
  titled('an index in Redis that is filled by all cores', redis),
  () => {
    it('is the same with one thread and with several', async () => {
      const file = join(folder, 'in.jsonl')
      writeFileSync(file, documents.map((line) => `${JSON.stringify(line)}\n`).join(''))
      for (const workers of [1, 3]) {
        const prefix = `workers-${workers}`
        await using store = await openRedisStore(server!.address, { prefix })
        const source = await openDocuments(file, { id: 'id' }, {})
        const steps = new Set<string>()
        const added = await addSorted(store, source, {
          onError: 'stop',
          workers,
          partitions: 5,
          location: { address: server!.address, prefix, namespace: '' },
          onProgress: (step) => steps.add(step),
        })
        await source.close()
        expect(added).toEqual({ added: 903, replaced: 1, empty: 1, skipped: [] })
        expect([...steps]).toEqual(['reading', 'postings', 'contents'])
        expect(await store.stats()).toMatchObject({ documents: 902, empty: 1 })
        expect(await store.query(text(8))).toMatchObject([{ id: 'copy' }, { id: 8 }])
        expect(await store.query(text(7))).toEqual([])
        expect(await store.query(text(1007))).toMatchObject([{ id: 7, similarity: 1 }])
        for (let id = 100; id < 900; id += 50) expect(await store.query(text(id))).toMatchObject([{ id }])
      }
    })

    it('an error stops all threads and is thrown', async () => {
      const prefix = 'stopped'
      await using store = await openRedisStore(server!.address, { prefix })
      const source = await openDocuments(documents, {}, {})
      const adding = addSorted(store, source, {
        onError: 'stop',
        workers: 3,
        partitions: 5,
        location: { address: server!.address, prefix, namespace: '' },
        onProgress(step) {
          if (step === 'contents') throw new Error('enough')
        },
      })
      await expect(adding).rejects.toThrow('enough')
      await source.close()
      const { documents: stored } = await store.stats()
      expect(stored).toBeLessThanOrEqual(902)
    })

    it('buildIndex builds it, and never replaces one', async () => {
      const { address } = server!
      const built = await buildIndex(address, documents, { prefix: 'built', namespace: 'n' })
      expect(built).toMatchObject({ added: 903, replaced: 1, empty: 1, stats: { documents: 902 } })
      await using store = (await openRedisStore(address, { prefix: 'built' })).namespace('n')
      expect(await store.query(text(8))).toMatchObject([{ id: 'copy' }, { id: 8 }])
      await expect(buildIndex(address, documents, { prefix: 'built' })).rejects.toThrow(
        /already exists there/,
      )
      await expect(buildIndex(address, documents, { prefix: 'x', force: true })).rejects.toThrow(/force/)
      await expect(buildIndex(join(folder, 'index'), documents, { prefix: 'x' })).rejects.toThrow(/prefix/)
      const texts = await buildIndex(address, documents, { prefix: 'texts', keepTexts: true })
      expect(texts).toMatchObject({ added: 903, stats: { documents: 902 } })
    })
  },
)
