import type { RunReport } from '../output/report.js'
import type { SourceOf } from './document-source.js'
import { SourceCounter } from './source-rates.js'

/** What the report says about kept and removed documents. */
export type DivisionCounts = Required<Pick<RunReport, 'kept' | 'removed'>> & Pick<RunReport, 'sources'>

/** Counts kept and removed documents, in all and by source. */
export class DivisionCounter {
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

  counts(): DivisionCounts {
    const sources = this.#sources.rates()
    return { kept: this.#kept, removed: this.#removed, ...(sources.length > 0 && { sources }) }
  }
}
