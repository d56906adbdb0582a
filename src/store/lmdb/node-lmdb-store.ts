import { checkBoolean, checkNames } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import type { LiveIndex } from '../live-index.js'
import { OPEN_OPTION_NAMES, type OpenOptions, openIndex } from '../open-index.js'
import { LmdbStorage } from './node-lmdb-storage.js'

export interface LmdbStoreOptions extends OpenOptions {
  /** Open the index read-only. Any number of processes can do so while another one writes. Default: false. */
  readonly readOnly?: boolean
}

/**
 * Opens a live index in a folder, with the package `lmdb`. When the promise of `add` resolves, the document is on disk, and a
 * killed process leaves a valid index. Only one process can write; a second writer gets `IndexInUse`.
 *
 * @example
 * await using store = await openLmdbStore('seen', { threshold: 0.7 })
 * await store.addIfNew({ id: 'mail-1', text })
 */
export async function openLmdbStore(folder: string, options: LmdbStoreOptions = {}): Promise<LiveIndex> {
  checkNames(options, [...OPEN_OPTION_NAMES, 'readOnly'])
  const { readOnly = false, ...rest } = options
  if (typeof folder !== 'string' || folder === '')
    throw new InvalidOption('folder', folder, 'the name of a folder')
  checkBoolean('readOnly', readOnly)
  const storage = await LmdbStorage.open(folder, readOnly, options.ifMissing !== 'refuse')
  try {
    return await openIndex(storage, rest)
  } catch (error) {
    await storage.close()
    throw error
  }
}
