import { after, WasmArena } from './wasm-arena.js'

/** The export of kernel/index.ts that compares pairs. */
interface PairExports {
  comparePairs(pairs: number, count: number, overlaps: number): void
}

/** Words of a pair, in the order of kernel/pairs.ts. */
const PAIR_WORDS = 5
/** The maximum number of pairs of a batch. */
const MAX_PAIRS = 4096
/** Words of the sets of a batch: few enough to remain in the cache until they are compared. A pair of larger sets is a batch of its own. */
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
  #count = 0

  /** Makes room for documents with numbers below this. There must be no batch. */
  reserve(documents: number): void {
    if (documents > this.#locations.length) this.#locations = new Uint32Array(documents)
  }

  /** Whether a pair of sets of so many words in total can be added to the batch. A batch without pairs has room for any. */
  hasRoom(words: number): boolean {
    const isWithin = this.#end + 4 * words <= this.#setsAt + 4 * SET_WORDS
    return this.#count === 0 || (this.#count < MAX_PAIRS && isWithin)
  }

  /** Adds a pair of documents, given by their numbers and sets. */
  add(a: number, left: Uint32Array, b: number, right: Uint32Array, required: number): void {
    const [leftAt, rightAt] = [this.#load(a, left), this.#load(b, right)]
    const [words, at] = [this.#words, (this.#pairsAt >> 2) + PAIR_WORDS * this.#count++]
    words[at] = leftAt
    words[at + 1] = left.length
    words[at + 2] = rightAt
    words[at + 3] = right.length
    words[at + 4] = required
  }

  /** Compares the pairs of the batch, and ends it. Returns the overlap of each, or −1 if it is less than required, until the next batch. */
  compare(): Int32Array {
    const count = this.#count
    this.#arena.exports.comparePairs(this.#pairsAt, count, this.#overlapsAt)
    for (const number of this.#loaded) this.#locations[number] = 0
    this.#loaded.length = 0
    this.#end = this.#setsAt
    this.#count = 0
    return new Int32Array(this.#words.buffer, this.#overlapsAt, count)
  }

  /** Copies a set, unless the batch has it, and returns its location. */
  #load(number: number, set: Uint32Array): number {
    const known = this.#locations[number]!
    if (known !== 0) return known
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
