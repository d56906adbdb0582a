import type { Page } from './page.js'

/** A part of a page: the values from `from` up to, but not including, `to`. */
export interface PagePart {
  readonly page: Page
  readonly from: number
  readonly to: number
}

/** Consecutive rows of a source, from `from` up to, but not including, `to`. */
export interface RowRun {
  /** The number of the source. */
  readonly source: number
  readonly from: number
  readonly to: number
}

type Pages = Iterator<{ readonly page: Page; readonly firstRow: number }>

/**
 * The parts of pages that hold some rows of a column, in order.
 *
 * @param sources the pages of each source, from the one with its first requested row
 * @param runs rows in order; those of one source are ascending
 */
export function* selectRows(sources: readonly Pages[], runs: Iterable<RowRun>): Generator<PagePart> {
  const current = sources.map((pages) => pages.next())
  for (const { source, from, to } of runs) {
    for (;;) {
      const { value, done } = current[source]!
      if (done === true) break
      const { page, firstRow } = value
      const first = page.valueOfRow(from - firstRow)
      const end = page.valueOfRow(to - firstRow)
      if (first < end) yield { page, from: first, to: end }
      // A page that ends with these rows may be followed by one that continues the last of them.
      if (end < page.count) break
      current[source] = sources[source]!.next()
    }
  }
}
