import { after, Locations, WasmArena } from './wasm-arena.js'
import { ELEMENT_WORDS } from './wasm-prefix-writer.js'

/** The exports of kernel/index.ts that list pairs by prefixes. */
interface PrefixExports {
  addPrefixes(task: number, end: number, count: number, first: number, firstBit: number): number
  groupPrefixes(task: number, count: number): number
  beginLists(task: number, count: number): void
  listPairs(task: number): number
  addPair(task: number, one: number, other: number): number
  dropPairs(task: number): void
  readonly listStart: { readonly value: number }
  readonly listStop: { readonly value: number }
  readonly pairsAt: { readonly value: number }
}

/** What `listPairs` returns. */
const DONE = 0
const FULL = 1

/** The words of a task in kernel/prefix-task.ts, after the two of `minShare`. */
const FIELDS = [
  ...['input', 'sizes', 'distinct', 'marks', 'share', 'shares', 'entries', 'grouped', 'cells', 'cellShift'],
  ...['hasSides', 'boundary', 'maxPairs', 'forHost', 'bits', 'maxTelling'],
  ...[
    'positions',
    'previous',
    'second',
    'setSizes',
    'largest',
    'marked',
    'recent',
    'recentShift',
    'pairs',
    'pairsEnd',
  ],
]
const SHARE_WORDS = 2
const ENTRY_BYTES = 20
const MIN_CELL_BITS = 4
const MAX_MEMBERS = 2 ** 14
/** Elements of a unit are added in pieces of this many words. */
const PIECE_WORDS = ELEMENT_WORDS * 2 ** 14
/** The number of pairs for which there is room at first; no list has a document with more. */
const FIRST_PAIRS = 2 ** 16
/** Documents that share one element of their prefixes often share several, each of which finds the same pair. */
const REMEMBERED_PER_ENTRY = 1
const MIN_REMEMBERED = 2 ** 10

/** How pairs are listed. */
export interface PrefixListing {
  readonly share: number
  readonly shares: number
  /** One bit per position: elements of other documents are left out. */
  readonly distinct: Uint32Array
  /** The set sizes of all documents. */
  readonly sizes: Uint32Array
  /** Nonzero for marked documents, two of which are not compared; empty if there are none. */
  readonly isMarked: Uint32Array
  /** The first position of the second side, if only pairs across the two sides are listed. */
  readonly boundary: number | undefined
  /** The share of the total size of two documents that their overlap must have; undefined if all lists are left to the host. */
  readonly minShare: number | undefined
  /** Lists with more pairs are left to the host. */
  readonly maxPairs: number
  /** Difference bits are not compared if similar documents may differ in more elements. */
  readonly maxTelling: number
  /** The number of pairs that are held at a time; at least 2^14. */
  readonly maxHeld: number
}

/**
 * A list that the kernel leaves to the host. Five words for each document: the shared element, the two elements before it in the prefix (for
 * the first, the element itself), the position, and the index of the element in the prefix, shifted left by `INDEX_SHIFT`.
 */
export type PrefixList = Uint32Array

export const MEMBER_WORDS = 5
export const INDEX_SHIFT = 17

/** Called with pairs, two words each, whenever as many are held as requested. They are valid during the call. */
type StorePairs = (pairs: Uint32Array) => void

/** Groups the elements of prefixes in memory of the kernel, and lists the pairs that share one and may be similar. */
export class WasmPrefixLists {
  readonly #arena = new WasmArena<PrefixExports>()
  readonly #task: number
  readonly #input: number
  readonly #sizes: number
  readonly #distinct: number
  readonly #marks: number
  readonly #bits: number
  /** Where elements begin, after all that is the same for every task. */
  readonly #entries: number
  #words = new Uint32Array(0)
  #listing!: PrefixListing
  /** The number of elements so far. */
  #count = 0
  #pairs = 0
  #capacity = 0

  /**
   * @param bits the difference bits of all documents; empty if there are none
   * @param maxRecords the maximum number of records of a unit
   */
  constructor(bits: Uint32Array, maxRecords: number) {
    const all = new Locations(this.#arena.start)
    this.#task = all.take(4 * (SHARE_WORDS + FIELDS.length))
    this.#input = all.take(4 * PIECE_WORDS)
    this.#sizes = all.take(4 * maxRecords)
    this.#distinct = all.take(maxRecords / 8 + 8)
    this.#marks = all.take(4 * maxRecords)
    const columns = ['positions', 'previous', 'second', 'setSizes', 'largest', 'marked']
    const locations = Object.fromEntries(columns.map((name) => [name, all.take(4 * MAX_MEMBERS)]))
    this.#bits = all.take(4 * bits.length)
    this.#entries = all.end
    this.#reach(all.end)
    this.#words.set(bits, this.#bits >>> 2)
    this.#describe({
      ...locations,
      ...{ input: this.#input, sizes: this.#sizes, distinct: this.#distinct, entries: this.#entries },
      bits: bits.length === 0 ? 0 : this.#bits,
    })
  }

