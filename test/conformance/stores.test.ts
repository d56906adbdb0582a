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
