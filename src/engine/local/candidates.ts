import type { LargeBucketPairs } from './large-buckets.js'
import type { GroupedBand } from './tasks.js'

/** All candidates, each once, in the order of a, then b. */
export interface CandidateList {
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/**
 * The candidates of all bands in one order. Pairs of ordinary buckets are unique already; those of large buckets may stand
 * among them too, so equal neighbours are dropped after sorting.
 */
export function mergeCandidates(
  bands: readonly Pick<GroupedBand, 'a' | 'b'>[],
  large: Pick<LargeBucketPairs, 'a' | 'b'>,
  count: number,
): CandidateList {
  const lists = [...bands, large]
  const keys = new Float64Array(lists.reduce((sum, { a }) => sum + a.length, 0))
  let end = 0
  for (const { a, b } of lists) {
    for (let i = 0; i < a.length; i++) keys[end++] = a[i]! * count + b[i]!
  }
  keys.sort()
  const unique = keys.filter((key, i) => i === 0 || key !== keys[i - 1])
  const a = new Uint32Array(unique.length)
  const b = new Uint32Array(unique.length)
  unique.forEach((key, i) => {
    const first = Math.floor(key / count)
    a[i] = first
    b[i] = key - first * count
  })
  return { a, b }
}
