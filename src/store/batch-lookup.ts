// Lookups of a batch run in an index: the documents that share a band with any of very many others, with their sets.

import type { ContentKeys } from './content-keys.js'
import { decodeDocument } from './document-record.js'
import { isExpired } from './expire.js'
import { chunksOf } from './find-candidates.js'
import type { IndexParts } from './index-parts.js'
import { BANDS, BY_ADDED, contentBucket, contentRecord, documentRecord, idOfTimed } from './keys.js'
import { unpackSet } from './set-bytes.js'
import type { ByteString } from './storage.js'

/** A stored document with its set. */
export interface DocumentWithSet {
  /** As JSON in UTF-8. */
  readonly id: ByteString
  /** The key of its content. */
  readonly content: ByteString
  readonly set: Uint32Array
}

/** The number of band keys, and of documents, that are read at a time. */
const KEYS = 2 ** 16
const BATCH = 4096

/**
 * Adds the contents that have one of these keys in a band.
 *
 * @param keys two words each, like band keys; lookups are fastest in ascending order
 */
export async function contentsInBands(
  { storage }: IndexParts,
  space: ByteString,
  keys: Uint32Array,
  found: ContentKeys,
): Promise<void> {
  for (let from = 0; from < keys.length; from += 2 * KEYS) {
    for (const members of await storage.postings(space, BANDS, keys.subarray(from, from + 2 * KEYS)))
      for (const content of members) found.add(content)
  }
}

/** All unexpired documents of these contents, batch by batch. */
export async function* documentsOfContents(
  parts: IndexParts,
  space: ByteString,
  contents: ContentKeys,
): AsyncGenerator<DocumentWithSet[]> {
  const { storage } = parts
  for (const keys of chunksOf(contents.sorted(), BATCH)) {
    const buckets = keys.map((key) => ({ bucket: contentBucket(key) }))
    const ids = (await storage.members(space, buckets)).flat()
    yield await documentsWithSets(parts, space, ids)
  }
}

/** All unexpired documents that have a set, by the time at which they were added, then by id. */
export async function* allDocuments(parts: IndexParts, space: ByteString): AsyncGenerator<DocumentWithSet[]> {
  let after: ByteString | undefined = ''
  while (after !== undefined) {
    const page: ByteString[][] = await parts.storage.members(space, [
      { bucket: BY_ADDED, after, limit: BATCH },
    ])
    const members = page[0]!
    yield await documentsWithSets(parts, space, members.map(idOfTimed))
    after = members.length === BATCH ? members.at(-1) : undefined
  }
}

async function documentsWithSets(
  { storage, expiry, clock }: IndexParts,
  space: ByteString,
  ids: readonly ByteString[],
): Promise<DocumentWithSet[]> {
  const now = Math.floor(clock())
  const records = await storage.records(space, ids.map(documentRecord))
  const live = ids.flatMap((id, i) => {
    const record = records[i] && decodeDocument(records[i])
    return record === undefined || record.content === '' || isExpired(record, expiry, now)
      ? []
      : [{ id, content: record.content }]
  })
  const contents = [...new Set(live.map(({ content }) => content))]
  const packed = await storage.records(space, contents.map(contentRecord))
  const sets = new Map(contents.map((content, i) => [content, packed[i] && unpackSet(packed[i])]))
  return live.flatMap(({ id, content }) => {
    // A content without a record was removed between two reads.
    const set = sets.get(content)
    return set === undefined ? [] : [{ id, content, set }]
  })
}
