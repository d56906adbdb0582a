import type { DocumentRecord } from './document-record.js'
import { BY_ADDED, BY_USED, idOfTimed, timeBytes } from './keys.js'
import type { Expiry } from './parameters.js'
import type { ByteString, Storage } from './storage.js'

/** Documents that are removed at once. */
const PAGE = 1000

/** Whether a document is no longer to be reported. */
export function isExpired(
  { addedAt, usedAt }: Pick<DocumentRecord, 'addedAt' | 'usedAt'>,
  { maxAge = Number.POSITIVE_INFINITY, maxIdle = Number.POSITIVE_INFINITY }: Expiry,
  now: number,
): boolean {
  return now - addedAt >= maxAge || now - usedAt >= maxIdle
}

/** Whether it matters when a document was last used. */
export function countsUse({ maxIdle, maxDocuments }: Expiry): boolean {
  return maxIdle !== undefined || maxDocuments !== undefined
}

/** Some of the documents that have expired, by the keys of their ids; none are left where it is empty. */
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
    // Expired is what was added or used at this time or before.
    const end = timeBytes(Math.floor(now - max) + 1)
    for (const member of members!) if (member < end) ids.add(idOfTimed(member))
  }
  return [...ids]
}

/** The documents that were not used for the longest time. */
export async function listLeastUsed(
  storage: Storage,
  space: ByteString,
  count: number,
): Promise<ByteString[]> {
  const [members] = await storage.members(space, [{ bucket: BY_USED, limit: Math.min(PAGE, count) }])
  return members!.map(idOfTimed)
}
