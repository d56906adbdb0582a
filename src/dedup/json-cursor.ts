/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import { isBlank, JsonListSplitter } from '../read/json-list.js'
import { JsonObjectSplitter } from '../read/json-objects.js'
import { type Chunks, openBytes } from '../read/node-bytes.js'
import type { JsonOrigin, JsonShape } from '../read/source.js'
import { LineBreaksWriter } from './line-breaks.js'
import type { CopiedJson, ManifestInput } from './manifest.js'
import { checkGap } from './walk-input.js'

/** An element as it is written, and what is before it. */
interface Element {
  readonly before: Uint8Array
  readonly bytes: Uint8Array
}

/**
 * Reads a JSON list, or objects one after the other, again beside its records, each on one line, and notes what restore needs to put
 * the text together from them: what is between records, and the line breaks inside them.
 */
export class JsonCursor {
  readonly #name: string
  readonly #chunks: Chunks
  readonly #splitter: JsonListSplitter | JsonObjectSplitter
  readonly #gaps: [number, string][] = []
  readonly #breaks = new LineBreaksWriter()
  #isFirst = true
  #elements: Element[] = []
  #next = 0
  /** Bytes after the last element that was found, and where they begin in the text. */
  readonly #held = new HeldBytes()
  #heldFrom = 0
  #gap: Uint8Array[] = []
  #between: Buffer | undefined

  private constructor(name: string, chunks: Chunks, shape: 'list' | 'objects', limit: number) {
    this.#name = name
    this.#chunks = chunks
    const take = (_line: number, bytes: Uint8Array, start: number) => this.#found(bytes, start)
    const Splitter = shape === 'list' ? JsonListSplitter : JsonObjectSplitter
    // One that was too long when the records were read is part of what is before the next.
    this.#splitter = new Splitter(take, limit, () => {})
  }

  static async open(name: string, origin: JsonOrigin & JsonShape): Promise<JsonCursor> {
    const { path, compression, encoding, shape, limit } = origin
    const { chunks } = await openBytes({ name, path, compression }, encoding)
    return new JsonCursor(name, chunks, shape, limit)
  }

  /** Goes to the record that is on a line, past those that were refused; `isUsed` is false for one that was skipped. */
  pass(position: number, line: Uint8Array, isUsed: boolean): void | Promise<void> {
    for (; this.#next < this.#elements.length; ) {
      const { before, bytes } = this.#elements[this.#next++]!
      this.#gap.push(before)
      const isRecord = isOnLine(bytes, line)
      if (isRecord && isUsed) {
        this.#endGap(position)
        this.#breaks.add(bytes)
      } else this.#gap.push(bytes)
      if (isRecord) return undefined
    }
    const copy = line.slice()
    return this.#more().then((isMore) => {
      if (!isMore) throw changed(this.#name)
      return this.pass(position, copy, isUsed)
    })
  }

  /** Goes to the end; `end` is the position after the last record. */
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

  /** Notes what is before a record, where it is not what is before most. */
  #endGap(position: number): void {
    const gap = Buffer.concat(this.#gap)
    this.#gap = []
    if (!this.#isFirst) this.#between ??= gap
    const usual = this.#isFirst ? NOTHING : this.#between!
    this.#isFirst = false
    if (!gap.equals(usual)) this.#gaps.push([position, gap.toString('base64')])
  }
}

/** Bytes that are added in pieces and taken from the front: joined only when they are taken, for a gap may have very many. */
class HeldBytes {
  #pieces: Uint8Array[] = []
  length = 0

  add(piece: Uint8Array): void {
    this.#pieces.push(Buffer.from(piece))
    this.length += piece.length
  }

  /** The first bytes, which are no longer held. */
  take(length: number): Uint8Array {
    const [all = NOTHING] = this.#pieces.length > 1 ? [Buffer.concat(this.#pieces)] : this.#pieces
    this.#pieces = [all.subarray(length)]
    this.length -= length
    return all.subarray(0, length)
  }
}

const NOTHING = Buffer.alloc(0)
const BLANK = 0x20

/** Whether a line is the element with a blank for each line break. */
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
