/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import { isBlank, JsonListSplitter } from '../read/json-list.js'
import { JsonObjectSplitter } from '../read/json-objects.js'
import { type Chunks, openBytes } from '../read/node-bytes.js'
import type { JsonOrigin, JsonShape } from '../read/source.js'
import type { JsonElement } from './json-documents.js'
import { LineBreaksWriter } from './line-breaks.js'
import type { CopiedJson, ManifestInput } from './manifest.js'
import { checkGap } from './walk-input.js'

/** What becomes of a record. */
type Use = 'copy' | 'put on one line' | 'skip'

/**
 * Reads a JSON array, or concatenated objects, again in parallel with its records, each on one line. Collects what restore needs to
 * rebuild the text from them: what is between records, and the line breaks inside them.
 */
export class JsonCursor {
  /** The record that was passed last, and everything between it and the one before. */
  element: JsonElement | undefined
  readonly #name: string
  readonly #chunks: Chunks
  readonly #splitter: JsonListSplitter | JsonObjectSplitter
  readonly #gaps: [number, string][] = []
  readonly #breaks = new LineBreaksWriter()
  #isFirst = true
  #elements: JsonElement[] = []
  #next = 0
  /** The bytes after the last element found, and their offset in the text. */
  readonly #held = new HeldBytes()
  #heldFrom = 0
  #gap: Uint8Array[] = []
  #between: Buffer | undefined

  private constructor(name: string, chunks: Chunks, shape: 'list' | 'objects', limit: number) {
    this.#name = name
    this.#chunks = chunks
    const take = (_line: number, bytes: Uint8Array, start: number) => this.#found(bytes, start)
    const Splitter = shape === 'list' ? JsonListSplitter : JsonObjectSplitter
    // A record that was too long when it was read is part of what precedes the next one.
    this.#splitter = new Splitter(take, limit, () => {})
  }

  static async open(name: string, origin: JsonOrigin & JsonShape): Promise<JsonCursor> {
    const { path, compression, encoding, shape, limit } = origin
    const { chunks } = await openBytes({ name, path, compression }, encoding)
    return new JsonCursor(name, chunks, shape, limit)
  }

  /** Advances to the record on a line, past rejected ones. */
  pass(position: number, line: Uint8Array, use: Use): void | Promise<void> {
    for (; this.#next < this.#elements.length; ) {
      const { before, bytes } = this.#elements[this.#next++]!
      this.#gap.push(before)
      const isRecord = isOnLine(bytes, line)
      if (isRecord && use !== 'skip') {
        this.element = { bytes, before: this.#endGap(position) }
        if (use === 'copy') this.#breaks.pass(bytes)
        else this.#breaks.add(bytes)
      } else this.#gap.push(bytes)
      if (isRecord) return undefined
    }
    const copy = line.slice()
    return this.#more().then((isMore) => {
      if (!isMore) throw changed(this.#name)
      return this.pass(position, copy, use)
    })
  }

  /** Advances to the end; `end` is the position after the last record. */
  async finish(end: number): Promise<Pick<ManifestInput, 'gaps'> & { readonly json: CopiedJson }> {
    do {
      for (const { before, bytes } of this.#elements.slice(this.#next)) this.#gap.push(before, bytes)
      this.#next = this.#elements.length
    } while (await this.#more())
    this.#gap.push(this.#held.take(this.#held.length))
    this.#endGap(end)
    return {
      gaps: this.#gaps,
      json: {
        between: (this.#between ?? Buffer.from('\n')).toString('base64'),
        breaks: String(this.#breaks),
      },
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return()
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done === true) return false
    this.#elements = []
    this.#next = 0
    this.#held.add(value)
    this.#splitter.push(value)
    checkGap(this.#name, this.#held.length)
    return true
  }

  #found(bytes: Uint8Array, start: number): void {
    let end = bytes.length
    while (end > 0 && isBlank(bytes[end - 1]!)) end--
    const from = start - this.#heldFrom
    this.#elements.push({
      before: this.#held.take(from),
      bytes: this.#held.take(end),
    })
    this.#heldFrom = start + end
  }

  /** Stores what precedes a record, if it differs from what precedes most records, and returns it. */
  #endGap(position: number): Uint8Array {
    const gap = Buffer.concat(this.#gap)
    this.#gap = []
    if (!this.#isFirst) this.#between ??= gap
    const usual = this.#isFirst ? NOTHING : this.#between!
    this.#isFirst = false
    if (!gap.equals(usual)) this.#gaps.push([position, gap.toString('base64')])
    return gap
  }
}

/**
 * Bytes that are added in pieces and taken from the front. They are joined only when taken, because a gap can consist of very many
 * pieces.
 */
class HeldBytes {
  #pieces: Uint8Array[] = []
  length = 0

  add(piece: Uint8Array): void {
    this.#pieces.push(Buffer.from(piece))
    this.length += piece.length
  }

  /** Removes the first bytes and returns them. */
  take(length: number): Uint8Array {
    const [all = NOTHING] = this.#pieces.length > 1 ? [Buffer.concat(this.#pieces)] : this.#pieces
    this.#pieces = [all.subarray(length)]
    this.length -= length
    return all.subarray(0, length)
  }
}

const NOTHING = Buffer.alloc(0)
const BLANK = 0x20

/** Whether a line equals the element with a blank in place of each line break. */
function isOnLine(element: Uint8Array, line: Uint8Array): boolean {
  if (element.length !== line.length) return false
  return element.every(
    (byte, i) => byte === line[i] || (line[i] === BLANK && (byte === 0x0a || byte === 0x0d)),
  )
}

function changed(name: string): UnreadableInput {
  return new UnreadableInput(
    name,
    'it changed while it was being read',
    'do not change it during a run, and run again',
  )
}
