import { InvalidOption } from '../model/errors.js'
import { checkNamespace } from '../store/check-namespace.js'
import type { LiveIndex } from '../store/live-index.js'
import { listDataFiles } from '../store/lmdb/node-data-files.js'
import { isRedisAddress } from '../store/redis/address.js'
import { type DocumentSource, pathsOf } from './document-source.js'

/** The namespace and prefix of an index that is given by folder or address. */
export interface IndexPart {
  /** Default: the unnamed namespace. */
  readonly namespace?: string
  /** For an index in Redis: the prefix of its keys. Default: `likewise`. */
  readonly prefix?: string
}

/** An index to compare with. */
export interface IndexSide {
  readonly index: LiveIndex
  /** Closes it, if it was opened here. */
  close(): Promise<void>
}

/** Whether documents to compare with are a live index that the caller has opened. */
export function isLiveIndex(against: unknown): against is LiveIndex {
  return typeof against === 'object' && against !== null && 'contentsInBands' in against
}

/**
 * Opens the index that documents are compared with, if it is one: an open index, the folder of one, or its address in Redis.
 *
 * @param isWritten whether documents will be added to it; the namespace then does not have to exist
 */
export async function openIndexSide(
  against: DocumentSource | LiveIndex,
  { namespace, prefix }: IndexPart,
  isWritten: boolean,
): Promise<IndexSide | undefined> {
  if (isLiveIndex(against)) return { index: against, close: async () => {} }
  const path = indexAmong(against)
  if (path === undefined) return undefined
  const paths = pathsOf(against)!
  if (paths.length > 1) throw new InvalidOption('against', paths.join(', '), 'a single index, or documents')
  const index = await openIndexAt(path, prefix, isWritten)
  if (!isWritten) {
    try {
      await checkNamespace(index, namespace)
    } catch (error) {
      await index.close()
      throw error
    }
  }
  return {
    index: namespace === undefined ? index : index.namespace(namespace),
    close: () => index.close(),
  }
}

/** The folder or the address of an index among documents, if there is one. */
export function indexAmong(against: DocumentSource): string | undefined {
  return pathsOf(against)?.find((one) => isRedisAddress(one) || listDataFiles(one).length > 0)
}

/** The package of either backend is loaded only if it is needed. */
async function openIndexAt(path: string, prefix: string | undefined, isWritten: boolean): Promise<LiveIndex> {
  const ifMissing = 'refuse'
  if (isRedisAddress(path)) {
    const { openRedisStore } = await import('../store/redis/redis-store.js')
    return openRedisStore(path, { ifMissing, ...(prefix !== undefined && { prefix }) })
  }
  const { openLmdbStore } = await import('../store/lmdb/node-lmdb-store.js')
  return openLmdbStore(path, { ifMissing, readOnly: !isWritten })
}
