// Ids that are kept from the first reading, so that the documents of pairs need not be read again for them. An id is kept as JSON, and only
// if the kernel found it in its line in canonical form: the few others are read again.

import type { RecordBatch } from '../../../kernel/kernel.js'
import type { DocumentId } from '../../../model/document.js'
import type { Blocks } from '../../ports.js'
import { withBlock } from '../blocks/segments.js'
import { SKETCH, type Sketched, UnitFinder } from './sketched.js'

const QUOTE = 34
const ZERO = 48
/** The location of an id in its line is one word: its offset times this, plus its length. */
const LENGTHS = 2 ** 12

/** Collects the ids of the records of a unit: where each ends, and the bytes of all. */
export class IdCollector {
  readonly #batches: { readonly ends: Uint32Array; readonly bytes: Uint8Array }[] = []
  #records = 0
  #bytes = 0

  /** Adds the ids of the records that were read from some bytes. */
  add(bytes: Uint8Array, { count, starts, idLocations }: RecordBatch): void {
    const ends = new Uint32Array(count)
    let end = this.#bytes
    for (let i = 0; i < count; i++) {
      end += (idLocations?.[i] ?? 0) % LENGTHS
      ends[i] = end
    }
    const ids = new Uint8Array(end - this.#bytes)
    let to = 0
    for (let i = 0; i < count; i++) {
      const location = idLocations?.[i] ?? 0
      const from = starts[i]! + Math.floor(location / LENGTHS)
      const length = location % LENGTHS
      for (let k = 0; k < length; k++) ids[to++] = bytes[from + k]!
    }
    this.#batches.push({ ends, bytes: ids })
    this.#records += count
    this.#bytes = end
  }

  /** A segment of a sketch block. */
  segment(): Uint8Array {
    const segment = new Uint8Array(4 * this.#records + this.#bytes)
    const ends = new Uint32Array(segment.buffer, 0, this.#records)
    let [record, end] = [0, 4 * this.#records]
    for (const batch of this.#batches) {
      ends.set(batch.ends, record)
      segment.set(batch.bytes, end)
      record += batch.ends.length
      end += batch.bytes.length
    }
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
