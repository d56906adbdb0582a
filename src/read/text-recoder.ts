import { encodeText } from './encode-text.js'
import type { Encoding } from './encoding.js'

/** How a text was stored: what is needed to restore it from UTF-8 without a byte order mark. */
export interface TextStorage {
  readonly encoding: Encoding
  readonly byteOrderMark: boolean
}

/** Converts pieces of UTF-8 back to the bytes of a text as it was stored. */
export class TextRecoder {
  readonly #storage: TextStorage
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #isBegun = false

  constructor(storage: TextStorage) {
    this.#storage = storage
  }

  /** The bytes for the next piece; a character may continue in the following piece. */
  push(bytes: Uint8Array): Uint8Array {
    const { encoding } = this.#storage
    const stored =
      encoding === 'utf-8' ? bytes : encode(this.#decoder.decode(bytes, { stream: true }), encoding)
    if (this.#isBegun) return stored
    this.#isBegun = true
    const mark = markOf(this.#storage)
    const marked = new Uint8Array(mark.length + stored.length)
    marked.set(mark)
    marked.set(stored, mark.length)
    return marked
  }
}

/** Whether a text begins with the byte order mark of its encoding. */
export function hasMark(head: Uint8Array, encoding: Encoding): boolean {
  const mark = markOf({ encoding, byteOrderMark: true })
  return mark.length > 0 && mark.every((byte, i) => head[i] === byte)
}

function markOf({ encoding, byteOrderMark }: TextStorage): Uint8Array {
  if (!byteOrderMark || encoding === 'latin1' || encoding === 'windows-1252') return new Uint8Array(0)
  return encode('\ufeff', encoding)
}

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return encodeText(text, encoding)
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), encoding === 'utf-16le')
  return bytes
}
