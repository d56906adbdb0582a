import type { ReportModel } from './model.js'
import { orderedBits, sortedIndexes } from './sorted-indexes.js'

/** By the number of members, the lowest similarity of a pair, or the first member in the input. */
export type ClusterSort = 'size' | 'lowest' | 'first'

/** For each cluster, the lowest similarity of a pair that connects its members. */
export function lowestSimilarities(model: ReportModel): Float32Array {
  const { clusters, clusterOf } = model.clustering.value
  const { a, similarity } = model.listed.value
  const apart = model.decisions.apart.value
  const limit = Math.fround(model.threshold.value)
  const lowest = new Float32Array(clusters.length).fill(1)
  for (let pair = 0; pair < a.length; pair++) {
    const value = similarity[pair]!
    if (value < limit || (apart.size > 0 && apart.has(pair))) continue
    const cluster = clusterOf[a[pair]!]!
    if (value < lowest[cluster]!) lowest[cluster] = value
  }
  return lowest
}

/** The numbers of all clusters in order. They are numbered by descending size. */
export function orderedClusters(
  model: ReportModel,
  lowest: Float32Array,
  sort: ClusterSort,
  direction: 'ascending' | 'descending',
): Uint32Array {
  const { clusters } = model.clustering.value
  const order =
    sort === 'lowest'
      ? sortedIndexes(orderedBits(lowest))
      : sort === 'first'
        ? sortedIndexes(Uint32Array.from(lowest, (_, cluster) => clusters.at(cluster)[0]!))
        : Uint32Array.from(lowest, (_, cluster) => clusters.length - 1 - cluster)
  return direction === 'ascending' ? order : order.reverse()
}
