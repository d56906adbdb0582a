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
  groupKeys(
    entries: number,
    count: number,
    isLong: boolean,
    words: number,
    boundary: number,
    spare: number,
    scratch: number,
  ): number
}

/** Bytes of the scratch memory in kernel/group-keys.ts: DIGITS words and twice CELL_BYTES. */
const SCRATCH = 4 * 2 ** 11 + 2 * 2 ** 15

/** Which keys are compared. */
export interface KeyChoice {
  /** The number of words of a key. */
  readonly width: 2 | 4
  /** The maximum number of records of a unit. */
  readonly maxRecords: number
  /** The expected number of keys. */
  readonly expected: number
  /** The range of the first words of the keys. */
  readonly range: { readonly first: number; readonly span: number }
  /** One bit per position: the records whose keys are compared. */
  readonly wanted: Uint32Array
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
  #scratch = 0
  #keys = 0
  #wanted = 0
  #entries = 0
  /** Where the entries end. */
  #end = 0

  /** Begins a new collection. */
  begin(choice: KeyChoice): void {
    this.#choice = choice
    const all = new Locations(this.#arena.start)
    this.#scratch = all.take(SCRATCH)
    this.#keys = all.take(this.#keyBytes * (choice.maxRecords + 3))
    this.#wanted = all.take(choice.maxRecords / 8 + 8)
    this.#entries = this.#end = all.end
    this.#reach(this.#end + this.#entryBytes * choice.expected)
  }

  /** Adds the wanted records of a unit whose keys are in the range: `width` words per record. */
  pick(keys: Uint32Array, first: number): void {
    const { width, range, wanted } = this.#choice
    const count = keys.length / width
    this.#reach(this.#end + this.#entryBytes * (count + 1))
    this.#words.set(keys, this.#keys >> 2)
    this.#words.set(wanted.subarray(first >>> 5, (first + count + 31) >>> 5), this.#wanted >> 2)
    this.#end =
      this.#arena.exports.pickKeys(
        this.#keys,
        count,
        this.#isLong,
        first,
        this.#wanted,
        range.first,
        range.span,
        this.#end,
      ) >>> 0
  }

  /**
   * The groups of two or more records with equal keys, each in the order in which they were added. Ends the collection.
   *
   * @param words how many words of the keys are compared
   * @param boundary only groups with positions on both sides of it are listed; default: all groups
   */
  groups(words: number, boundary = 0): KeyGroups {
    const count = (this.#end - this.#entries) / this.#entryBytes
    if (count < 2) return { members: new Uint32Array(0), starts: new Uint32Array(1) }
    const spare = after(this.#end, 0)
    this.#reach(spare + this.#entryBytes * count)
    const at =
      this.#arena.exports.groupKeys(
        this.#entries,
        count,
        this.#isLong,
        words,
        boundary,
        spare,
        this.#scratch,
      ) >>> 2
    const starts = this.#words.subarray(at + 1, at + 2 + this.#words[at]!)
    const members = at + 2 + (count >>> 1)
    return { members: this.#words.subarray(members, members + starts.at(-1)!), starts }
  }

  get #isLong(): boolean {
    return this.#choice.width > 2
  }

  get #keyBytes(): number {
    return 4 * this.#choice.width
  }

  /** A key and a position. */
  get #entryBytes(): number {
    return this.#keyBytes + 4
  }

  #reach(end: number): void {
    const memory = this.#arena.reach(after(end, 0))
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
  }
}
