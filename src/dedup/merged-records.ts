/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import { nextRecord, type RecordQueue } from './record-queue.js'
import type { ReadRemoved, RemovedRecord } from './removed-record.js'

/** The records of dedup in their original order: removed records have their positions, and kept ones fill the rest. */
export class MergedRecords {
  readonly #kept: RecordQueue
  readonly #removed: RecordQueue
  readonly #read: ReadRemoved
  /** The next removed record; undefined if there is none. */
  #waiting: RemovedRecord | undefined
  #isKnown = false

  constructor(kept: RecordQueue, removed: RecordQueue, read: ReadRemoved) {
    this.#kept = kept
    this.#removed = removed
    this.#read = read
  }

  /** The record at the next position, as a view that is valid until the next call; a promise only if more must be read from the files. */
  next(position: number): Uint8Array | Promise<Uint8Array> {
    if (!this.#isKnown) {
      const line = this.#removed.take()
      if (line === undefined) return this.#nextAsync(position)
      this.#wait(line)
    }
    if (this.#waiting?.position === position) {
      this.#isKnown = false
      return this.#waiting.record
    }
    return this.#kept.take() ?? this.#nextAsync(position)
  }

  async #nextAsync(position: number): Promise<Uint8Array> {
    if (!this.#isKnown) {
      this.#wait(await nextRecord(this.#removed))
      return this.next(position)
    }
    const line = await nextRecord(this.#kept)
    if (line === undefined) throw changed(this.#kept.path, 'documents are missing')
    return line
  }

  #wait(line: Uint8Array | undefined): void {
    this.#isKnown = true
    this.#waiting = undefined
    if (line === undefined) return
    // A copy, because the line is a view and the record has to wait for its turn.
    this.#waiting = this.#read(Buffer.from(line))
    if (this.#waiting === undefined) throw changed(this.#removed.path, 'a removed document has no position')
  }
}

/** The error for files that have changed since dedup wrote them. */
export function changed(path: string, problem: string): UnreadableInput {
  return new UnreadableInput(
    path,
    `${problem}: the kept or the removed documents do not belong to this manifest`,
    'use the files that dedup wrote, unchanged',
  )
}
