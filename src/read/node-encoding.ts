/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { UnreadableInput } from '../model/errors.js'
import type { Encoding } from './encoding.js'

/**
 * Detects the encoding of a text by its first bytes: a byte order mark, the zeros of UTF-16, or valid UTF-8. Other bytes count as
 * Windows-1252, which has all letters of Latin-1, if they look like a western language. Undefined: the encoding cannot be determined, and a
 * wrong guess would go unnoticed.
 *
 * @param isWhole whether this is the whole text
 */
export function detectEncoding(head: Uint8Array, isWhole: boolean): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const wide = zerosOf(head)
  if (wide !== undefined) return wide
  const bytes = isWhole ? head : head.subarray(0, lastCharacterEnd(head))
  if (isUtf8(bytes) || isMostlyUtf8(bytes)) return 'utf-8'
  return isWestern(bytes) ? 'windows-1252' : undefined
}

/** The error for a text whose encoding cannot be determined. */
export function unknownEncoding(name: string): UnreadableInput {
  return new UnreadableInput(
    name,
    'it is not valid UTF-8, and its encoding cannot be detected',
    "add `encoding: 'latin1'`, `'windows-1252'`, `'utf-16le'` or `'utf-16be'`, or convert the file (iconv -f ENCODING -t UTF-8)",
  )
}

/** Every other byte of UTF-16 is zero, as long as the text is mostly western. */
function zerosOf(head: Uint8Array): Encoding | undefined {
  const length = Math.min(head.length, 1000) & ~1
  if (length < 4) return undefined
  let [even, odd] = [0, 0]
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) even++
    if (head[i + 1] === 0) odd++
  }
  const half = length / 2
  if (odd > 0.4 * half && even < 0.05 * half) return 'utf-16le'
  return even > 0.4 * half && odd < 0.05 * half ? 'utf-16be' : undefined
}

/** UTF-8 with some damage, which is reported for the records. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [good, bad] = [0, 0]
  for (const character of new TextDecoder().decode(bytes)) {
    if (character === '\ufffd') bad++
    else if (character > '\x7f') good++
  }
  return good > bad
}

/** Bytes without a character in Windows-1252. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** The maximum share of accented letters in a western language. */
const MAX_ACCENTS = 0.3

function isWestern(bytes: Uint8Array): boolean {
  let [letters, high] = [0, 0]
  for (const byte of bytes) {
    if (byte === 0 || UNUSED.has(byte)) return false
    if (byte >= 0x80) high++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters++
  }
  return high <= MAX_ACCENTS * (high + letters)
}

/** Converts pieces of text to UTF-8. */
export async function* decodeChunks(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  encoding: Exclude<Encoding, 'utf-8'>,
): AsyncGenerator<Uint8Array, void> {
  if (encoding === 'latin1') {
    for await (const chunk of chunks) yield Buffer.from(Buffer.from(chunk).toString('latin1'))
    return
  }
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    yield Buffer.from(decoder.decode())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnreadableInput(name, `it is not valid ${encoding}`, 'name its encoding with `encoding`')
  }
}

/** Where the last whole UTF-8 character ends: at most three bytes before the end. */
function lastCharacterEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
