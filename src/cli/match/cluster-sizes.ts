import type { Cluster } from '../../model/cluster.js'
import { count, counted } from '../../model/quantities.js'

/** How many clusters have this many records. */
export interface ClusterSize {
  readonly records: number
  readonly clusters: number
}

/** The number of sizes that are listed one by one. */
const LISTED_SIZES = 3

/** A cluster with more than this share of the records is probably not a single entity, … */
const LARGE_SHARE = 0.1
/** … unless it has at most this many records; … */
const SMALL_CLUSTER = 20
/** … nor is a cluster with more records than this, however many there are. */
const LARGE_CLUSTER = 100

/** The sizes of clusters, the smallest first. */
export function countSizes(clusters: readonly Pick<Cluster, 'members'>[]): ClusterSize[] {
  const counts = new Map<number, number>()
  for (const { members } of clusters) counts.set(members.length, (counts.get(members.length) ?? 0) + 1)
  return [...counts]
    .map(([records, some]) => ({ records, clusters: some }))
    .sort((one, other) => one.records - other.records)
}

/** Each of the small sizes, and the others together with the largest. */
export function sizesText(sizes: readonly ClusterSize[]): string {
  const larger = sizes.slice(LISTED_SIZES)
  const total = larger.reduce((sum, { clusters }) => sum + clusters, 0)
  return [
    ...sizes
      .slice(0, LISTED_SIZES)
      .map(({ records, clusters }) => `${count(clusters)} of ${counted(records, 'record')}`),
    ...(total === 0 ? [] : [`${count(total)} larger, up to ${counted(larger.at(-1)!.records, 'record')}`]),
  ].join(', ')
}

export function isTooLarge(cluster: number, records: number): boolean {
  return cluster > Math.min(LARGE_CLUSTER, Math.max(SMALL_CLUSTER, LARGE_SHARE * records))
}
