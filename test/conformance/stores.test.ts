import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openLmdbStore } from '../../src/store/lmdb/node-lmdb-store.js'
import { MemoryStorage } from '../../src/store/memory/memory-storage.js'
import { openIndex } from '../../src/store/open-index.js'
import { testStore } from './store-suite.js'

const memories = new Map<string, MemoryStorage>()

testStore('memory', {
  open: (name, options) => {
    const storage = memories.get(name) ?? new MemoryStorage()
    memories.set(name, storage)
    return openIndex(storage, options)
  },
})

const folder = mkdtempSync(join(tmpdir(), 'likewise-stores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

testStore('LMDB', { open: (name, options) => openLmdbStore(join(folder, name), options), runs: 8 })
