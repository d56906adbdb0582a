// Ids that are kept from the first reading, so that the documents of pairs need not be read again for them. An id is kept as JSON, and only
// if the kernel found it in its line in canonical form: the few others are read again.

import type { IdBytes } from '../../../kernel/kernel.js'
import type { DocumentId } from '../../../model/document.js'
import type { Blocks } from '../../ports.js'
import { withBlock } from '../blocks/segments.js'
import { doubled } from '../threads/shared-words.js'
import { SKETCH, type Sketched, UnitFinder } from './sketched.js'

const QUOTE = 34
const ZERO = 48

/** Collects the ids of the records of a unit: where each ends, and the bytes of all. */
export class IdCollector {
  #ends = new Uint32Array(1024)
  #bytes = new Uint8Array(8192)
  #records = 0
  #end = 0

  /** Forgets the ids of the last unit. */
  reset(): void {
    this.#records = 0
    this.#end = 0
  }

  /** Adds the ids of the next records; they are empty if the batch has none. */
  add(count: number, ids: IdBytes | undefined): void {
    if (this.#records + count > this.#ends.length) this.#ends = doubled(this.#ends, this.#records + count)
    const start = this.#end
    if (ids !== undefined) this.#addBytes(ids.bytes)
    for (let i = 0; i < count; i++) this.#ends[this.#records++] = start + (ids?.ends[i] ?? 0)
  }

  #addBytes(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#end + bytes.length))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** A segment of a sketch block. */
  segment(): Uint8Array {
    const segment = new Uint8Array(4 * this.#records + this.#end)
    new Uint32Array(segment.buffer, 0, this.#records).set(this.#ends.subarray(0, this.#records))
    segment.set(this.#bytes.subarray(0, this.#end), 4 * this.#records)
    return segment
  }
}

/** The kept ids of a unit. */
interface UnitIds {
  readonly ends: Uint32Array
  readonly bytes: Uint8Array
}

/** The ids that were kept of all units. */
export class KeptIds {
  readonly #firsts: Float64Array
  readonly #finder: UnitFinder
  readonly #units: readonly (UnitIds | undefined)[]
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #unit = 0
  #first = 0
  #end = 0

  constructor(store: Blocks, { blocks, firsts }: Sketched) {
    this.#firsts = firsts
    this.#finder = new UnitFinder(firsts)
    this.#units = blocks.map((block, unit) => {
      const count = firsts[unit + 1]! - firsts[unit]!
      return withBlock(store, block, (reader) => {
        const location = reader.find(SKETCH.idBytes)
        const bytes = location && reader.read(location)
        return (
          bytes && {
            ends: new Uint32Array(bytes.buffer, bytes.byteOffset, count),
            bytes: bytes.subarray(4 * count),
          }
        )
      })
    })
  }

  /** Whether the id of every record was kept. */
  get areAll(): boolean {
    return this.#units.every((unit) => unit !== undefined && areAllIn(unit))
  }

  has(position: number): boolean {
    const unit = this.#unitOf(position)
    const record = position - this.#first
    return unit !== undefined && unit.ends[record]! > (record === 0 ? 0 : unit.ends[record - 1]!)
  }

  /** The id at a position; undefined if it was not kept. */
  at(position: number): DocumentId | undefined {
    const unit = this.#unitOf(position)
    if (unit === undefined) return undefined
    const { ends, bytes } = unit
    const record = position - this.#first
    const from = record === 0 ? 0 : ends[record - 1]!
    const to = ends[record]!
    if (from === to) return undefined
    // Copied, because shared memory cannot be decoded everywhere.
    if (bytes[from] === QUOTE) return this.#decoder.decode(bytes.slice(from + 1, to - 1))
    let number = 0
    for (let i = from; i < to; i++) number = 10 * number + bytes[i]! - ZERO
    return number
  }

  #unitOf(position: number): UnitIds | undefined {
    if (position < this.#first || position >= this.#end) {
      this.#unit = this.#finder.unitOf(position)
      this.#first = this.#firsts[this.#unit]!
      this.#end = this.#firsts[this.#unit + 1]!
    }
    return this.#units[this.#unit]
  }
}

function areAllIn({ ends }: UnitIds): boolean {
  let before = 0
  for (let i = 0; i < ends.length; i++) {
    if (ends[i] === before) return false
    before = ends[i]!
  }
  return true
}
