import type { FoundInRecord, Lines } from '../engine/stages/items/items-task.js'
import type { ItemSearch } from './item-search.js'

/** The number of bytes of lines that are searched at a time. */
const BATCH_BYTES = 2 ** 20

/** A record in which items were found. */
export interface SearchedRecord extends Omit<FoundInRecord, 'record'> {
  readonly position: number
  readonly line: Uint8Array
}

/** Collects records for a search, and passes on those in which something was found, in order. */
export class LineBatches {
  readonly #search: ItemSearch
  readonly #take: (record: SearchedRecord) => void | Promise<void>
  readonly #pending: {
    readonly lines: Lines
    readonly positions: readonly number[]
    readonly found: Promise<readonly FoundInRecord[]>
  }[] = []
  #bytes = new Uint8Array(BATCH_BYTES)
  #size = 0
  #ends: number[] = []
  #positions: number[] = []

  constructor(search: ItemSearch, take: (record: SearchedRecord) => void | Promise<void>) {
    this.#search = search
    this.#take = take
  }

  /** Adds a record; waits if enough batches are in progress. */
  add(position: number, line: Uint8Array): void | Promise<void> {
    if (this.#size + line.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#size + line.length))
      larger.set(this.#bytes.subarray(0, this.#size))
      this.#bytes = larger
    }
    this.#bytes.set(line, this.#size)
    this.#size += line.length
    this.#ends.push(this.#size)
    this.#positions.push(position)
    return this.#size < BATCH_BYTES ? undefined : this.#start()
  }

  /** Waits for all batches. */
  async end(): Promise<void> {
    if (this.#positions.length > 0) await this.#start()
    this.#search.flush()
    while (this.#pending.length > 0) await this.#finishFirst()
  }

  async #start(): Promise<void> {
    const lines = { bytes: this.#bytes.slice(0, this.#size), ends: Uint32Array.from(this.#ends) }
    const found = this.#search.find(lines)
    // A failure is reported when its batch is awaited.
    found.catch(() => {})
    this.#pending.push({ lines, positions: this.#positions, found })
    this.#size = 0
    this.#ends = []
    this.#positions = []
    while (this.#pending.length >= this.#search.atOnce) await this.#finishFirst()
  }

  async #finishFirst(): Promise<void> {
    const { lines, positions, found } = this.#pending.shift()!
    for (const { record, matches } of await found) {
      const start = record === 0 ? 0 : lines.ends[record - 1]!
      const line = lines.bytes.subarray(start, lines.ends[record]!)
      await this.#take({ position: positions[record]!, line, matches })
    }
  }
}
