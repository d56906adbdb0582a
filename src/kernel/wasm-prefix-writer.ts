import { spread } from '../hash/repeat-filter.js'
import { type SetCollection, sizeAt } from '../model/set-collection.js'
import { MAX_ELEMENTS, visitBatches } from './set-batches.js'
import { after, Locations, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that write prefixes. */
interface PrefixExports {
  writePrefixes(writer: number, count: number, first: number, out: number): number
  sortByPortion(from: number, end: number, shift: number, portions: number, ends: number, out: number): void
}

const WRITER_WORDS = 7
/** The layout of an element of a prefix: see src/engine/stages/prefixes/prefix-keys.ts. */
export const ELEMENT_WORDS = 4
export const INDEX_BITS = 10
const ELEMENT_BYTES = 4 * ELEMENT_WORDS
const BIT_WORDS = 8
/** The maximum number of sets per call. */
const MAX_SETS = 2 ** 11
/** Up to this many elements, room is made for twice as many as needed. */
const MANY_ELEMENTS = 2 ** 20
/** Prefixes are sorted by portion whenever there are this many, so that no more of them are in memory twice. */
const MAX_UNSORTED = 2 ** 19

/** The number of values of a digit of eight bits. */
const DIGITS = 2 ** 8

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
  /** The number of elements of prefixes at which they are sorted by portion. Default: 2^19. */
  readonly maxUnsorted?: number
}

/** Writes the prefixes of the records of a unit in WebAssembly, to whose memory a few sets are copied at a time. */
export class WasmPrefixWriter {
  readonly #arena = new WasmArena<PrefixExports>()
  readonly #lengthOf: PrefixWriting['lengthOf']
  readonly #portions: number
  readonly #hasBits: boolean
  readonly #maxUnsorted: number
  readonly #writer: number
  readonly #ends: number
  readonly #sets: number
  readonly #setBits: number
  /** Where memory that depends on the sets begins. */
  readonly #first: number
  #words = new Uint32Array(0)
  #bits: Uint32Array<ArrayBuffer> = new Uint32Array(BIT_WORDS)
  #record = 0
  /** The elements of sets, of which there is room for so many. */
  #elements = 0
  #maxElements = MAX_ELEMENTS
  /** Prefixes that are not sorted by portion yet: where they begin and end, and how many there is room for. */
  #unsorted = 0
  #unsortedEnd = 0
  #unsortedRoom: number
  /** The sorted prefixes, and where further ones go. */
  #runs: SortedRun[] = []
  #end = 0

  constructor({ frequent, lengthOf, portions, hasBits, maxUnsorted = MAX_UNSORTED }: PrefixWriting) {
    this.#lengthOf = lengthOf
    this.#portions = portions
    this.#hasBits = hasBits
    this.#maxUnsorted = this.#unsortedRoom = maxUnsorted
    const bits = Math.max(4, Math.ceil(Math.log2(2 * frequent.length + 1)))
    const mask = 2 ** bits - 1
    const all = new Locations(this.#arena.start)
    this.#writer = all.take(4 * WRITER_WORDS)
    this.#ends = all.take(4 * Math.max(portions, DIGITS))
    const ranks = all.take(8 * 2 ** bits)
    this.#sets = all.take(8 * MAX_SETS)
    this.#setBits = all.take(4 * BIT_WORDS * MAX_SETS)
    this.#first = all.end
    this.#reach(all.end)
    const writer = [ranks, 32 - bits, mask, 0, this.#sets, 0, hasBits ? this.#setBits : 0]
    this.#words.set(writer, this.#writer >>> 2)
    const table = this.#words.subarray(ranks >>> 2)
    for (let rank = 0; rank < frequent.length; rank++) {
      let slot = spread(frequent[rank]!) >>> (32 - bits)
      while (table[2 * slot + 1] !== 0) slot = (slot + 1) & mask
      table[2 * slot] = frequent[rank]!
      table[2 * slot + 1] = rank + 1
    }
    this.reset()
  }

  /** Forgets the prefixes of the last unit. */
  reset(): void {
    this.#record = 0
    this.#runs = []
    this.#end = this.#first
    this.#reserveElements(this.#maxElements)
    this.#reserveUnsorted(this.#unsortedRoom)
  }

  /** Adds the sets of the next records. */
  add(sets: SetCollection): void {
    visitBatches(sets, MAX_SETS, (from, to, elements) => {
      let entries = 0
      let at = this.#sets >>> 2
      for (let i = from; i < to; i++) {
        const size = sizeAt(sets, i)
        const length = size === 0 ? 0 : this.#lengthOf(size)
        this.#words[at++] = size
        this.#words[at++] = length
        entries += length
      }
      this.#write(to - from, elements, entries)
    })
  }

  /** The prefixes in runs, one after the other; for each run the words of each portion. Valid until the next unit. */
  runs(): Uint32Array[][] {
    this.#sort()
    return this.#runs.map(({ start, ends }) => {
      let from = start
      return Array.from(ends, (end) => {
        const words = this.#words.subarray(from >>> 2, end >>> 2)
        from = end
        return words
      })
    })
  }

