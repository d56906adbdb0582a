/// <reference types="node" />
import { UnreadableInput } from '../../model/errors.js'
import { fieldReader } from '../../read/json-field.js'
import { type LineQueue, nextLine } from './line-queue.js'
import { DOCUMENT_MARK } from './writers.js'

/** The records of dedup in their old order: the removed ones know their positions, the kept ones fill the rest. */
export class MergedRecords {
  readonly #kept: LineQueue
  readonly #removed: LineQueue
  readonly #readPosition = fieldReader('position')
  /** The next removed record; undefined: there is none. */
  #waiting: { readonly position: number; readonly record: Uint8Array } | undefined
  #isKnown = false

  constructor(kept: LineQueue, removed: LineQueue) {
    this.#kept = kept
    this.#removed = removed
  }

  /** The record at the next position, as a view that holds until the next call; a promise only where files are read on. */
  next(position: number): Uint8Array | Promise<Uint8Array> {
    if (!this.#isKnown) {
      const line = this.#removed.take()
      if (line === undefined) return this.#nextSlowly(position)
      this.#wait(line)
    }
    if (this.#waiting?.position === position) {
      this.#isKnown = false
      return this.#waiting.record
    }
    return this.#kept.take() ?? this.#nextSlowly(position)
  }

  async #nextSlowly(position: number): Promise<Uint8Array> {
    if (!this.#isKnown) {
      this.#wait(await nextLine(this.#removed))
      return this.next(position)
    }
    const line = await nextLine(this.#kept)
    if (line === undefined) throw changed(this.#kept.path, 'documents are missing')
    return line
  }

  #wait(line: Uint8Array | undefined): void {
    this.#isKnown = true
    this.#waiting = undefined
    if (line === undefined) return
    // A copy: the line is a view, and the record waits for its turn.
    const bytes = Buffer.from(line)
    const mark = bytes.indexOf(DOCUMENT_MARK)
    const position = mark < 0 ? undefined : this.#readPosition(bytes.subarray(0, mark))
    if (typeof position !== 'number') throw changed(this.#removed.path, 'a removed document has no position')
    this.#waiting = { position, record: bytes.subarray(mark + DOCUMENT_MARK.length, -1) }
  }
}

/** The error for files that are no longer as dedup has written them. */
export function changed(path: string, problem: string): UnreadableInput {
  return new UnreadableInput(
    path,
    `${problem}: the kept or the removed documents are not those of this manifest`,
    'give the files that dedup wrote, as it wrote them',
  )
}
