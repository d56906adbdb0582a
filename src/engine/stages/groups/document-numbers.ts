import type { PairBatch } from '../../../model/pair.js'

/** Above this ratio of positions to documents, a table costs more than a map. */
const SPARSE = 64

/** Numbers some documents 0, 1, 2, … by position. */
export class DocumentNumbers {
  readonly #first: number
  /** 1 + the number of each position, counted from the first one; used if documents are dense. */
  readonly #table: Uint32Array | undefined
  readonly #map: ReadonlyMap<number, number> | undefined

  /** @param documents ascending */
  constructor(documents: Uint32Array) {
    this.#first = documents[0] ?? 0
    const range = documents.length === 0 ? 0 : documents.at(-1)! - this.#first + 1
    if (range > SPARSE * documents.length) {
      this.#map = new Map(Array.from(documents, (document, number) => [document, number] as const))
      return
    }
    const table = new Uint32Array(range)
    for (let number = 0; number < documents.length; number++) {
      table[documents[number]! - this.#first] = number + 1
    }
    this.#table = table
  }

  /** The number of a document, or undefined if it is not one of them. */
  of(position: number): number | undefined {
    if (this.#table === undefined) return this.#map!.get(position)
    const number = this.#table[position - this.#first]
    return number === undefined || number === 0 ? undefined : number - 1
  }

  /** The numbers of a list of documents, all of which must be among them. */
  ofAll(positions: Uint32Array): Uint32Array {
    const numbers = new Uint32Array(positions.length)
    const [table, first] = [this.#table, this.#first]
    if (table === undefined) for (let i = 0; i < numbers.length; i++) numbers[i] = this.of(positions[i]!)!
    else for (let i = 0; i < numbers.length; i++) numbers[i] = table[positions[i]! - first]! - 1
    return numbers
  }

  /** Replaces the positions of pairs by numbers. */
  *ofBatches(batches: Iterable<PairBatch>): Generator<PairBatch, void> {
    for (const batch of batches) yield { ...batch, a: this.ofAll(batch.a), b: this.ofAll(batch.b) }
  }
}
