/// <reference types="node" />
import { escapeJson } from '../json-string.js'
import type { Fields, ReadRecord } from './reader.js'

const END = Buffer.from('"}')

/** A field before the text. */
interface NamedValue {
  readonly name: string
  readonly value: string
}

/** A text without fields: the record has one for it, and optionally one for the name of its file. */
export class TextRecord implements ReadRecord {
  readonly #before: NamedValue | undefined
  readonly #name: string
  readonly #text: Uint8Array

  /**
   * @param before the field before the text, if there is one; not written if it has the name of the text field
   * @param name of the text field
   * @param text valid UTF-8, a view that is valid while the record is visited
   */
  constructor(before: NamedValue | undefined, name: string, text: Uint8Array) {
    this.#before = before
    this.#name = name
    this.#text = text
  }

  get fields(): Fields {
    const { buffer, byteOffset, byteLength } = this.#text
    const before = this.#before && { [this.#before.name]: this.#before.value }
    return { ...before, [this.#name]: Buffer.from(buffer, byteOffset, byteLength).toString() }
  }

  writeJson(write: (bytes: Uint8Array) => void): void {
    const before = this.#before?.name === this.#name ? undefined : this.#before
    const start = before && `${JSON.stringify(before.name)}:${JSON.stringify(before.value)},`
    write(Buffer.from(`{${start ?? ''}${JSON.stringify(this.#name)}:"`))
    escapeJson(this.#text, write)
    write(END)
  }
}
