import { after, WasmArena } from './wasm-arena.js'

/** The export of kernel/index.ts that compares pairs. */
interface PairExports {
  comparePairs(pairs: number, count: number, overlaps: number): void
}

/** Sets of documents that are numbered 0, 1, 2, …. */
export interface NumberedSets {
  readonly count: number
  sizeOf(number: number): number
  of(number: number): Uint32Array
}

const NO_SETS: NumberedSets = { count: 0, sizeOf: () => 0, of: () => new Uint32Array(0) }

/** Words of a pair, in the order of kernel/pairs.ts. */
const PAIR_WORDS = 5
/** The maximum number of pairs of a batch. */
const MAX_PAIRS = 4096
/** Words of the sets of a batch after its first pair: few enough to remain in the cache until they are compared. */
const SET_WORDS = 2 ** 18

/** Compares pairs of sets in batches. Each set is copied once per batch, and WebAssembly is called once. */
export class PairOverlaps {
  readonly #arena = new WasmArena<PairExports>()
  readonly #pairsAt = this.#arena.start
  readonly #overlapsAt = after(this.#pairsAt, 4 * PAIR_WORDS * MAX_PAIRS)
  readonly #setsAt = after(this.#overlapsAt, 4 * MAX_PAIRS)
  #words = new Uint32Array(this.#arena.reach(after(this.#setsAt, 4 * SET_WORDS)))
  /** Where the set of each document of the batch is; 0 for others. */
  #locations = new Uint32Array(0)
  readonly #loaded: number[] = []
  #end = this.#setsAt
  /** Where the sets of the batch end at the latest, once it has a pair. */
  #limit = 0
  #count = 0
  #sets = NO_SETS

  /** Begins a batch of documents with these sets. */
  begin(sets: NumberedSets): void {
    this.#forget()
    this.#sets = sets
    if (sets.count > this.#locations.length) this.#locations = new Uint32Array(sets.count)
  }

  /** Whether the batch has room for a pair of documents. A batch without pairs has room for any. */
  hasRoom(a: number, b: number): boolean {
    if (this.#count === 0) return true
    return this.#count < MAX_PAIRS && this.#end + 4 * (this.#missing(a) + this.#missing(b)) <= this.#limit
  }

  /** Adds a pair of documents to the batch. */
  add(a: number, b: number, required: number): void {
    const [leftAt, rightAt] = [this.#load(a), this.#load(b)]
    const [words, at] = [this.#words, (this.#pairsAt >> 2) + PAIR_WORDS * this.#count++]
    words[at] = leftAt
    words[at + 1] = this.#sets.sizeOf(a)
    words[at + 2] = rightAt
    words[at + 3] = this.#sets.sizeOf(b)
    words[at + 4] = required
    if (this.#count === 1) this.#limit = this.#end + 4 * SET_WORDS
  }

  /**
   * Compares the pairs of the batch, and begins another one. Returns the overlap of each pair, or −1 if it is less than required. The result
   * is valid until the next comparison.
   */
  compare(): Int32Array {
    const count = this.#count
    this.#arena.exports.comparePairs(this.#pairsAt, count, this.#overlapsAt)
    this.#forget()
    return new Int32Array(this.#words.buffer, this.#overlapsAt, count)
  }

  #forget(): void {
    for (const number of this.#loaded) this.#locations[number] = 0
    this.#loaded.length = 0
    this.#end = this.#setsAt
    this.#count = 0
  }

  /** The size of a set that the batch does not have yet. */
  #missing(number: number): number {
    return this.#locations[number] === 0 ? this.#sets.sizeOf(number) : 0
  }

  /** Copies a set, unless the batch has it, and returns its location. */
  #load(number: number): number {
    if (this.#locations[number] !== 0) return this.#locations[number]!
    const set = this.#sets.of(number)
    const at = this.#end
    this.#end += 4 * set.length
    const memory = this.#arena.reach(after(this.#end, 0))
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
    this.#words.set(set, at >> 2)
    this.#locations[number] = at
    this.#loaded.push(number)
    return at
  }
}
