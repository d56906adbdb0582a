import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { IndexInUse, InvalidArtifact, UnwritableOutput } from '../../../../src/model/errors.js'
import type { LiveIndex } from '../../../../src/store/live-index.js'
import type { LmdbEnvironment } from '../../../../src/store/lmdb/lmdb-types.js'
import { checkFile } from '../../../../src/store/lmdb/node-check-file.js'
import { compactFile } from '../../../../src/store/lmdb/node-compact-file.js'
import { openLmdbStore } from '../../../../src/store/lmdb/node-lmdb-store.js'
import { loadLmdb, openFile } from '../../../../src/store/lmdb/node-open-file.js'

const root = mkdtempSync(join(tmpdir(), 'likewise-compact-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const newFolder = () => join(root, `index-${folders++}`)
const text = (number: number) => Array.from({ length: 30 }, (_, i) => `w${number}x${i}`).join(' ')
const DOCUMENTS = 2000

async function fill(folder: string): Promise<LiveIndex> {
  const store = await openLmdbStore(folder, { expiry: { maxIdle: 1e9 } })
  await store.addMany(Array.from({ length: DOCUMENTS }, (_, id) => ({ id, text: text(id) })))
  return store
}

describe('during compaction', () => {
  it('acknowledged changes are kept, and lookups are answered', async () => {
    const folder = newFolder()
    const store = await fill(folder)
    const reader = await openLmdbStore(folder, { readOnly: true })
    let isDone = false
    const added: number[] = []
    const removed: number[] = []
    const write = async (first: number) => {
      for (let id = first; !isDone && id < 1.5 * DOCUMENTS; id += 3) {
        await (id % 2 === 0 ? store.add({ id, text: text(id) }) : store.addIfNew({ id, text: text(id) }))
        added.push(id)
        expect(await store.remove(id - DOCUMENTS)).toBe(1)
        removed.push(id - DOCUMENTS)
      }
    }
    const look = async (source: LiveIndex) => {
      for (let turn = 1; !isDone; turn++) {
        const id = DOCUMENTS - (turn % 500) - 1
        expect((await source.check(text(id))).matches.map((match) => match.id)).toEqual([id])
        expect(await source.get(id)).toBeDefined()
        await source.stats()
        await setImmediate()
      }
    }
    const others = [0, 1, 2].map((first) => write(DOCUMENTS + first))
    const lookups = [look(store), look(reader)]
    for (let i = 0; i < 3; i++) await Promise.all([store.compact(), store.compact()])
    isDone = true
    await Promise.all([...others, ...lookups])
    expect(added.length).toBeGreaterThan(0)
    await reader.close()
    await store.close()
    const reopened = await openLmdbStore(folder, { readOnly: true })
    for (const id of added) expect(await reopened.get(id), String(id)).toBeDefined()
    for (const id of removed) expect(await reopened.get(id), String(id)).toBeUndefined()
    expect((await reopened.stats()).documents).toBe(DOCUMENTS + added.length - removed.length)
    await reopened.close()
    expect(readdirSync(folder).filter((name) => name.endsWith('.mdb'))).toEqual(['data-7.mdb'])
  })

  it('an index that is closed is complete', async () => {
    const folder = newFolder()
    const { storage } = await fill(folder)
    const compacted = storage.compact()
    const written = storage.write('s', { counted: [['count', 1]] })
    await storage.close()
    await compacted
    await written
    const reopened = await openLmdbStore(folder)
    expect((await reopened.stats()).documents).toBe(DOCUMENTS)
    expect(await reopened.storage.counters('s', ['count'])).toEqual([1])
    await reopened.close()
  })
})

describe('after compaction', () => {
  const more = Array.from({ length: 1000 }, (_, i) => ({ id: DOCUMENTS + i, text: text(DOCUMENTS + i) }))

  it('very many pages can be released at once', async () => {
    const store = await fill(newFolder())
    await store.compact()
    await store.addMany(more)
    expect((await store.stats()).documents).toBe(DOCUMENTS + more.length)
    await store.close()
  })

  it('the same is true for a file that another process compacted', async () => {
    const folder = newFolder()
    await (await fill(folder)).close()
    const module = await loadLmdb()
    const opened = openFile(module, join(folder, 'data-1.mdb'), false)
    const compacted = await compactFile(
      folder,
      opened,
      () => openFile(module, join(folder, 'data-2.mdb'), false),
      undefined,
    )
    await opened.environment.close()
    await compacted.environment.close()
    expect(checkFile(join(folder, 'data-2.mdb')).hasFreePages).toBe(false)
    const store = await openLmdbStore(folder)
    await store.addMany(more)
    expect((await store.stats()).documents).toBe(DOCUMENTS + more.length)
    await store.close()
  })
})

describe('a compaction that fails', () => {
  it('leaves the index as it was, and open', async () => {
    const folder = newFolder()
    await (await fill(folder)).close()
    const names = readdirSync(folder)
    const opened = openFile(await loadLmdb(), join(folder, 'data-1.mdb'), false)
    const fails = () => {
      throw Object.assign(new Error('input or output'), { code: 'EIO' })
    }
    await expect(compactFile(folder, opened, fails, undefined)).rejects.toThrow(UnwritableOutput)
    expect(readdirSync(folder)).toEqual(names)
    expect(await opened.environment.childTransaction(() => opened.records.doesExist('x'))).toBe(false)
    await opened.environment.close()
    const store = await openLmdbStore(folder)
    expect((await store.stats()).documents).toBe(DOCUMENTS)
    await store.close()
  })

  it('because the file is damaged says so', async () => {
    const folder = newFolder()
    await (await fill(folder)).close()
    const opened = openFile(await loadLmdb(), join(folder, 'data-1.mdb'), false)
    // What LMDB reports where a page of the file is not one of its pages.
    const backup = () => Promise.reject(new Error('MDB_CORRUPTED: Located page was wrong type'))
    const environment = { childTransaction: async () => {}, backup } as unknown as LmdbEnvironment
    const compacted = compactFile(folder, { ...opened, environment }, () => opened, undefined)
    await expect(compacted).rejects.toThrow(InvalidArtifact)
    await opened.environment.close()
  })

  it('because another process took the folder over leaves the file of that process', async () => {
    const folder = newFolder()
    await (await fill(folder)).close()
    const opened = openFile(await loadLmdb(), join(folder, 'data-1.mdb'), false)
    const lock = {
      check() {
        copyFileSync(join(folder, 'data-1.mdb'), join(folder, 'data-2.mdb'))
        throw new IndexInUse(folder, 17)
      },
    }
    const compacted = compactFile(folder, opened, () => opened, lock)
    await expect(compacted).rejects.toThrow(IndexInUse)
    await opened.environment.close()
    expect(readdirSync(folder)).toContain('data-2.mdb')
    expect(readdirSync(folder)).not.toContain('compacted')
  })
})
