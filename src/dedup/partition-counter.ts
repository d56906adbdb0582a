import type { SourceOf } from './document-source.js'
import { SourceCounter, type SourceRate } from './source-rates.js'

/** How many documents are kept and removed, in total and by source. */
export interface PartitionCounts {
  readonly kept: number
  readonly removed: number
  /** Missing if the sources of documents are unknown. */
  readonly sources?: readonly SourceRate[]
}

/** Counts kept and removed documents, in total and by source. */
export class PartitionCounter {
  readonly #sourceOf: SourceOf
  readonly #sources = new SourceCounter()
  #kept = 0
  #removed = 0

  constructor(sourceOf: SourceOf) {
    this.#sourceOf = sourceOf
  }

  add(line: Uint8Array, file: number, isRemoved: boolean): void {
    const source = this.#sourceOf(line, file)
    if (source !== undefined) this.#sources.add(source, isRemoved)
    if (isRemoved) this.#removed++
    else this.#kept++
  }

  counts(): PartitionCounts {
    const sources = this.#sources.rates()
    return { kept: this.#kept, removed: this.#removed, ...(sources.length > 0 && { sources }) }
  }
}
