import { GOLDEN } from '../hash/mix.js'
import { hashText } from '../hash/murmur3.js'
import { isId } from '../model/document-id.js'
import { parseWithLongNumbers } from '../model/long-numbers.js'
import { INVALID_UTF8, noId, notAnObject, notJson } from '../model/record-problems.js'
import { fieldValue, recordText } from '../model/record-text.js'
import { LONGEST_TEXT } from '../text/normalize.js'

/** The contents of a line of JSON, or why it cannot be used. */
export type JsonRecord =
  | { readonly text: string; readonly id: string | number | undefined }
  | { readonly problem: string }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a line without the kernel, for lines that the kernel does not handle. The id is undefined if no field is named for it, or if it
 * is optional and missing.
 */
export function readJsonRecord(
  line: Uint8Array,
  textFields: readonly string[],
  idField?: string,
  isIdOptional = false,
): JsonRecord {
  if (line.length > LONGEST_TEXT) {
    return {
      problem: `a record of ${line.length} bytes, above the limit of ${LONGEST_TEXT}: split the document`,
    }
  }
  let source: string
  try {
    source = decoder.decode(line)
  } catch {
    return { problem: INVALID_UTF8 }
  }
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    return { problem: notJson((error as Error).message) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: notAnObject(value) }
  const read = recordText(value, textFields)
  if ('problem' in read) return read
  const { text } = read
  if (idField === undefined) return { text, id: undefined }
  const id = exactId(source, value, idField)
  if (isId(id)) return { text, id }
  return isIdOptional ? { text, id: undefined } : { problem: noId(idField, id) }
}

/** The id of a record, exactly: integers beyond 2^53 are the strings of their digits, as wherever ids are read. */
function exactId(json: string, record: object, idField: string): unknown {
  const id = fieldValue(record, idField)
  if (typeof id !== 'number' || Math.abs(id) <= Number.MAX_SAFE_INTEGER) return id
  return fieldValue(parseWithLongNumbers(json) as object, idField)
}

/** Writes the hash of an id, the same as in the kernel: two words from `hashes[at]` on. */
export function writeIdHash(id: string | number, hashes: Uint32Array, at: number): void {
  const json = JSON.stringify(id)
  hashes[at] = hashText(json, 0)
  hashes[at + 1] = hashText(json, GOLDEN)
}
