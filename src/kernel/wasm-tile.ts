import type { ClusterColumns } from '../cluster/cluster-columns.js'
import type { PairBatch } from '../model/pair.js'
import { after, WasmArena } from './wasm-arena.js'
import { type ClusterExports, type ComponentOptions, clusterInKernel } from './wasm-clusters.js'

/** The exports of kernel/index.ts that compare the candidates of a tile. */
interface TileExports extends ClusterExports {
  numberDocuments(tile: number): void
  addSets(tile: number, part: number): void
  countFirsts(tile: number, candidates: number, count: number, counts: number): void
  holdCandidates(tile: number, candidates: number, count: number, from: number, to: number): number
  compareHeld(tile: number, candidates: number, count: number, share: number, part: number): number
  markCandidates(
    tile: number,
    candidates: number,
    count: number,
    from: number,
    rows: number,
    bits: number,
  ): void
  compareMarked(...args: number[]): number
  overlapAtLeast(set: number, size: number, other: number, otherSize: number, required: number): number
}

/** Words of a tile, in the order of kernel/tiles.ts. */
const TILE_WORDS = 10
const COMPARED = 8
/** Words of a pair that was found: the numbers of both documents and the overlap. */
export const FOUND_WORDS = 3
/** Bytes that a held candidate takes until it has been compared. */
const HELD_BYTES = 16

/** The overlap that documents must have to be found: this share of both sizes added up, and this part of the smaller size. */
export interface OverlapBound {
  readonly share: number
  readonly part: number
}

/**
 * The documents of a tile with their sets, in memory of the kernel, which numbers them 0, 1, 2, … by position and compares their candidates.
 * Candidates are given as two positions each, the smaller one first, and may be repeated.
 */
export class WasmTile {
  readonly #arena = new WasmArena<TileExports>()
  readonly #tile = this.#arena.start
  /** All memory. */
  #words: Uint32Array<ArrayBuffer> = new Uint32Array(this.#arena.reach(after(this.#tile, 4 * TILE_WORDS)))
  #end = 0
  readonly #parts: number[] = []
  #count = 0
  // Locations of what kernel/tiles.ts describes.
  #sets = 0
  #sizes = 0
  #counters = 0
  /** The first byte after the documents and their sets. */
  #free = 0
  #held = 0

  /** Begins a tile without documents. */
  begin(): void {
    this.#end = after(this.#tile, 4 * TILE_WORDS)
    this.#parts.length = 0
    this.#count = 0
    this.#held = 0
  }

