import type { PairBatch } from '../../../model/pair.js'

/** The sets that one set is paired with. */
export interface Matches {
  readonly a: number
  readonly list: Match[]
}

export interface Match {
  readonly b: number
  readonly similarity: number
}

/** Groups pairs sorted by (a, b) by their a. */
export function* byFirst(batches: Iterable<PairBatch>): Generator<Matches> {
  let open: Matches | undefined
  for (const { count, a, b, similarity } of batches) {
    for (let i = 0; i < count; i++) {
      if (a[i] !== open?.a) {
        if (open !== undefined) yield open
        open = { a: a[i]!, list: [] }
      }
      open!.list.push({ b: b[i]!, similarity: similarity[i]! })
    }
  }
  if (open !== undefined) yield open
}
