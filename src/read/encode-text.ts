/// <reference types="node" />
import type { Encoding } from './encoding.js'

/**
 * Encodes a text in the encoding that it was read from, or in UTF-8 if that was UTF-16. Characters that the encoding lacks become question
 * marks.
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  if (encoding !== 'windows-1252') return Buffer.from(text)
  windows1252 ??= new Map(Array.from({ length: 256 }, (_, byte) => [decodeByte(byte), byte]))
  return Uint8Array.from(text, (character) => windows1252!.get(character) ?? QUESTION_MARK)
}

/** As a stream, because Node.js 20 decodes the bytes of a whole text as Latin-1. */
function decodeByte(byte: number): string {
  return new TextDecoder('windows-1252').decode(Uint8Array.of(byte), { stream: true })
}

const QUESTION_MARK = 0x3f

let windows1252: ReadonlyMap<string, number> | undefined
