import type { ClusterColumns } from './cluster-columns.js'

/** The number of members in a slice; a cluster with more has a slice of its own. */
const MAX_MEMBERS = 65_536

/** Divides clusters into slices of bounded size. All columns but `offsets` are views, so nothing large is copied. */
export function* sliceClusters(
  columns: ClusterColumns,
  maxMembers = MAX_MEMBERS,
): Generator<ClusterColumns, void> {
  const { offsets, members, centers, pairs, min, mean, overEvery } = columns
  const count = centers.length
  let from = 0
  while (from < count) {
    const first = offsets[from]!
    let to = from + 1
    while (to < count && offsets[to + 1]! - first <= maxMembers) to++
    yield {
      offsets: offsets.subarray(from, to + 1).map((offset) => offset - first),
      members: members.subarray(first, offsets[to]!),
      centers: centers.subarray(from, to),
      pairs: pairs.subarray(from, to),
      min: min.subarray(from, to),
      mean: mean.subarray(from, to),
      overEvery: overEvery.subarray(from, to),
    }
    from = to
  }
}
