import { after, WasmArena } from './wasm-arena.js'

/** The export of kernel/index.ts that compares pairs. */
interface PairExports {
  comparePairs(pairs: number, count: number, overlaps: number): void
}

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

  /** Begins a batch of documents with numbers below this. */
  begin(documents: number): void {
    this.#forget()
    if (documents > this.#locations.length) this.#locations = new Uint32Array(documents)
  }

  /** Whether the batch has room for a pair of documents, given by their numbers and sets. A batch without pairs has room for any. */
  hasRoom(a: number, left: Uint32Array, b: number, right: Uint32Array): boolean {
    if (this.#count === 0) return true
    const words = (this.#has(a) ? 0 : left.length) + (this.#has(b) ? 0 : right.length)
    return this.#count < MAX_PAIRS && this.#end + 4 * words <= this.#limit
  }

  /** Adds a pair to the batch. */
  add(a: number, left: Uint32Array, b: number, right: Uint32Array, required: number): void {
    const [leftAt, rightAt] = [this.#load(a, left), this.#load(b, right)]
    const [words, at] = [this.#words, (this.#pairsAt >> 2) + PAIR_WORDS * this.#count++]
    words[at] = leftAt
    words[at + 1] = left.length
    words[at + 2] = rightAt
    words[at + 3] = right.length
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

  #has(number: number): boolean {
    return this.#locations[number] !== 0
  }

  /** Copies a set, unless the batch has it, and returns its location. */
  #load(number: number, set: Uint32Array): number {
    if (this.#has(number)) return this.#locations[number]!
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
