/** A string of bytes: one character from U+0000 to U+00FF per byte. Such strings can be used as keys of a Map, and sort by their bytes. */
export type ByteString = string

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The bytes as a string of bytes. */
export function byteStringOf(bytes: Uint8Array): ByteString {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  }
  return text
}

export function bytesOf(text: ByteString): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** The UTF-8 form of a text. */
export function utf8Of(text: string): ByteString {
  return isAscii(text) ? text : byteStringOf(encoder.encode(text))
}

export function textOf(bytes: ByteString): string {
  return isAscii(bytes) ? bytes : decoder.decode(bytesOf(bytes))
}

/** 32-bit numbers as four bytes each, big-endian, so that they sort as numbers do. */
export function wordsOf(values: Uint32Array, start = 0, end = values.length): ByteString {
  let text = ''
  for (let i = start; i < end; i++) {
    const value = values[i]!
    text += String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
  }
  return text
}

/** Whether all of these are among some others. */
export function areWithin(members: readonly ByteString[], allowed: readonly ByteString[]): boolean {
  if (members.length * allowed.length <= 64) return members.every((member) => allowed.includes(member))
  const known = new Set(allowed)
  return members.every((member) => known.has(member))
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}
