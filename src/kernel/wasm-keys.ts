import { after, Locations, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that find equal keys. */
interface KeyExports {
  pickKeys(
    keys: number,
    count: number,
    isLong: boolean,
    position: number,
    wanted: number,
    first: number,
    span: number,
    entries: number,
  ): number
  countKeys(entries: number, end: number, shift: number, counts: number): void
  markKeys(entries: number, end: number, isLong: boolean, shift: number, once: number, twice: number): void
  keepKeys(entries: number, end: number, isLong: boolean, shift: number, marked: number): number
  groupKeys(
    entries: number,
    count: number,
    isLong: boolean,
    words: number,
    spare: number,
    counts: number,
  ): number
}

/** Words of the scratch memory for sorting in kernel/group-keys.ts. */
const DIGITS = 2 ** 11

/** Which keys are compared. */
export interface KeyChoice {
  /** Whether keys have four words instead of two. */
  readonly isLong: boolean
  /** The maximum number of records of a unit. */
  readonly maxRecords: number
  /** The expected number of keys. */
  readonly expected: number
  /** The range of the first words of the keys. */
  readonly range: { readonly first: number; readonly span: number }
  /** One bit per position: the records whose keys are compared. */
  readonly wanted: Uint32Array
  /** Keys are put into 2^cellBits cells by the leading bits of their second words; at least 5. */
  readonly cellBits: number
  /** Whether the keys of each cell are counted. */
  readonly counts?: boolean
}

/** Positions of records with equal keys, in memory that the next call overwrites. */
export interface KeyGroups {
  readonly members: Uint32Array
  /** Where each group begins in `members`; has one more entry than there are groups. */
  readonly starts: Uint32Array
}

/** Collects keys unit by unit, and groups the records with equal ones: in WebAssembly. */
export class WasmKeys {
  readonly #arena = new WasmArena<KeyExports>()
  #choice!: KeyChoice
  #words = new Uint32Array(0)
  /** Locations in memory. */
  #digits = 0
  #counts = 0
  #keys = 0
  #wanted = 0
  #entries = 0
  /** Where the entries of the last unit begin, and where all entries end. */
  #last = 0
  #end = 0
  /** Two sets of cells, none of which is marked at first. */
  once = 0
  twice = 0

  /** Begins a new collection. */
  begin(choice: KeyChoice): void {
    this.#choice = choice
    const all = new Locations(this.#arena.start)
    const cells = 2 ** choice.cellBits
    this.#digits = all.take(4 * DIGITS)
    this.once = all.take(cells / 8)
    this.twice = all.take(cells / 8)
    this.#counts = all.take(choice.counts === true ? 4 * cells : 0)
    const tablesEnd = all.end
    this.#keys = all.take(this.#keyBytes * (choice.maxRecords + 3))
    this.#wanted = all.take(choice.maxRecords / 8 + 8)
    this.#entries = all.end
    this.#last = this.#end = this.#entries
    this.#reach(this.#end + this.#entryBytes * choice.expected)
    this.#words.fill(0, this.once >> 2, tablesEnd >> 2)
  }

  /** Adds the wanted records of a unit whose keys are in the range: record i has the key that begins at word 4 i or 2 i. */
  pick(keys: Uint32Array, first: number, count: number): void {
    const { range, wanted, isLong } = this.#choice
    this.#reach(this.#end + this.#entryBytes * count)
    this.#words.set(keys, this.#keys >> 2)
    this.#words.set(wanted.subarray(first >>> 5, (first + count + 31) >>> 5), this.#wanted >> 2)
    this.#last = this.#end
    this.#end =
      this.#arena.exports.pickKeys(
        this.#keys,
        count,
        isLong,
        first,
        this.#wanted,
        range.first,
        range.span,
        this.#end,
      ) >>> 0
  }

  /** Marks the cells of the keys of the last unit: in `twice` if they are marked in `once` already. */
  mark(once: number, twice: number): void {
    this.#arena.exports.markKeys(this.#last, this.#end, this.#choice.isLong, this.#shift, once, twice)
  }

  /** Keeps only the keys of the last unit in marked cells. */
  keepOfLast(marked: number): void {
    this.#keep(this.#last, marked)
  }

  /** Keeps only the keys in marked cells. */
  keep(marked: number): void {
    this.#keep(this.#entries, marked)
  }

  /** Removes the keys of the last unit. */
  dropLast(): void {
    this.#end = this.#last
  }

  /** Counts the keys of the last unit in each cell, if that was requested. */
  count(): void {
    this.#arena.exports.countKeys(this.#last, this.#end, this.#shift, this.#counts)
  }

  /** The number of keys in each cell so far. Valid until more units are added. */
  get counts(): Uint32Array {
    return this.#words.subarray(this.#counts >> 2, (this.#counts >> 2) + 2 ** this.#choice.cellBits)
  }

  /** Marks one cell. */
  markCell(cell: number, marked: number): void {
    this.#words[(marked >> 2) + (cell >>> 5)]! |= 1 << (cell & 31)
  }

  /**
   * The groups of two or more records with equal keys, each in the order in which they were added. Ends the collection.
   *
   * @param words how many words of the keys are compared; default: all
   */
  groups(words = this.#keyBytes / 4): KeyGroups {
    const count = (this.#end - this.#entries) / this.#entryBytes
    if (count < 2) return { members: new Uint32Array(0), starts: new Uint32Array(1) }
    const spare = after(this.#end, 0)
    this.#reach(spare + this.#entryBytes * count)
    const at =
      this.#arena.exports.groupKeys(this.#entries, count, this.#choice.isLong, words, spare, this.#digits) >>>
      2
    const starts = this.#words.subarray(at + 1, at + 2 + this.#words[at]!)
    const membersAt = at + 2 + (count >>> 1)
    return { members: this.#words.subarray(membersAt, membersAt + starts.at(-1)!), starts }
  }

  #keep(from: number, marked: number): void {
    this.#end = this.#arena.exports.keepKeys(from, this.#end, this.#choice.isLong, this.#shift, marked) >>> 0
  }

  get #keyBytes(): number {
    return this.#choice.isLong ? 16 : 8
  }

  /** A key and a position. */
  get #entryBytes(): number {
    return this.#keyBytes + 4
  }

  get #shift(): number {
    return 32 - this.#choice.cellBits
  }

  #reach(end: number): void {
    const memory = this.#arena.reach(after(end, 0))
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
  }
}
