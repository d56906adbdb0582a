/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { BadRecord } from '../../model/errors.js'
import type { Source } from '../../read/source.js'
import type { LiveIndex } from '../../store/live-index.js'
import type { Added } from '../../store/store.js'
import { readSorted } from '../read-sorted.js'
import { bulkLoad } from '../sorted-bulk.js'
import type { SortedOptions } from '../sorted-index.js'
import { loadInThreads } from './load-threads.js'
import type { RedisLocation } from './load-worker.js'

/** How documents are added on all cores. */
export interface AddSortedOptions extends Omit<SortedOptions, 'index' | 'namespace'> {
  /** Where the index is, if other threads can open it. */
  readonly location?: RedisLocation
}

/**
 * Adds the documents of a source to an index whose storage has loads. All cores read and sketch them, and then write them.
 *
 * @returns undefined if the storage has no loads, if texts are kept, which must be stored with their documents, if documents beyond a cap must
 * make room for later ones, or if the memory budget is too small for sorting, or set while the index has documents
 */
export async function addSorted(
  store: LiveIndex,
  source: Source,
  { onProgress, location, ...requested }: AddSortedOptions,
): Promise<(Added & { readonly skipped: readonly BadRecord[] }) | undefined> {
  const { parameters, expiry, storage } = store
  const { memory, workers = availableParallelism() } = requested
  if (storage.load === undefined || parameters.keepTexts || expiry.maxDocuments !== undefined)
    return undefined
  // Contents that exist are listed in memory.
  if (memory !== undefined && (await store.stats()).documents > 0) return undefined
  const reading = { ...requested, onRecords: (records: number) => onProgress('reading', records) }
  return readSorted(source, parameters, reading, async ({ contents, skipped }) => {
    const load = { id: randomUUID(), now: Date.now(), onWritten: onProgress }
    const adder = await store.load(load)
    if (adder === undefined) return undefined
    try {
      // Each thread takes memory.
      const shares =
        location === undefined || memory !== undefined ? 1 : Math.min(workers, contents.partitions)
      const all = bulkLoad(contents)
      const known = await adder.known(all)
      let loaded = { documents: 0, replaced: 0 }
      if (shares > 1) {
        const { id, now } = load
        const data = { location: location!, contents: contents.share(), shares, known, id, now }
        loaded = await loadInThreads(data, onProgress)
      } else {
        await adder.writePages(all, known)
        loaded.documents = await adder.writeDocuments(all)
      }
      const empty = await adder.writeEmpty(contents.emptyIds())
      const replaced = contents.replaced + loaded.replaced + adder.replaced
      return { added: loaded.documents + empty + contents.replaced, replaced, empty, skipped }
    } finally {
      await adder.end()
    }
  })
}
