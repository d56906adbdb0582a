/// <reference types="node" />
import type { JsonLayout } from '../read/source.js'
import type { TextWriter } from '../write/node-text-writer.js'

/** A record as it is written in JSON text, and what precedes it there. */
export interface JsonElement {
  readonly bytes: Uint8Array
  readonly before: Uint8Array
}

/**
 * Writes records of JSON as a list, as objects one after the other, or as lines. They are separated as in the text that they come from: a
 * pretty-printed list remains pretty-printed.
 */
export class JsonDocuments {
  readonly #writer: TextWriter
  readonly #layout: JsonLayout
  #count = 0
  /** What follows the bracket before the first record. */
  #opening = '\n'
  /** What is between two records; undefined until there are two. */
  #between: string | undefined

  constructor(writer: TextWriter, layout: JsonLayout) {
    this.#writer = writer
    this.#layout = layout
  }

  /** Whether a record can be written with the line breaks that it contains. */
  get isVerbatim(): boolean {
    return this.#layout !== 'lines'
  }

  /**
   * @param parts the bytes of the record
   * @param before what preceded it in its text
   */
  write(parts: readonly Uint8Array[], before?: Uint8Array): void | Promise<void> {
    const separator = this.#separator(before === undefined ? undefined : Buffer.from(before).toString())
    this.#count++
    const end = this.#layout === 'lines' ? [NEWLINE] : []
    return this.#writer.writeAll([Buffer.from(separator), ...parts, ...end])
  }

  async close(): Promise<void> {
    await this.#writer.writeText(this.#ending())
    await this.#writer.close()
  }

  abort(): Promise<void> {
    return this.#writer.abort()
  }

  #separator(before: string | undefined): string {
    if (this.#layout === 'lines') return ''
    if (this.#layout === 'objects') {
      if (this.#count > 0) this.#between ??= /^\s+$/.exec(before ?? '')?.[0] ?? '\n'
      return this.#between ?? ''
    }
    const [, mark, blank = ''] = /([[,])(\s*)$/.exec(before ?? '') ?? []
    if (this.#count === 0) {
      if (mark !== undefined) this.#opening = mark === '[' || blank.includes('\n') ? blank : ''
      return `[${this.#opening}`
    }
    if (this.#between === undefined && mark !== '[') this.#between = mark === undefined ? '\n' : blank
    return `,${this.#between ?? this.#opening}`
  }

  #ending(): string {
    if (this.#layout === 'lines') return ''
    if (this.#layout === 'objects') return this.#count === 0 ? '' : '\n'
    if (this.#count === 0) return '[]\n'
    return this.#opening.includes('\n') ? '\n]\n' : ']\n'
  }
}

const NEWLINE = Uint8Array.of(0x0a)