  /** Begins to collect elements. */
  begin(listing: PrefixListing): void {
    const { share, shares, boundary, minShare, maxPairs, maxTelling, isMarked } = listing
    this.#listing = listing
    this.#count = 0
    new Float64Array(this.#words.buffer, this.#task, 1)[0] = minShare ?? 0
    this.#describe({
      ...{ share, shares, maxPairs, maxTelling },
      hasSides: boundary === undefined ? 0 : 1,
      boundary: boundary ?? 0,
      forHost: minShare === undefined ? 1 : 0,
      marks: isMarked.length === 0 ? 0 : this.#marks,
    })
  }

  /** Adds the elements of a unit, in the layout that kernel/prefix-lists.ts reads. */
  add(elements: Uint32Array, first: number, records: number): void {
    const { sizes, isMarked } = this.#listing
    const distinct = this.#listing.distinct.subarray(first >>> 5, (first + records + 31) >>> 5)
    // A unit of nothing but copies of earlier documents.
    if (distinct.every((word) => word === 0)) return
    this.#reach(this.#entries + ENTRY_BYTES * (this.#count + elements.length / ELEMENT_WORDS))
    const words = this.#words
    words.set(sizes.subarray(first, first + records), this.#sizes >>> 2)
    words.set(distinct, this.#distinct >>> 2)
    words.set(isMarked.subarray(first, first + records), this.#marks >>> 2)
    for (let from = 0; from < elements.length; from += PIECE_WORDS) {
      const piece = elements.subarray(from, from + PIECE_WORDS)
      words.set(piece, this.#input >>> 2)
      const count = piece.length / ELEMENT_WORDS
      this.#count = this.#arena.exports.addPrefixes(this.#task, this.#count, count, first, first & 31)
    }
  }

  /**
   * Lists the pairs of all elements, and returns those that are still held.
   *
   * @param listHere called with each list that is left to the host
   */
  list(store: StorePairs, listHere: (list: PrefixList) => void): Uint32Array {
    const { exports } = this.#arena
    exports.beginLists(this.#task, this.#group())
    while (true) {
      const status = exports.listPairs(this.#task)
      if (status === DONE) return this.#held()
      if (status === FULL) this.#makeRoom(store)
      else listHere(this.#words.slice(exports.listStart.value >>> 2, exports.listStop.value >>> 2))
    }
  }

  /** Adds a pair of a list that is left to the host, unless it was added recently. */
  addPair(one: number, other: number, store: StorePairs): void {
    if (this.#arena.exports.addPair(this.#task, one, other) === 0) this.#makeRoom(store)
  }

  /** Groups the elements, makes room for their pairs, and returns how many of them may be repeated. */
  #group(): number {
    const all = new Locations(after(this.#entries, ENTRY_BYTES * this.#count))
    const cellBits = Math.max(MIN_CELL_BITS, Math.ceil(Math.log2(2 * this.#count + 1)))
    const cells = all.take(4 * 2 ** cellBits)
    const grouped = all.take(ENTRY_BYTES * this.#count)
    this.#reach(all.end)
    this.#describe({ cells, cellShift: 32 - cellBits, grouped })
    const count = this.#arena.exports.groupPrefixes(this.#task, this.#count)
    const { maxHeld } = this.#listing
    all.end = after(grouped, ENTRY_BYTES * count)
    const remembered = Math.max(MIN_REMEMBERED, Math.min(maxHeld, REMEMBERED_PER_ENTRY * count))
    const recentBits = Math.floor(Math.log2(remembered))
    const recent = all.take(8 * 2 ** recentBits)
    this.#pairs = all.end
    this.#describe({ recent, recentShift: 32 - recentBits, pairs: this.#pairs })
    this.#reserve(Math.min(FIRST_PAIRS, maxHeld))
    return count
  }

  /** Makes more room for pairs, or stores them if as many are held as requested. */
  #makeRoom(store: StorePairs): void {
    const { maxHeld } = this.#listing
    if (this.#capacity < maxHeld) {
      this.#reserve(Math.min(maxHeld, 2 * this.#capacity))
      return
    }
    store(this.#held())
    this.#arena.exports.dropPairs(this.#task)
  }

  #reserve(pairs: number): void {
    this.#capacity = pairs
    const pairsEnd = this.#pairs + 8 * pairs
    this.#reach(pairsEnd)
    this.#describe({ pairsEnd })
  }

  #held(): Uint32Array {
    return this.#words.subarray(this.#pairs >>> 2, this.#arena.exports.pairsAt.value >>> 2)
  }

  /** Sets fields of the task. */
  #describe(fields: Readonly<Record<string, number>>): void {
    const first = (this.#task >>> 2) + SHARE_WORDS
    for (const [name, value] of Object.entries(fields)) this.#words[first + FIELDS.indexOf(name)] = value
  }

  #reach(end: number): void {
    const memory = this.#arena.reach(after(end, 0))
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
  }
}
