import type { DocumentRecord } from './document-record.js'
import { BY_ADDED, BY_USED, idOfTimed, timeBytes } from './keys.js'
import type { Expiry } from './parameters.js'
import type { ByteString, Storage } from './storage.js'

/** The number of documents that are removed at a time. */
const PAGE = 1000

/** Whether a document has expired and is no longer reported. */
export function isExpired(
  { addedAt, usedAt }: Pick<DocumentRecord, 'addedAt' | 'usedAt'>,
  { maxAge = Number.POSITIVE_INFINITY, maxIdle = Number.POSITIVE_INFINITY }: Expiry,
  now: number,
): boolean {
  return now - addedAt >= maxAge || now - usedAt >= maxIdle
}

/** Whether documents expire at all. */
export function canExpire({ maxAge, maxIdle, maxDocuments }: Expiry): boolean {
  return (maxAge ?? maxIdle ?? maxDocuments) !== undefined
}

/** Whether the time of last use matters. */
export function countsUse({ maxIdle, maxDocuments }: Expiry): boolean {
  return maxIdle !== undefined || maxDocuments !== undefined
}

/** Some of the expired documents, by the keys of their ids; empty if there are none left. */
export async function listExpired(
  storage: Storage,
  space: ByteString,
  { maxAge, maxIdle }: Expiry,
  now: number,
): Promise<ByteString[]> {
  const limits = [
    [BY_ADDED, maxAge],
    [BY_USED, maxIdle],
  ] as const
  const ids = new Set<ByteString>()
  for (const [bucket, max] of limits) {
    if (max === undefined || now < max) continue
    const [members] = await storage.members(space, [{ bucket, limit: PAGE }])
    // Documents that were added or used at this time or before have expired.
    const end = timeBytes(Math.floor(now - max) + 1)
    for (const member of members!) if (member < end) ids.add(idOfTimed(member))
  }
  return [...ids]
}

/** The least recently used documents. */
export async function listLeastUsed(
  storage: Storage,
  space: ByteString,
  count: number,
): Promise<ByteString[]> {
  const [members] = await storage.members(space, [{ bucket: BY_USED, limit: Math.min(PAGE, count) }])
  return members!.map(idOfTimed)
}
