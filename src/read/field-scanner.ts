import type { Field } from './field.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Finds the fields of one JSON object in pieces of its bytes, without holding it: for a first record that is too large to parse just to
 * inspect it. The input must be valid JSON, which is not checked.
 */
export class FieldScanner {
  readonly fields: Field[] = []
  #depth = 0
  #inString = false
  #escaped = false
  #isValue = false
  #seenValue = false
  #length = 0
  #key: number[] = []
  #name = ''

  /** Adds the next piece. Returns true when the object has ended. */
  push(bytes: Uint8Array): boolean {
    for (let i = 0; i < bytes.length; i++) {
      if (this.#inString && !this.#escaped && (this.#isValue || this.#depth > 1)) {
        // The slow path through a text.
        const from = i
        while (i < bytes.length && bytes[i] !== QUOTE && bytes[i] !== BACKSLASH) i++
        this.#length += i - from
        if (i === bytes.length) break
      }
      const byte = bytes[i]!
      if (this.#inString) this.#stringByte(byte)
      else if (this.#structureByte(byte)) return true
    }
    return false
  }

  #stringByte(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) {
      this.#inString = false
      if (this.#depth !== 1) return
      if (this.#isValue) this.#add('string', this.#length)
      else this.#name = readKey(this.#key)
      return
    }
    this.#length++
    if (this.#depth === 1 && !this.#isValue) this.#key.push(byte)
  }

  #structureByte(byte: number): boolean {
    if (byte === QUOTE) {
      this.#inString = true
      this.#length = 0
      this.#key = []
    } else if (byte === 0x7b || byte === 0x5b) {
      this.#add(byte === 0x7b ? 'object' : 'list', 0)
      this.#depth++
    } else if (byte === 0x7d || byte === 0x5d) {
      return --this.#depth === 0
    } else if (this.#depth === 1) {
      if (byte === 0x3a) {
        this.#isValue = true
        this.#seenValue = false
      } else if (byte === 0x2c) this.#isValue = false
      else if (byte === 0x6e) this.#add('null', 0)
      else if (byte === 0x74 || byte === 0x66) this.#add('boolean', 0)
      else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) this.#add('number', 0)
    }
    return false
  }

  #add(kind: Field['kind'], length: number): void {
    if (this.#depth !== 1 || !this.#isValue || this.#seenValue) return
    this.#seenValue = true
    this.fields.push({ name: this.#name, kind, length })
  }
}

function readKey(bytes: readonly number[]): string {
  const raw = new TextDecoder().decode(Uint8Array.from(bytes))
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
