import type { ReportPairs } from '../../../src/report/report-data.js'
import type { ReportModel } from './model.js'
import { orderedBits, sortedIndexes } from './sorted-indexes.js'

export type SortKey = 'similarity' | 'a' | 'b'

/** Pairs are sorted once; a threshold or a search only filters them. */
const orders = new WeakMap<ReportPairs, Map<SortKey, Uint32Array>>()

/** The pairs at or above the threshold that match a search, in order, without those that the reader declared different. */
export function orderedPairs(
  model: ReportModel,
  sort: SortKey,
  direction: 'ascending' | 'descending',
  search: string,
): Uint32Array {
  const pairs = model.listed.value
  const limit = Math.fround(model.threshold.value)
  const matches = model.matching(search)
  const apart = model.decisions.apart.value
  const order = orderBy(pairs, sort)
  const found = new Uint32Array(order.length)
  let count = 0
  for (let i = 0; i < order.length; i++) {
    const pair = order[direction === 'ascending' ? i : order.length - 1 - i]!
    if (pairs.similarity[pair]! < limit || apart.has(pair)) continue
    if (matches && matches[pairs.a[pair]!] === 0 && matches[pairs.b[pair]!] === 0) continue
    found[count++] = pair
  }
  return found.subarray(0, count)
}

function orderBy(pairs: ReportPairs, sort: SortKey): Uint32Array {
  const known = orders.get(pairs) ?? new Map<SortKey, Uint32Array>()
  orders.set(pairs, known)
  const order =
    known.get(sort) ?? sortedIndexes(sort === 'similarity' ? orderedBits(pairs.similarity) : pairs[sort])
  known.set(sort, order)
  return order
}
