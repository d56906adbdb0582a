/// <reference types="node" />
import { escapeJson } from '../json-string.js'
import type { Fields, ReadRecord } from './reader.js'

const END = Buffer.from('"}')

/** A text without fields: the record has one for it, and optionally one for the name of its file. */
export class TextRecord implements ReadRecord {
  readonly #before: Readonly<Record<string, string>>
  readonly #name: string
  readonly #text: Uint8Array

  /**
   * @param before fields before the text
   * @param name of the text field
   * @param text valid UTF-8, a view that is valid while the record is visited
   */
  constructor(before: Readonly<Record<string, string>>, name: string, text: Uint8Array) {
    this.#before = before
    this.#name = name
    this.#text = text
  }

  get fields(): Fields {
    const { buffer, byteOffset, byteLength } = this.#text
    return { ...this.#before, [this.#name]: Buffer.from(buffer, byteOffset, byteLength).toString() }
  }

  writeJson(write: (bytes: Uint8Array) => void): void {
    const before = JSON.stringify({ ...this.#before, [this.#name]: '' })
    write(Buffer.from(before.slice(0, -2)))
    escapeJson(this.#text, write)
    write(END)
  }
}
