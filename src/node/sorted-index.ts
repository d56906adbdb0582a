import type { BadRecord } from '../model/errors.js'
import type { Source } from '../read/source.js'
import { spaceOf } from '../store/keys.js'
import { type FillOptions, fillFile } from '../store/lmdb/node-fill-file.js'
import { openLmdbStore } from '../store/lmdb/node-lmdb-store.js'
import type { OpenOptions } from '../store/open-index.js'
import { makeParameters } from '../store/parameters.js'
import type { Added, StoreStatistics } from '../store/store.js'
import { type ReadSortedOptions, readSorted } from './read-sorted.js'
import { sortedBulk } from './sorted-bulk.js'

/** How an index is built in one pass. */
export interface SortedOptions extends Omit<ReadSortedOptions, 'onRecords' | 'folder'> {
  readonly index: OpenOptions
  readonly namespace: string
  /** Called with the number of records or entries of a step; may throw, to stop. */
  readonly onProgress: (step: 'reading' | Parameters<FillOptions['onWritten']>[0], count: number) => void
}

/** What was built in one pass. */
export interface Sorted extends Added {
  /** Bad records, if they are skipped. */
  readonly skipped: readonly BadRecord[]
  readonly stats: StoreStatistics
  readonly threshold: number
}

/**
 * Builds an index of the documents of a source in an empty folder, in which nothing else may be stored meanwhile. All cores read and sketch
 * documents, and what they find is sorted, in temporary files in the folder if there is much of it, so that the index is written in one
 * pass.
 *
 * @returns undefined if the memory budget is too small for that, or if documents beyond a cap must make room for later ones
 */
export async function buildSorted(
  folder: string,
  source: Source,
  { index, namespace, onProgress, ...requested }: SortedOptions,
): Promise<Sorted | undefined> {
  if (index.expiry?.maxDocuments !== undefined) return undefined
  const reading = { ...requested, folder, onRecords: (records: number) => onProgress('reading', records) }
  return readSorted(source, makeParameters(index), reading, async ({ contents, skipped }) => {
    const now = Math.floor((index.clock ?? Date.now)())
    const counts = await fillFile(folder, spaceOf(namespace), sortedBulk(contents), {
      now,
      onWritten: onProgress,
    })
    await using store = (await openLmdbStore(folder, index)).namespace(namespace)
    await store.register()
    const { documents, empty } = counts
    const { replaced } = contents
    const { threshold } = store.parameters
    return { added: documents + replaced, replaced, empty, skipped, stats: await store.stats(), threshold }
  })
}
