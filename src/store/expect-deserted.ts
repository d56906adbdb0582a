import { decodeDocument } from './document-record.js'
import { canExpire, isExpired } from './expire.js'
import { contentBucket, documentRecord } from './keys.js'
import type { Expiry } from './parameters.js'
import type { ByteString, Expectation, Storage } from './storage.js'

/**
 * What must stay true of contents without documents, so that they have none: each lost its last one after its set was read, or has only
 * expired ones. Returns undefined if one of them has a document again.
 */
export async function expectDeserted(
  storage: Storage,
  space: ByteString,
  contents: readonly ByteString[],
  expiry: Expiry,
  now: number,
): Promise<Required<Pick<Expectation, 'buckets' | 'records'>> | undefined> {
  if (contents.length === 0) return { buckets: [], records: [] }
  const ranges = contents.map((content) => ({ bucket: contentBucket(content) }))
  const members = await storage.members(space, ranges)
  const found = members.flat().map(documentRecord)
  if (found.length > 0 && !canExpire(expiry)) return undefined
  const values = await storage.records(space, found)
  const isLive = values.some((value) => value !== undefined && !isExpired(decodeDocument(value), expiry, now))
  if (isLive) return undefined
  return {
    buckets: ranges.map(({ bucket }, i) => [bucket, members[i]!] as const),
    records: found.map((record, i) => [record, values[i]] as const),
  }
}
