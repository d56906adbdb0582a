import { checkRequestOption } from '../engine/request.js'
import { checkBoolean, checkNames } from '../model/check.js'
import { type BadRecord, InvalidOption } from '../model/errors.js'
import type { StopSignal } from '../model/stop-signal.js'
import type { Source } from '../read/source.js'
import { MAX_ID_BYTES, spaceOf } from '../store/keys.js'
import type { LiveIndex } from '../store/live-index.js'
import { openLmdbStore } from '../store/lmdb/node-lmdb-store.js'
import type { OpenOptions } from '../store/open-index.js'
import { checkExpiry, type Expiry, INDEX_OPTION_NAMES, type IndexOptions } from '../store/parameters.js'
import { isRedisAddress } from '../store/redis/address.js'
import { openRedisStore } from '../store/redis/redis-store.js'
import type { Added, StoreStatistics } from '../store/store.js'
import { addWithin, checkIndexMemory } from './add-within.js'
import { createIndex } from './create-index.js'
import { type DocumentSource, openDocuments, type ReadOptions } from './document-source.js'
import { indexBands } from './index-bands.js'
import { addSorted } from './load/add-sorted.js'
import { memoryOf } from './memory-of.js'
import { readDocuments } from './read-documents.js'
import { refuseExisting } from './refuse-existing.js'
import { pick, READ_NAMES } from './search-options.js'
import { buildSorted, type SortedOptions } from './sorted-index.js'

/** The options of `buildIndex`: those of the index, how to read the source, and how to run. */
export interface BuildIndexOptions extends IndexOptions, ReadOptions {
  /** When documents expire, and how many are kept. Default: never, and all. */
  readonly expiry?: Expiry
  /** The namespace that the documents are added to. Default: the default namespace. */
  readonly namespace?: string
  /** For an index in Redis, the prefix of all its keys. Default: `likewise`. */
  readonly prefix?: string
  /** Whether to replace an index with documents; an index in Redis is never replaced. Default: false. */
  readonly force?: boolean
  /** The number of worker threads. Default: one per core. */
  readonly workers?: number
  /** The memory budget of the whole process, in bytes or as a size such as `'1GB'`. Default: no limit. */
  readonly memory?: number | string
  /** Aborts the build, which then leaves nothing behind in a folder, and some of the documents in Redis. */
  readonly signal?: StopSignal
}

/** The result of `buildIndex`. */
export interface BuiltIndex extends Added {
  /** Bad records, if they are skipped. */
  readonly skipped: readonly BadRecord[]
  readonly stats: StoreStatistics
}

const RUN_NAMES = ['namespace', 'prefix', 'force', 'workers', 'memory', 'signal'] as const

/**
 * Builds a live index in a folder or in Redis, with all cores: many times faster than adding documents to an open index. Its bands are
 * chosen by a sample of the documents. A folder contains the index only when it is complete.
 *
 * @param folder the name of a folder, or an address such as `redis://localhost:6379`
 * @example
 * await buildIndex('seen', 'articles/*.jsonl', { threshold: 0.7 })
 * await using store = await openLmdbStore('seen')
 */
export async function buildIndex(
  folder: string,
  source: DocumentSource,
  options: BuildIndexOptions = {},
): Promise<BuiltIndex> {
  checkNames(options, [...INDEX_OPTION_NAMES, ...READ_NAMES, 'expiry', ...RUN_NAMES])
  if (typeof folder !== 'string' || folder === '')
    throw new InvalidOption('folder', folder, 'the name of a folder')
  const { force = false, prefix, signal } = options
  checkBoolean('force', force)
  if (options.workers !== undefined) checkRequestOption('workers', options.workers)
  const memory = memoryOf(options.memory)
  if (memory !== undefined) checkIndexMemory(memory)
  // Otherwise, these would be checked after all documents are read.
  spaceOf(options.namespace ?? '')
  if (options.expiry !== undefined) checkExpiry(options.expiry)
  signal?.throwIfAborted()
  const open = () =>
    openDocuments(source, pick(options, READ_NAMES), { signal, ...(memory !== undefined && { memory }) })
  if (isRedisAddress(folder)) {
    if (force) throw new InvalidOption('force', force, 'false: an index in Redis is never replaced')
    await refuseExisting(folder, prefix, 'add documents to it, or choose another prefix')
    const opened = await open()
    try {
      const built = await fillRedis(folder, opened, options, memory)
      return { ...built, skipped: [...opened.skipped, ...built.skipped] }
    } finally {
      await opened.close()
    }
  }
  if (prefix !== undefined) throw new InvalidOption('prefix', prefix, 'the address of an index in Redis')
  return createIndex(folder, force, 'force', async (temporary) => {
    const opened = await open()
    try {
      const built = await fill(temporary, opened, options, memory)
      const skipped = [...opened.skipped, ...built.skipped]
      return { ...built, skipped, stats: { ...built.stats, location: folder } }
    } finally {
      await opened.close()
    }
  })
}

async function fill(
  folder: string,
  source: Source,
  options: BuildIndexOptions,
  memory: number | undefined,
): Promise<BuiltIndex> {
  const { namespace = '' } = options
  const index = optionsOfNew(source, options)
  const sorted = await buildSorted(folder, source, { index, namespace, ...onAllCores(options, memory) })
  if (sorted !== undefined) {
    const { threshold: _, ...built } = sorted
    return built
  }
  await using store = (await openLmdbStore(folder, index)).namespace(namespace)
  return await addInBatches(store, source, options, memory)
}

/** Builds an index in Redis. If it is stopped, some of the documents have been added. */
async function fillRedis(
  address: string,
  source: Source,
  options: BuildIndexOptions,
  memory: number | undefined,
): Promise<BuiltIndex> {
  const { namespace = '' } = options
  const prefix = pick(options, ['prefix'])
  await using store = (
    await openRedisStore(address, { ...optionsOfNew(source, options), ...prefix })
  ).namespace(namespace)
  const location = { address, namespace, ...prefix }
  const added = await addSorted(store, source, { ...onAllCores(options, memory), location })
  return added === undefined
    ? await addInBatches(store, source, options, memory)
    : { ...added, stats: await store.stats() }
}

function optionsOfNew(source: Source, options: BuildIndexOptions): OpenOptions {
  const given = pick(options, [...INDEX_OPTION_NAMES, 'expiry'])
  const isPlanned = options.bands === undefined && options.rows === undefined
  return { ...given, ...(isPlanned && indexBands(source, given)) }
}

/** How documents are read on all cores. */
function onAllCores(
  { onError = 'stop', workers, signal }: BuildIndexOptions,
  memory: number | undefined,
): Omit<SortedOptions, 'index' | 'namespace'> {
  return {
    onError,
    ...(workers !== undefined && { workers }),
    ...(memory !== undefined && { memory }),
    onProgress: () => signal?.throwIfAborted(),
  }
}

async function addInBatches(
  store: LiveIndex,
  source: Source,
  { onError = 'stop', signal }: BuildIndexOptions,
  memory: number | undefined,
): Promise<BuiltIndex> {
  const skipped: BadRecord[] = []
  async function* documents() {
    for await (const document of readDocuments(source, onError, (bad) => skipped.push(bad), MAX_ID_BYTES)) {
      signal?.throwIfAborted()
      yield document
    }
  }
  const added = await addWithin(memory, store, documents())
  return { ...added, skipped, stats: await store.stats() }
}
