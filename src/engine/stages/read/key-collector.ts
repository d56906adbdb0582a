import { doubled } from '../threads/shared-words.js'

/** Collects the keys of the records of a unit, by band. A thread uses it for one unit after another, so that its memory is reused. */
export class KeyCollector {
  readonly #columns: Uint32Array<ArrayBuffer>[]
  #end = 0

  constructor(bands: number) {
    this.#columns = Array.from({ length: bands }, () => new Uint32Array(0))
  }

  /** Forgets the keys of the last unit. */
  reset(): void {
    this.#end = 0
  }

  /** Adds the keys of the next records: two words for each band of each record. */
  add(keys: Uint32Array, count: number): void {
    const bands = this.#columns.length
    const needed = this.#end + 2 * count
    for (let band = 0; band < bands; band++) {
      if (needed > this.#columns[band]!.length) this.#columns[band] = doubled(this.#columns[band]!, needed)
      const column = this.#columns[band]!
      for (let from = 2 * band, to = this.#end; to < needed; from += 2 * bands, to += 2) {
        column[to] = keys[from]!
        column[to + 1] = keys[from + 1]!
      }
    }
    this.#end = needed
  }

  /** The keys of each band. They are valid until the next unit. */
  columns(): Uint32Array[] {
    return this.#columns.map((column) => column.subarray(0, this.#end))
  }
}
