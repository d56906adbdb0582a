import { areWithin } from './byte-strings.js'
import type { Content, ContentReader } from './content-reader.js'
import { type DocumentRecord, decodeDocument, encodeDocument } from './document-record.js'
import {
  BANDS,
  BY_ADDED,
  BY_USED,
  contentBucket,
  contentRecord,
  DOCUMENT_COUNTER,
  documentRecord,
  EMPTY_COUNTER,
  SHINGLES,
  sampledMember,
  textRecord,
  timedMember,
} from './keys.js'
import type { Postings } from './postings.js'
import { packSet, unpackSet } from './set-bytes.js'
import type { ByteString, Change, Expectation, Storage, StoredContent } from './storage.js'

/** A document that is being added to the store. */
export interface Joining {
  /** The key of its id. */
  readonly id: ByteString
  readonly content: Content
  readonly addedAt: number
  readonly usedAt: number
  /** Present if texts are kept. */
  readonly text?: Uint8Array
}

/** A change and its effect. */
export interface PlannedChange {
  readonly change: Change
  /** The number of existing documents that will be removed or replaced. */
  readonly leaving: number
}

/** A change whose lists can still grow. */
type Growing = { [List in Exclude<keyof Change, 'expect' | 'ahead'>]-?: NonNullable<Change[List]>[number][] }

/**
 * Plans the change that removes documents and adds others, whose ids may exist already. A content is removed with its last document.
 *
 * Contents are introduced whether or not they exist, so that a document can be added while the last other one of its content is being
 * removed, without either writer knowing of the other.
 */
export async function planChange(
  storage: Storage,
  space: ByteString,
  reader: ContentReader,
  joining: readonly Joining[],
  removed: readonly ByteString[],
): Promise<PlannedChange> {
  const ids = [...new Set([...joining.map(({ id }) => id), ...removed])]
  const records = await storage.records(space, ids.map(documentRecord))
  const change: Growing = {
    deleted: [],
    put: [],
    withdrawn: [],
    introduced: [],
    erased: [],
    inserted: [],
    counted: [],
  }
  const leaving = new Map<ByteString, ByteString[]>()
  let [leavingCount, empty] = [0, 0]
  ids.forEach((id, i) => {
    if (records[i] === undefined) return
    const old = decodeDocument(records[i])
    leavingCount++
    if (old.content === '') empty--
    else if (leaving.has(old.content)) leaving.get(old.content)!.push(id)
    else leaving.set(old.content, [id])
    leave(change, id, old)
  })
  const contents = new Map(joining.map(({ content }) => [content.key, content]))
  for (const document of joining) {
    if (document.content.set.length === 0) empty++
    join(change, document)
  }
  for (const content of contents.values()) {
    if (content.set.length > 0)
      change.introduced.push({ ...storedContent(content), value: () => packSet(content.set) })
  }
  const emptied = [...leaving].filter(([content]) => !contents.has(content))
  const buckets = await removeEmptied(storage, space, reader, change, emptied)
  change.counted.push([DOCUMENT_COUNTER, joining.length - leavingCount], [EMPTY_COUNTER, empty])
  const expect = { records: ids.map((id, i) => [documentRecord(id), records[i]] as const), buckets }
  return { change: { ...change, expect }, leaving: leavingCount }
}

function leave({ deleted, erased }: Growing, id: ByteString, old: DocumentRecord): void {
  deleted.push(documentRecord(id), textRecord(id))
  erased.push([BY_ADDED, timedMember(old.addedAt, id)], [BY_USED, timedMember(old.usedAt, id)])
  if (old.content !== '') erased.push([contentBucket(old.content), id])
}

function join({ put, inserted }: Growing, { id, content, addedAt, usedAt, text }: Joining): void {
  const shingles = content.set.length
  const key = shingles === 0 ? '' : content.key
  put.push([documentRecord(id), encodeDocument({ addedAt, usedAt, shingles, content: key })])
  if (text !== undefined) put.push([textRecord(id), text])
  inserted.push([BY_ADDED, timedMember(addedAt, id)], [BY_USED, timedMember(usedAt, id)])
  if (shingles > 0) inserted.push([contentBucket(key), id])
}

/** A content as it is stored. */
export function storedContent({ key, bands, sample }: Content): StoredContent {
  const postings: Postings[] = [{ table: BANDS, keys: bands, member: key }]
  if (sample.length > 0)
    postings.push({ table: SHINGLES, keys: sample, member: sampledMember(key, sample.length) })
  return { record: contentRecord(key), postings }
}

/** Withdraws contents that lose their last document. Returns what must be true for that. */
async function removeEmptied(
  storage: Storage,
  space: ByteString,
  reader: ContentReader,
  change: Growing,
  leaving: readonly (readonly [content: ByteString, ids: readonly ByteString[]])[],
): Promise<NonNullable<Expectation['buckets']>> {
  const remaining = await storage.members(
    space,
    leaving.map(([content, ids]) => ({ bucket: contentBucket(content), limit: ids.length + 1 })),
  )
  const emptied = leaving.filter(([, ids], i) => areWithin(remaining[i]!, ids))
  const sets = await storage.records(
    space,
    emptied.map(([content]) => contentRecord(content)),
  )
  emptied.forEach(([content], i) => {
    if (sets[i] !== undefined) change.withdrawn.push(storedContent(reader.ofSet(content, unpackSet(sets[i]))))
  })
  return emptied.map(([content, ids]) => [contentBucket(content), ids])
}
