import { spread } from '../hash/repeat-filter.js'
import type { SetCollection } from '../model/set-collection.js'
import { after, Locations, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that write prefixes. */
interface PrefixExports {
  writePrefixes(writer: number, count: number, first: number, out: number): number
  sortByPortion(from: number, end: number, portions: number, ends: number, out: number): void
}

const WRITER_WORDS = 7
const ENTRY_BYTES = 16
const BIT_WORDS = 8
/** The maximum number of sets per call, and of their elements unless a single set has more. */
const MAX_SETS = 2 ** 11
const MAX_ELEMENTS = 2 ** 16

/** How prefixes are written. */
export interface PrefixWriting {
  /** By ascending frequency. */
  readonly frequent: Uint32Array
  /** The length of the prefix of a set of this size. */
  readonly lengthOf: (size: number) => number
  /** A power of two. The portion of an element is in its last bits. */
  readonly portions: number
  /** Whether difference bits are written as well. */
  readonly hasBits: boolean
}

/** Writes the prefixes of the records of a unit in WebAssembly, to whose memory a few sets are copied at a time. */
export class WasmPrefixWriter {
  readonly #arena = new WasmArena<PrefixExports>()
  readonly #lengthOf: PrefixWriting['lengthOf']
  readonly #portions: number
  readonly #hasBits: boolean
  readonly #writer: number
  readonly #ends: number
  readonly #sets: number
  readonly #setBits: number
  readonly #elementsAt: number
  #capacity = 0
  #words = new Uint32Array(0)
  #bits: Uint32Array<ArrayBuffer> = new Uint32Array(BIT_WORDS)
  #record = 0
  /** Where the prefixes of the unit begin, and where they end. */
  #start = 0
  #end = 0

  constructor({ frequent, lengthOf, portions, hasBits }: PrefixWriting) {
    this.#lengthOf = lengthOf
    this.#portions = portions
    this.#hasBits = hasBits
    const bits = Math.max(4, Math.ceil(Math.log2(2 * frequent.length + 1)))
    const mask = 2 ** bits - 1
    const all = new Locations(this.#arena.start)
    this.#writer = all.take(4 * WRITER_WORDS)
    this.#ends = all.take(4 * portions)
    const ranks = all.take(8 * 2 ** bits)
    this.#sets = all.take(8 * MAX_SETS)
    this.#setBits = all.take(4 * BIT_WORDS * MAX_SETS)
    this.#elementsAt = all.end
    this.#reach(all.end)
    const writer = [ranks, 32 - bits, mask, this.#elementsAt, this.#sets, 0, hasBits ? this.#setBits : 0]
    this.#words.set(writer, this.#writer >>> 2)
    const table = this.#words.subarray(ranks >>> 2)
    for (let rank = 0; rank < frequent.length; rank++) {
      let slot = spread(frequent[rank]!) >>> (32 - bits)
      while (table[2 * slot + 1] !== 0) slot = (slot + 1) & mask
      table[2 * slot] = frequent[rank]!
      table[2 * slot + 1] = rank + 1
    }
    this.#reserve(MAX_ELEMENTS)
    this.reset()
  }

  /** Forgets the prefixes of the last unit. */
  reset(): void {
    this.#record = 0
    this.#end = this.#start
  }

  /** Adds the sets of the next records. */
  add({ count, offsets, elements }: SetCollection): void {
    for (let from = 0; from < count; ) {
      let to = from
      let entries = 0
      const last = Math.min(count, from + MAX_SETS)
      for (; to < last && (to === from || offsets[to + 1]! - offsets[from]! <= MAX_ELEMENTS); to++) {
        const size = offsets[to + 1]! - offsets[to]!
        const length = size === 0 ? 0 : this.#lengthOf(size)
        this.#words[(this.#sets >>> 2) + 2 * (to - from)] = size
        this.#words[(this.#sets >>> 2) + 2 * (to - from) + 1] = length
        entries += length
      }
      this.#write(to - from, elements.subarray(offsets[from]!, offsets[to]!), entries)
      from = to
    }
  }

  /** The words of each portion, valid until the next unit. */
  portions(): Uint32Array[] {
    const out = after(this.#end, 0)
    this.#reach(out + this.#end - this.#start)
    this.#arena.exports.sortByPortion(this.#start, this.#end, this.#portions, this.#ends, out)
    let from = out
    return Array.from({ length: this.#portions }, (_, portion) => {
      const end = this.#words[(this.#ends >>> 2) + portion]!
      const words = this.#words.subarray(from >>> 2, end >>> 2)
      from = end
      return words
    })
  }

  /** The bits of the records, eight words each; none unless they were requested. */
  bits(): Uint32Array {
    return this.#bits.subarray(0, this.#hasBits ? BIT_WORDS * this.#record : 0)
  }

  /** Writes the prefixes of some sets, which have this many elements. */
  #write(count: number, elements: Uint32Array, entries: number): void {
    if (elements.length > this.#capacity) this.#reserve(elements.length)
    this.#reach(this.#end + ENTRY_BYTES * entries)
    this.#words.set(elements, this.#elementsAt >>> 2)
    this.#end = this.#arena.exports.writePrefixes(this.#writer, count, this.#record, this.#end) >>> 0
    if (this.#hasBits) this.#copyBits(count)
    this.#record += count
  }

  #copyBits(count: number): void {
    const [from, end] = [BIT_WORDS * this.#record, BIT_WORDS * (this.#record + count)]
    if (end > this.#bits.length) {
      const larger = new Uint32Array(2 * end)
      larger.set(this.#bits.subarray(0, from))
      this.#bits = larger
    }
    this.#bits.set(this.#words.subarray(this.#setBits >>> 2, (this.#setBits >>> 2) + BIT_WORDS * count), from)
  }

  /** Makes room for this many elements of sets at a time. */
  #reserve(elements: number): void {
    const all = new Locations(after(this.#elementsAt, 4 * elements))
    const frequent = all.take(8 * elements)
    const length = this.#end - this.#start
    this.#reach(all.end + length)
    this.#words.copyWithin(all.end >>> 2, this.#start >>> 2, this.#end >>> 2)
    this.#words[(this.#writer >>> 2) + 5] = frequent
    this.#start = all.end
    this.#end = this.#start + length
    this.#capacity = elements
  }

  #reach(end: number): void {
    const memory = this.#arena.reach(after(end, 0))
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
  }
}
