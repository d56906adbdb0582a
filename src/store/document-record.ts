import { byteStringOf, bytesOf } from './byte-strings.js'
import { CONTENT_KEY_BYTES } from './keys.js'
import { checkedPart, readWord, withChecksum, writeWord } from './set-bytes.js'
import type { ByteString } from './storage.js'

/** What is stored about a document in addition to its content. */
export interface DocumentRecord {
  /** Milliseconds since 1970. */
  readonly addedAt: number
  readonly usedAt: number
  readonly shingles: number
  /** Empty for a document without shingles. */
  readonly content: ByteString
}

const FIXED_BYTES = 20

export function encodeDocument({ addedAt, usedAt, shingles, content }: DocumentRecord): Uint8Array {
  const bytes = new Uint8Array(FIXED_BYTES + content.length)
  const view = new DataView(bytes.buffer)
  view.setFloat64(0, addedAt, true)
  view.setFloat64(8, usedAt, true)
  writeWord(bytes, 16, shingles)
  bytes.set(bytesOf(content), FIXED_BYTES)
  return withChecksum(bytes)
}

/** @throws InvalidArtifact if the record is damaged */
export function decodeDocument(record: Uint8Array): DocumentRecord {
  const bytes = checkedPart(record)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    addedAt: view.getFloat64(0, true),
    usedAt: view.getFloat64(8, true),
    shingles: readWord(bytes, 16),
    content: byteStringOf(bytes.subarray(FIXED_BYTES, FIXED_BYTES + CONTENT_KEY_BYTES)),
  }
}
