// The three sorts of Mining of Massive Datasets, 3.8.2: only records with an identical field are ever compared.

import { type Candidates, PairBuilder, sortPairs } from '../../model/pair.js'
import { DEFAULT_FIELDS, fieldsOf, fieldText, type RecordLike } from './record.js'

/**
 * The pairs of records with an identical value in at least one of the fields, ordered by a, then b. Missing values match
 * nothing. Records are sorted by one field after the other, as in the book; a pair is reported for the first field that
 * agrees, so no set of pairs is kept. n records with one value make n (n − 1) / 2 pairs, so clear placeholders such as
 * "unknown" first.
 *
 * @example recordCandidates([{ phone: '1' }, { phone: '2' }, { phone: '1' }]) // the pair (0, 2)
 */
export function recordCandidates<Fields extends RecordLike<Fields>>(
  records: readonly Fields[],
  options: { readonly fields?: readonly string[] } = {},
): Candidates {
  const { fields = DEFAULT_FIELDS } = options
  const found = new PairBuilder()
  const columns = fields.map((field) =>
    fieldsOf(records).map((record, position) => fieldText(record, field, position)),
  )
  columns.forEach((column, number) => {
    const earlier = columns.slice(0, number)
    for (const bucket of equalRuns(column)) {
      bucket.forEach((a, i) => {
        for (const b of bucket.subarray(i + 1)) {
          if (!earlier.some((values) => values[a] !== undefined && values[a] === values[b])) found.add(a, b)
        }
      })
    }
  })
  const { count, a, b } = sortPairs(found.pairs())
  return { count, a, b }
}

/** The positions of each value that occurs more than once, in ascending order. */
function* equalRuns(column: readonly (string | undefined)[]): Iterable<Uint32Array> {
  const order = Uint32Array.from(column.keys())
    .filter((position) => column[position] !== undefined)
    .sort((i, j) => (column[i]! < column[j]! ? -1 : column[i]! > column[j]! ? 1 : i - j))
  let start = 0
  for (let end = 1; end <= order.length; end++) {
    if (end < order.length && column[order[end]!] === column[order[start]!]) continue
    if (end - start > 1) yield order.subarray(start, end)
    start = end
  }
}
