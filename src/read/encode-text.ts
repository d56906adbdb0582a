import type { Encoding } from './encoding.js'

/**
 * Encodes a text in the encoding that it was read from, or in UTF-8 if that was UTF-16. Characters that the encoding lacks become question
 * marks.
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'latin1') return encodeLatin1(text)
  if (encoding !== 'windows-1252') return new TextEncoder().encode(text)
  windows1252 ??= new Map(Array.from({ length: 256 }, (_, byte) => [decodeByte(byte), byte]))
  return Uint8Array.from(text, (character) => windows1252!.get(character) ?? QUESTION_MARK)
}

function encodeLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!
    bytes[count++] = code < 256 ? code : QUESTION_MARK
    if (code > 0xffff) i++
  }
  return bytes.subarray(0, count)
}

/** As a stream, because Node.js 20 decodes the bytes of a whole text as Latin-1. */
function decodeByte(byte: number): string {
  return new TextDecoder('windows-1252').decode(Uint8Array.of(byte), { stream: true })
}

const QUESTION_MARK = 0x3f

let windows1252: ReadonlyMap<string, number> | undefined
