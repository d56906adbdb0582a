import type { LiveIndex } from '../../store/live-index.js'
import { type LmdbStoreOptions, openLmdbStore } from '../../store/lmdb/node-lmdb-store.js'
import { openMemoryStore } from '../../store/memory/memory-store.js'
import type { OpenOptions } from '../../store/open-index.js'
import { isRedisAddress, parseRedisAddress } from '../../store/redis/address.js'
import { openRedisStore } from '../../store/redis/redis-store.js'
import { planShingleRequest, readShingleRequest } from '../find/shingle-request.js'
import type { OptionValues } from '../options/table.js'
import { asUsage, UsageError } from '../usage-error.js'

/** Opens the index and namespace named on the command line; without a name, an index in memory. */
export async function openStore(
  index: string | undefined,
  values: OptionValues,
  use: LmdbStoreOptions,
): Promise<LiveIndex> {
  return asUsage(async () => {
    const store = await openAt(index, values, { ...indexOptions(values), ...use })
    return values.namespace === undefined ? store : store.namespace(values.namespace)
  })
}

/** Opens an index with the options of the library. */
export async function openAt(
  index: string | undefined,
  { prefix }: Pick<OptionValues, 'prefix'>,
  { readOnly, ...options }: LmdbStoreOptions,
): Promise<LiveIndex> {
  if (index !== undefined && isRedisAddress(index)) {
    // Read-only access to a folder does not create an index either.
    const ifMissing = readOnly === true ? 'refuse' : (options.ifMissing ?? 'create')
    return openRedisStore(index, { ...options, ifMissing, ...(prefix !== undefined && { prefix }) })
  }
  if (prefix !== undefined)
    throw new UsageError('--prefix requires an index in Redis', 'use an index in Redis, or leave it out')
  if (index === undefined) {
    const { ifMissing: _, ...rest } = options
    return openMemoryStore(rest)
  }
  return openLmdbStore(index, { ...options, ...(readOnly !== undefined && { readOnly }) })
}

/** The location of an index as it can be shown: without a password. */
export function shownIndex(index: string): string {
  return isRedisAddress(index) ? parseRedisAddress(index).shown : index
}

const SHINGLE_NAMES = [
  'shingle',
  'bag',
  'nfkc',
  'case',
  'punctuation',
  'whitespace',
  'segment',
  'stop-words',
] as const

/** The options that were given; the index knows the rest. */
export function indexOptions(values: OptionValues): OpenOptions {
  const { threshold, recall, seed, containment } = values
  const isShingled = SHINGLE_NAMES.some((name) => values[name] !== undefined)
  const expiry = {
    ...(values['max-age'] !== undefined && { maxAge: values['max-age'] }),
    ...(values['max-idle'] !== undefined && { maxIdle: values['max-idle'] }),
    ...(values['max-documents'] !== undefined && { maxDocuments: values['max-documents'] }),
  }
  return {
    ...(threshold !== undefined && { threshold }),
    ...(recall !== undefined && { recall }),
    ...(seed !== undefined && { seed }),
    ...(containment !== undefined && { containment }),
    ...(values['keep-texts'] === true && { keepTexts: true }),
    ...(isShingled && { shingle: readShingleRequest(planShingleRequest(values)) }),
    ...(Object.keys(expiry).length > 0 && { expiry }),
  }
}
