/** How many documents of a source there are, and how many of them were removed. */
export interface SourceRate {
  readonly source: string
  readonly documents: number
  readonly removed: number
}

/** The share of a source beyond which its removal looks like a mistake. */
const NEARLY_ALL = 0.9
/** Sources of fewer documents tell nothing: a file of one document that is a copy loses all it has. */
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

  /** By falling number of documents, then by name. */
  rates(): SourceRate[] {
    return Array.from(this.#counts, ([source, counts]) => ({ source, ...counts })).sort(
      (one, other) => other.documents - one.documents || (one.source < other.source ? -1 : 1),
    )
  }
}

/** Sources of at least ten documents that lose more than nine tenths of them. */
export function nearlyWipedOut(rates: readonly SourceRate[]): SourceRate[] {
  return rates.filter(
    ({ documents, removed }) => documents >= MIN_DOCUMENTS && removed > NEARLY_ALL * documents,
  )
}
