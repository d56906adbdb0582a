// The names of records, buckets and counters: a letter for the kind, followed by the name itself.

import type { DocumentId } from '../model/document.js'
import { isId } from '../model/document-id.js'
import { InvalidValue } from '../model/errors.js'
import { textOf, utf8Of, wordsOf } from './byte-strings.js'
import type { PostingTable } from './postings.js'
import { damaged } from './set-bytes.js'
import type { ByteString } from './storage.js'

/** The space of the index itself, separate from those of its namespaces. */
export const ROOT_SPACE: ByteString = '\xff'
export const PARAMETERS_RECORD: ByteString = 'parameters'
/** Random bytes that tell an index from one that replaced it, for storages that other programs can empty. */
export const ID_RECORD: ByteString = 'id'
export const EXPIRY_RECORD: ByteString = 'expiry'
export const NAMESPACES_BUCKET: ByteString = 'namespaces'

/** Buckets of all documents by the time at which they were added, and last used. */
export const BY_ADDED: ByteString = 'a'
export const BY_USED: ByteString = 'u'

export const DOCUMENT_COUNTER: ByteString = 'documents'
export const EMPTY_COUNTER: ByteString = 'empty'

/** Bytes of a content key. */
export const CONTENT_KEY_BYTES = 12

/** The longest id as JSON in UTF-8. */
export const MAX_ID_BYTES = 1000
const MAX_NAMESPACE_BYTES = 100

/** An id as it is stored: JSON in UTF-8, so that 1 and "1" are different documents. */
export function idKey(id: DocumentId): ByteString {
  if (!isId(id)) throw new InvalidValue('an id', id, undefined, 'a string or a finite number')
  const key = utf8Of(JSON.stringify(id))
  if (key.length > MAX_ID_BYTES)
    throw new InvalidValue('an id', id, undefined, `an id of at most ${MAX_ID_BYTES} bytes`)
  return key
}

/** @throws InvalidArtifact if the key is damaged */
export function idOf(key: ByteString): DocumentId {
  try {
    return JSON.parse(textOf(key)) as DocumentId
  } catch {
    throw damaged()
  }
}

/** The space of a namespace. */
export function spaceOf(namespace: string): ByteString {
  const name = typeof namespace === 'string' ? utf8Of(namespace) : undefined
  if (name === undefined || name.length > MAX_NAMESPACE_BYTES || !namespace.isWellFormed()) {
    throw new InvalidValue(
      'a namespace',
      namespace,
      undefined,
      `a string of at most ${MAX_NAMESPACE_BYTES} bytes`,
    )
  }
  return name
}

export const documentRecord = (id: ByteString): ByteString => `d${id}`
export const textRecord = (id: ByteString): ByteString => `t${id}`
export const contentRecord = (content: ByteString): ByteString => `s${content}`
/** The documents with this content. */
export const contentBucket = (content: ByteString): ByteString => `m${content}`
/** The contents with a key in one of their bands. */
export const BANDS: PostingTable = { name: 'b', keyWords: 2, memberBytes: CONTENT_KEY_BYTES }
/** The contents with a sampled shingle. */
export const SHINGLES: PostingTable = { name: 'c', keyWords: 1, memberBytes: CONTENT_KEY_BYTES + 1 }

/** A member of `SHINGLES`: the content, and its number of sampled shingles, capped at what fits into a byte. */
export function sampledMember(content: ByteString, sampled: number): ByteString {
  return content + String.fromCharCode(Math.min(255, sampled))
}

export function splitSampledMember(member: ByteString): { content: ByteString; sampled: number } {
  return {
    content: member.slice(0, CONTENT_KEY_BYTES),
    sampled: member.charCodeAt(CONTENT_KEY_BYTES),
  }
}

/** A member of `BY_ADDED` and `BY_USED`: times are whole milliseconds, so that they sort as eight bytes. */
export function timedMember(time: number, id: ByteString): ByteString {
  return timeBytes(time) + id
}

export function idOfTimed(member: ByteString): ByteString {
  return member.slice(8)
}

/** Sorts before every member of a later time, and after all of earlier ones. */
export function timeBytes(time: number): ByteString {
  return wordsOf(Uint32Array.of(Math.floor(time / 2 ** 32), time >>> 0))
}
