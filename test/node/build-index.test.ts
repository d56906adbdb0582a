// Worker threads run what is built, so this test does, too.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildIndex } from '../../dist/public/node.js'
import { openLmdbStore } from '../../dist/public/store-lmdb.js'

const folder = mkdtempSync(join(tmpdir(), 'build-index-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let made = 0
const newName = () => join(folder, `${made++}`)
const text = (number: number) => Array.from({ length: 30 }, (_, i) => `w${number}x${i}`).join(' ')
const documents = Array.from({ length: 40 }, (_, id) => ({ id, text: text(id) }))

describe('buildIndex', () => {
  it('builds an index of files and of documents, with any namespace and cap', async () => {
    const file = `${newName()}.jsonl`
    writeFileSync(
      file,
      [...documents, { id: 3, text: 'a later one' }].map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    for (const [source, options, expected] of [
      [file, { id: 'id', threshold: 0.7, workers: 2 }, { added: 41, replaced: 1, empty: 0, skipped: [] }],
      [documents, { namespace: 'other' }, { added: 40, replaced: 0, empty: 0, skipped: [] }],
      [documents, { expiry: { maxDocuments: 10 } }, { added: 40, replaced: 0, empty: 0, skipped: [] }],
      [documents, { bands: 20, rows: 4, memory: '300MB' }, { added: 40, replaced: 0 }],
    ] as const) {
      const index = newName()
      const { stats, ...built } = await buildIndex(index, source, options)
      expect(built).toMatchObject(expected)
      await using store = await openLmdbStore(index)
      const space = store.namespace('namespace' in options ? options.namespace : '')
      expect(stats).toEqual({ ...(await space.stats()), location: index })
      expect(stats.documents).toBe('expiry' in options ? 10 : 40)
      expect(await space.query(text(39))).toMatchObject([{ id: 39, similarity: 1 }])
      if ('bands' in options) expect(store.parameters).toMatchObject({ bands: 20, rows: 4 })
    }
  })

  it('replaces an index with documents only on request', async () => {
    const index = newName()
    await buildIndex(index, documents)
    await expect(buildIndex(index, documents.slice(1))).rejects.toThrow(/already exists there.*force/s)
    const { stats } = await buildIndex(index, documents.slice(1), { force: true })
    expect(stats.documents).toBe(39)
  })

  it('leaves nothing behind if it is aborted or fails', async () => {
    const index = newName()
    const before = readdirSync(folder)
    await expect(buildIndex(index, documents, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
    await expect(buildIndex(index, [{ id: 1, text: 5 }, ...documents])).rejects.toThrow()
    const stop = new AbortController()
    async function* aborting() {
      yield* documents
      stop.abort(new Error('enough'))
      yield* documents
    }
    await expect(buildIndex(index, aborting(), { signal: stop.signal })).rejects.toThrow('enough')
    expect(existsSync(index)).toBe(false)
    expect(readdirSync(folder)).toEqual(before)
  })

  it('skips bad records on request', async () => {
    const bad = [...documents, { id: 'x'.repeat(2000), text: 'an id that is too long' }]
    await expect(buildIndex(newName(), bad)).rejects.toThrow(/id/)
    const { skipped, added } = await buildIndex(newName(), bad, { onError: 'skip' })
    expect([skipped.length, added]).toEqual([1, 40])
  })

  it.each([
    [{ threshold: 2 }, /threshold/],
    [{ force: 1 }, /force/],
    [{ workers: 0 }, /workers/],
    [{ memory: '1MB' }, /not enough/],
    [{ runDir: 'x' }, /runDir/],
    [{ namespace: 5 }, /namespace/],
    [{ expiry: { maxAge: -1 } }, /maxAge/],
  ])('rejects %o', async (options, message) => {
    await expect(buildIndex(newName(), documents, options as object)).rejects.toThrow(message)
  })
})
