// The parts of `node:buffer` that format readers use. The bundle of the page replaces the module with this one.

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type TextEncoding = 'utf8' | 'utf-8' | 'latin1' | 'base64'

/** The number of bytes that are turned into characters at a time, because the number of arguments of a call is limited. */
const PIECE = 8192

/** A `Uint8Array` with the methods of a Node buffer that turn it into text. Its subarrays have them, too. */
class TextBytes extends Uint8Array {
  override toString(encoding: TextEncoding = 'utf8', start = 0, end = this.length): string {
    const bytes = this.subarray(start, end)
    if (encoding === 'utf8' || encoding === 'utf-8') return decoder.decode(bytes)
    let text = ''
    for (let at = 0; at < bytes.length; at += PIECE) {
      text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
    }
    return encoding === 'base64' ? btoa(text) : text
  }

  equals(other: Uint8Array): boolean {
    return compare(this, other) === 0
  }
}

function from(value: string | Uint8Array | ArrayBuffer, encodingOrOffset?: string | number, length?: number) {
  if (value instanceof ArrayBuffer) return new TextBytes(value, (encodingOrOffset as number) ?? 0, length)
  if (typeof value !== 'string') return new TextBytes(value)
  const isLatin = encodingOrOffset === 'latin1'
  const { buffer, byteOffset, byteLength } = isLatin
    ? Uint8Array.from(value, (character) => character.charCodeAt(0))
    : encoder.encode(value)
  return new TextBytes(buffer, byteOffset, byteLength)
}

function concat(parts: readonly Uint8Array[]): TextBytes {
  const all = new TextBytes(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}

function compare(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return one[i]! - other[i]!
  return one.length - other.length
}

export const Buffer = {
  from,
  concat,
  compare,
  alloc: (size: number) => new TextBytes(size),
  allocUnsafe: (size: number) => new TextBytes(size),
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes)
    return true
  } catch {
    return false
  }
}
