/** The number of documents from a source, and how many of them were removed. */
export interface SourceRate {
  readonly source: string
  readonly documents: number
  readonly removed: number
}

/** If more than this share of a source is removed, it looks like a mistake. */
const NEARLY_ALL = 0.9
/** Smaller sources say nothing: a file with a single document that is a copy loses everything. */
const MIN_DOCUMENTS = 10

/** Counts documents by source. */
export class SourceCounter {
  readonly #counts = new Map<string, { documents: number; removed: number }>()

  add(source: string, isRemoved: boolean): void {
    let counts = this.#counts.get(source)
    if (counts === undefined) {
      counts = { documents: 0, removed: 0 }
      this.#counts.set(source, counts)
    }
    counts.documents++
    if (isRemoved) counts.removed++
  }

  /** By descending number of documents, then by name. */
  rates(): SourceRate[] {
    return Array.from(this.#counts, ([source, counts]) => ({ source, ...counts })).sort(
      (one, other) => other.documents - one.documents || (one.source < other.source ? -1 : 1),
    )
  }
}

/** Sources with at least ten documents that lose more than nine tenths of them. */
export function nearlyWipedOut(rates: readonly SourceRate[]): SourceRate[] {
  return rates.filter(
    ({ documents, removed }) => documents >= MIN_DOCUMENTS && removed > NEARLY_ALL * documents,
  )
}