  /** Memory for the next part, so that `add` need not copy it. */
  ofSize(bytes: number): Uint8Array {
    return new Uint8Array(this.#reach(after(this.#end, bytes)).buffer, this.#end, bytes)
  }

  /** Adds sets: their number, the positions of their documents, their sizes and their elements. */
  add(part: Uint32Array): void {
    const at = this.#end
    this.#end = after(at, part.byteLength)
    const words = this.#reach(this.#end)
    if (part.buffer !== words.buffer) words.set(part, at >>> 2)
    this.#parts.push(at)
    this.#count += words[at >>> 2]!
  }

  /** Numbers the documents after all sets were added. Returns their positions, ascending. */
  number(): Uint32Array {
    const count = this.#count
    const documents = new Uint32Array(count)
    let filled = 0
    for (const part of this.#parts) {
      const at = part >>> 2
      const positions = this.#words.subarray(at + 1, at + 1 + this.#words[at]!)
      documents.set(positions, filled)
      filled += positions.length
    }
    documents.sort()
    const distance = count === 0 ? 0 : documents[count - 1]! - documents[0]!
    // One to two cells per document.
    const shift = Math.max(0, Math.ceil(Math.log2((distance + 1) / Math.max(1, 2 * count))))
    const positions = this.#take(4 * count)
    const cells = this.#take(4 * (Math.floor(distance / 2 ** shift) + 2))
    this.#sets = this.#take(4 * count)
    this.#sizes = this.#take(4 * count)
    this.#counters = this.#take(8 * (count + 1))
    this.#free = this.#end
    this.#words.set(documents, positions >>> 2)
    this.#words.set(
      [positions, count, shift, cells, this.#sets, this.#sizes, 0, this.#counters, 0, 0],
      this.#tile >>> 2,
    )
    this.#arena.exports.numberDocuments(this.#tile)
    for (const part of this.#parts) this.#arena.exports.addSets(this.#tile, part)
    return documents
  }

  /** Declares some documents to be long. The overlap of two long ones is reported as 0. */
  markLong(numbers: Iterable<number>): void {
    const wide = this.#take(this.#count)
    this.#free = this.#end
    const bytes = new Uint8Array(this.#words.buffer, wide, this.#count).fill(0)
    for (const number of numbers) bytes[number] = 1
    this.#words[(this.#tile >>> 2) + 6] = wide
  }

  /** The size of each set, by number. Valid until candidates are held. */
  get sizes(): Uint32Array {
    return this.#words.subarray(this.#sizes >>> 2, (this.#sizes >>> 2) + this.#count)
  }

  sizeOf(number: number): number {
    return this.#words[(this.#sizes >>> 2) + number]!
  }

  /** The number of documents. */
  get count(): number {
    return this.#count
  }

  /** The number of candidates that were compared, without repeats. */
  get compared(): number {
    const at = (this.#tile >>> 2) + COMPARED
    return this.#words[at]! + 2 ** 32 * this.#words[at + 1]!
  }

  /** The number of elements that two documents have in common. */
  overlap(one: number, other: number): number {
    const [words, sets, sizes] = [this.#words, this.#sets >>> 2, this.#sizes >>> 2]
    return this.#arena.exports.overlapAtLeast(
      words[sets + one]!,
      words[sizes + one]!,
      words[sets + other]!,
      words[sizes + other]!,
      0,
    )
  }

  /** Holds those candidates whose first document is one from `from` to before `to`. */
  hold(candidates: Uint32Array, from: number, to: number): void {
    const at = this.#free + 8 * this.#held
    const count = this.#copy(candidates, at)
    this.#held += this.#arena.exports.holdCandidates(this.#tile, at, count, from, to)
  }

  /** Compares the candidates that are held. Returns the pairs with enough in common, which are valid until the next call. */
  compareHeld({ share, part }: OverlapBound): Uint32Array {
    const held = this.#held
    this.#held = 0
    this.#reach(after(this.#free, HELD_BYTES * held))
    const found = this.#arena.exports.compareHeld(this.#tile, this.#free, held, share, part)
    return this.#found(this.#free + 4 * held, found)
  }

  /** For each document the number of candidates whose first document it is. Valid until the next call. */
  countFirsts(visit: (take: (candidates: Uint32Array) => void) => void): Uint32Array {
    this.#words.fill(0, this.#counters >>> 2, (this.#counters >>> 2) + this.#count)
    visit((candidates) => {
      const count = this.#copy(candidates, this.#free)
      this.#arena.exports.countFirsts(this.#tile, this.#free, count, this.#counters)
    })
    return this.#words.subarray(this.#counters >>> 2, (this.#counters >>> 2) + this.#count)
  }

  /** Makes a table with a bit for each pair of one of so many documents and any document. */
  reserveRows(rows: number): void {
    this.#reach(this.#rowsEnd(rows))
    this.#words.fill(0, this.#free >>> 2, this.#rowsEnd(rows) >>> 2)
  }

  /** Sets the bits of those candidates whose first document is one of the `rows` from `from` on. */
  mark(candidates: Uint32Array, from: number, rows: number): void {
    const at = this.#rowsEnd(rows)
    const count = this.#copy(candidates, at)
    this.#arena.exports.markCandidates(this.#tile, at, count, from, rows, this.#free)
  }

  /** Compares document `from + row` with those whose bits are set in the row. The result is that of `compareHeld`. */
  compareMarked({ share, part }: OverlapBound, from: number, row: number, rows: number): Uint32Array {
    const list = this.#rowsEnd(rows)
    const found = after(list, 4 * this.#count)
    this.#reach(after(found, 4 * FOUND_WORDS * this.#count))
    const at = this.#free + row * this.#rowBytes
    const count = this.#arena.exports.compareMarked(this.#tile, from + row, at, list, share, part, found)
    return this.#found(found, count)
  }

  /** Clusters the documents by pairs of their numbers: `clusterInKernel` in the memory that held candidates. */
  cluster(pairs: PairBatch, options: ComponentOptions): ClusterColumns {
    return clusterInKernel(this.#arena.exports, (end) => this.#reach(end).buffer, this.#free, pairs, options)
  }

  get #rowBytes(): number {
    return 4 * Math.ceil(this.#count / 32)
  }

  #rowsEnd(rows: number): number {
    return after(this.#free, rows * this.#rowBytes)
  }

  #found(at: number, count: number): Uint32Array {
    return this.#words.subarray(at >>> 2, (at >>> 2) + FOUND_WORDS * count)
  }

  /** Copies candidates to a location, and returns how many they are. */
  #copy(candidates: Uint32Array, at: number): number {
    this.#reach(after(at, candidates.byteLength)).set(candidates, at >>> 2)
    return candidates.length / 2
  }

  #take(bytes: number): number {
    const at = this.#end
    this.#end = after(at, bytes)
    this.#reach(this.#end)
    return at
  }

  /** All memory, grown to at least `end`. */
  #reach(end: number): Uint32Array<ArrayBuffer> {
    const memory = this.#arena.reach(end)
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
    return this.#words
  }
}
