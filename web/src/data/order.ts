import type { ReportModel } from './model.js'

export type SortKey = 'similarity' | 'a' | 'b'

/** The pairs at or above the threshold that match a search, in order. */
export function orderedPairs(
  model: ReportModel,
  sort: SortKey,
  direction: 'ascending' | 'descending',
  search: string,
): Uint32Array {
  const { listed: pairs } = model
  const { documents } = model.data
  const limit = Math.fround(model.threshold.value)
  const wanted = search.trim().toLowerCase()
  const matches = wanted === '' ? undefined : matching(documents.ids, wanted)
  const found = new Uint32Array(pairs.a.length)
  let count = 0
  for (let i = 0; i < pairs.a.length; i++) {
    if (pairs.similarity[i]! < limit) continue
    if (matches && matches[pairs.a[i]!] === 0 && matches[pairs.b[i]!] === 0) continue
    found[count++] = i
  }
  const list = found.subarray(0, count)
  // Pairs are stored by a: only the other orders need work.
  if (sort !== 'a') sortBy(list, sort === 'similarity' ? pairs.similarity : pairs.b)
  return direction === 'ascending' ? list : list.reverse()
}

function matching(ids: readonly string[], wanted: string): Uint8Array {
  return Uint8Array.from(ids, (id) => (id.toLowerCase().includes(wanted) ? 1 : 0))
}

/** Sorts indexes by their values, stably, without a call per comparison: value and index become one number. */
function sortBy(list: Uint32Array, values: ArrayLike<number>): void {
  const size = 2 ** 26
  const keys = Float64Array.from(list, (index, at) => {
    const value = values[index]!
    return (value <= 1 ? Math.round(value * 2 ** 24) : value) * size + at
  }).sort()
  const before = list.slice()
  keys.forEach((key, i) => {
    list[i] = before[key % size]!
  })
}
