import type { PairBatch } from '../../../model/pair.js'
import { countOnes } from '../threads/shared-words.js'

/** Above this ratio of positions to documents, a table of ranks costs more than a map. */
const SPARSE = 1024

/** Numbers some documents 0, 1, 2, … by position. */
export class DocumentNumbers {
  readonly #first: number
  /** The number of positions from the first document to the last. */
  readonly #range: number
  /**
   * Two words for every 32 positions, counted from the first one: a bit for each that is a document, and the number of documents before
   * them. Used if documents are dense.
   */
  readonly #ranks: Uint32Array
  readonly #map: ReadonlyMap<number, number> | undefined

  /** @param documents ascending */
  constructor(documents: Uint32Array) {
    this.#first = documents[0] ?? 0
    this.#range = documents.length === 0 ? 0 : documents.at(-1)! - this.#first + 1
    if (this.#range > SPARSE * documents.length) {
      this.#ranks = new Uint32Array(0)
      this.#map = new Map(Array.from(documents, (document, number) => [document, number] as const))
      return
    }
    const ranks = new Uint32Array(2 * Math.ceil(this.#range / 32))
    for (let i = 0; i < documents.length; i++) {
      const offset = documents[i]! - this.#first
      ranks[2 * (offset >>> 5)]! |= 1 << (offset & 31)
    }
    for (let at = 2; at < ranks.length; at += 2) ranks[at + 1] = ranks[at - 1]! + countOnes(ranks[at - 2]!)
    this.#ranks = ranks
  }

  /** The number of a document, or undefined if it is not one of them. */
  of(position: number): number | undefined {
    if (this.#map !== undefined) return this.#map.get(position)
    const offset = position - this.#first
    if (offset < 0 || offset >= this.#range) return undefined
    const at = 2 * (offset >>> 5)
    const bit = 1 << (offset & 31)
    return (this.#ranks[at]! & bit) === 0 ? undefined : this.#rank(at, bit)
  }

  /** The numbers of a list of documents, all of which must be among them. */
  ofAll(positions: Uint32Array): Uint32Array {
    const numbers = new Uint32Array(positions.length)
    const [map, first] = [this.#map, this.#first]
    if (map !== undefined) for (let i = 0; i < numbers.length; i++) numbers[i] = map.get(positions[i]!)!
    else {
      for (let i = 0; i < numbers.length; i++) {
        const offset = positions[i]! - first
        numbers[i] = this.#rank(2 * (offset >>> 5), 1 << (offset & 31))
      }
    }
    return numbers
  }

  /** Replaces the positions of pairs by numbers. */
  *ofBatches(batches: Iterable<PairBatch>): Generator<PairBatch, void> {
    for (const batch of batches) yield { ...batch, a: this.ofAll(batch.a), b: this.ofAll(batch.b) }
  }

  #rank(at: number, bit: number): number {
    return this.#ranks[at + 1]! + countOnes(this.#ranks[at]! & (bit - 1))
  }
}
