import type { LiveIndex } from '../live-index.js'
import { type OpenOptions, openIndex } from '../open-index.js'
import { MemoryStorage } from './memory-storage.js'

/**
 * Opens a live index in memory.
 *
 * @example
 * const store = await openMemoryStore({ threshold: 0.7 })
 * await store.addIfNew({ id: 'a', text }) // { status: 'new', added: true, … }
 */
export function openMemoryStore(options: Omit<OpenOptions, 'ifMissing'> = {}): Promise<LiveIndex> {
  return openIndex(new MemoryStorage(), options)
}
