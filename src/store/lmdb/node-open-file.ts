/// <reference types="node" />
import { MissingPackage } from '../../model/errors.js'
import type { LmdbEnvironment, LmdbKeyEncoder, LmdbModule, LmdbTable } from './lmdb-types.js'
import { Buckets } from './node-buckets.js'
import { damaged } from './node-check-file.js'
import { CheckedTable } from './node-checked-table.js'
import { GuardedTable } from './node-guarded-table.js'
import { createLockFile } from './node-lock-file.js'
import { PostingPages } from './node-posting-pages.js'

const MAX_READERS = 1000

/** Encodes byte strings as the keys of a table. Most keys are a few bytes long, for which a loop takes less time than a call of `Buffer`. */
const keyEncoder: LmdbKeyEncoder = {
  writeKey(key, target, position) {
    for (let i = 0; i < key.length; i++) target[position + i] = key.charCodeAt(i)
    return position + key.length
  },
  readKey: (source, start, end) => (source as Buffer).toString('latin1', start, end),
}

/** The tables of a file. */
export interface Opened {
  readonly environment: LmdbEnvironment
  readonly records: LmdbTable
  readonly buckets: Buckets
  readonly counters: CheckedTable
  readonly postings: PostingPages
  readonly path: string
}

/**
 * Opens a file of LMDB, with all its tables.
 *
 * @param noSync whether changes are not written to the disk at once, because the file is complete only later
 */
export function openFile(module: LmdbModule, path: string, readOnly: boolean, noSync = false): Opened {
  createLockFile(path)
  const environment = module.open({
    path,
    noSubdir: true,
    maxDbs: 4,
    maxReaders: MAX_READERS,
    // A change is on disk when its promise resolves.
    overlappingSync: false,
    readOnly,
    ...(noSync && { noSync }),
  })
  environment.readerCheck()
  const table = (name: string) => {
    const opened = environment.openDB({ name, keyEncoder, encoding: 'binary' })
    return opened && new GuardedTable(opened, path)
  }
  const [records, buckets, counters, postings] = ['records', 'buckets', 'counters', 'postings'].map(table)
  if (!records || !buckets || !counters) {
    throw damaged(path, 'it has no tables of an index')
  }
  // An index of an older version has no postings; it is rejected because of its parameters, which are records.
  return {
    environment,
    records,
    buckets: new Buckets(buckets),
    counters: new CheckedTable(counters),
    postings: new PostingPages(postings ?? records),
    path,
  }
}

/** The package, which is optional. */
export async function loadLmdb(): Promise<LmdbModule> {
  const name = 'lmdb'
  try {
    return (await import(name)) as LmdbModule
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new MissingPackage(name, 'an index in a folder')
  }
}
