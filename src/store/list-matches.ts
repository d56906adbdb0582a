import { byRank, type ContentMatch } from './compare-contents.js'
import { type DocumentRecord, decodeDocument } from './document-record.js'
import { canExpire, isExpired } from './expire.js'
import { contentBucket, documentRecord, idOf } from './keys.js'
import type { Expiry } from './parameters.js'
import type { ByteString, Reads } from './storage.js'
import type { Match } from './store.js'

/** A match, with the stored data of its document if documents can expire. */
export interface FoundMatch {
  readonly match: Match
  readonly id: ByteString
  readonly stored?: { readonly record: Uint8Array; readonly document: DocumentRecord }
}

/** The documents of the best contents, at most `limit`; ties are ordered by the bytes of their ids. */
export async function listMatches(
  storage: Reads,
  space: ByteString,
  contents: readonly ContentMatch[],
  limit: number,
  expiry: Expiry,
  now: number,
): Promise<FoundMatch[]> {
  const found: FoundMatch[] = []
  for (let start = 0; start < contents.length && found.length < limit; ) {
    let end = Math.min(contents.length, start + limit - found.length)
    // Contents of equal rank are read together, because their documents are ordered by id.
    while (end < contents.length && byRank(contents[end - 1]!, contents[end]!) === 0) end++
    const chunk = contents.slice(start, end)
    const documents = await listDocuments(storage, space, chunk, limit - found.length, expiry, now)
    found.push(
      ...documents
        .sort((one, other) => byRank(one.content, other.content) || (one.found.id < other.found.id ? -1 : 1))
        .map(({ found }) => found),
    )
    start = end
  }
  return found.slice(0, limit)
}

/** The first unexpired documents of each content. */
async function listDocuments(
  storage: Reads,
  space: ByteString,
  contents: readonly ContentMatch[],
  limit: number,
  expiry: Expiry,
  now: number,
): Promise<{ content: ContentMatch; found: FoundMatch }[]> {
  const documents: { content: ContentMatch; found: FoundMatch }[] = []
  let open = contents.map((content) => ({ content, after: '', missing: limit }))
  while (open.length > 0) {
    const pages = await storage.members(
      space,
      open.map(({ content, after, missing }) => ({
        bucket: contentBucket(content.content),
        after,
        limit: missing,
      })),
    )
    // If documents cannot expire, the bucket says all.
    const records = canExpire(expiry)
      ? await storage.records(space, pages.flat().map(documentRecord))
      : undefined
    let at = 0
    open = open.flatMap(({ content, missing }, i) => {
      const page = pages[i]!
      let live = 0
      for (const id of page) {
        const record = records?.[at++]
        if (record === undefined && records !== undefined) continue
        const document = record && decodeDocument(record)
        if (document && (document.content !== content.content || isExpired(document, expiry, now))) continue
        live++
        const { kind, similarity, containment } = content
        const match = { id: idOf(id), kind, similarity, containment }
        documents.push({ content, found: { match, id, ...(document && { stored: { record, document } }) } })
      }
      const isMore = page.length === missing && live < missing
      return isMore ? [{ content, after: page.at(-1)!, missing: missing - live }] : []
    })
  }
  return documents
}
