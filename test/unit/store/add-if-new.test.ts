import { expect, it } from 'vitest'
import { contentBucket, contentRecord } from '../../../src/store/keys.js'
import { MemoryStorage } from '../../../src/store/memory/memory-storage.js'
import { openIndex } from '../../../src/store/open-index.js'
import type { BucketRange, ByteString } from '../../../src/store/storage.js'

const WORDS = Array.from({ length: 200 }, (_, i) => `w${i}`)
const FIRST = { id: 'first', text: WORDS.join(' ') }
const SIMILAR = { id: 'similar', text: [...WORDS, 'more'].join(' ') }

/** A storage in which something else happens at one moment: before the sets of candidates are read, or before their documents are. */
class Interrupted extends MemoryStorage {
  interruption: { before: 'sets' | 'documents'; run: () => Promise<unknown> } | undefined

  override async records(space: ByteString, keys: readonly ByteString[]) {
    if (keys.some((key) => key.startsWith(contentRecord('')))) await this.#interrupt('sets')
    return super.records(space, keys)
  }

  override async members(space: ByteString, ranges: readonly BucketRange[]) {
    if (ranges.some(({ bucket, limit }) => limit && bucket.startsWith(contentBucket(''))))
      await this.#interrupt('documents')
    return super.members(space, ranges)
  }

  async #interrupt(moment: 'sets' | 'documents'): Promise<void> {
    if (this.interruption?.before !== moment) return
    const { run } = this.interruption
    this.interruption = undefined
    await run()
  }
}

for (const expiry of [{}, { maxAge: 60_000 }])
  for (const before of ['sets', 'documents'] as const)
    it(`finds a document that was removed and is added again meanwhile, before ${before} are read: ${JSON.stringify(expiry)}`, async () => {
      const storage = new Interrupted()
      const store = await openIndex(storage, { threshold: 0.8, expiry })
      await store.add(FIRST)
      let attempts = 0
      const write = storage.write.bind(storage)
      storage.interruption = {
        before,
        async run() {
          await store.remove(FIRST.id)
          // Added again once the answer is known, just before it is written.
          storage.write = async (space, change) => {
            if (change.put?.length && attempts++ === 0) expect((await store.addIfNew(FIRST)).added).toBe(true)
            return write(space, change)
          }
        },
      }
      const claimed = await store.addIfNew(SIMILAR)
      expect(claimed).toMatchObject({ added: false, status: 'similar', matches: [{ id: 'first' }] })
      expect((await store.stats()).documents).toBe(1)
    })

it('many documents with one text can be added again and removed', async () => {
  const store = await openIndex(new MemoryStorage(), { threshold: 0.8 })
  const documents = Array.from({ length: 3000 }, (_, id) => ({ id, text: FIRST.text }))
  await store.addMany(documents)
  await store.addMany(documents.map(({ id }) => ({ id, text: SIMILAR.text })))
  expect(await store.check(FIRST.text, { limit: 1 })).toMatchObject({ status: 'similar' })
  expect(await store.remove(documents.map(({ id }) => id))).toBe(3000)
  expect(await store.check(FIRST.text)).toMatchObject({ status: 'new', matches: [] })
})