  /** The prefixes so far, as long as none is sorted: in order. Valid until the next call. */
  unsorted(): Uint32Array {
    return this.#words.subarray(this.#unsorted >>> 2, this.#unsortedEnd >>> 2)
  }

  /** Sorts them by element, in order of records. Valid until the next call. */
  byElement(): Uint32Array {
    const [from, end, to] = [this.#unsorted, this.#unsortedEnd, this.#end]
    this.#reach(after(to, end - from))
    const sort = (start: number, shift: number, out: number) =>
      this.#arena.exports.sortByPortion(start, start + end - from, shift, DIGITS, this.#ends, out)
    sort(from, 0, to)
    sort(to, 8, from)
    sort(from, 16, to)
    sort(to, 24, from)
    return this.unsorted()
  }

  /** The bits of the records, eight words each; none unless they were requested. */
  bits(): Uint32Array {
    return this.#bits.subarray(0, this.#hasBits ? BIT_WORDS * this.#record : 0)
  }

  /** Writes the prefixes of some sets, which have this many elements. */
  #write(count: number, elements: Uint32Array, entries: number): void {
    if ((this.#unsortedEnd - this.#unsorted) / ELEMENT_BYTES + entries > this.#maxUnsorted) this.#sort()
    if (entries > this.#unsortedRoom) this.#reserveUnsorted(entries)
    if (elements.length > this.#maxElements)
      this.#reserveElements(Math.max(elements.length, Math.min(2 * elements.length, MANY_ELEMENTS)))
    this.#words.set(elements, this.#elements >>> 2)
    const { exports } = this.#arena
    this.#unsortedEnd = exports.writePrefixes(this.#writer, count, this.#record, this.#unsortedEnd) >>> 0
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

  /** Sorts the unsorted prefixes by portion. */
  #sort(): void {
    const [start, bytes] = [this.#end, this.#unsortedEnd - this.#unsorted]
    if (bytes === 0) return
    this.#end = after(start, bytes)
    this.#reach(this.#end)
    this.#arena.exports.sortByPortion(this.#unsorted, this.#unsortedEnd, 0, this.#portions, this.#ends, start)
    const ends = this.#words.slice(this.#ends >>> 2, (this.#ends >>> 2) + this.#portions)
    this.#runs.push({ start, ends })
    this.#unsortedEnd = this.#unsorted
  }

  /** Makes room for this many elements of sets at a time, after the sorted prefixes. */
  #reserveElements(elements: number): void {
    const all = new Locations(this.#end)
    this.#maxElements = elements
    this.#elements = all.take(4 * elements)
    const frequent = all.take(8 * elements)
    this.#end = all.end
    this.#reach(all.end)
    this.#words[(this.#writer >>> 2) + 3] = this.#elements
    this.#words[(this.#writer >>> 2) + 5] = frequent
  }

  /** The same for elements of prefixes, while none is unsorted. */
  #reserveUnsorted(entries: number): void {
    this.#unsortedRoom = entries
    this.#unsorted = this.#unsortedEnd = this.#end
    this.#end = after(this.#end, ELEMENT_BYTES * entries)
    this.#reach(this.#end)
  }

  #reach(end: number): void {
    const memory = this.#arena.reach(after(end, 0))
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
  }
}

/** Prefixes that are sorted by portion: where they begin, and where each portion ends. */
interface SortedRun {
  readonly start: number
  readonly ends: Uint32Array
}
