/**
 * The pairs that a cohesion was computed over: the verified pairs within the cluster, all of which reach the threshold, or every pair of
 * members, some of which may be far below it.
 */
export type CohesionOver = 'verified-pairs' | 'every-pair'

/** Documents that are similar, directly or through others, and how similar they are. */
export interface Cluster {
  /** Positions in the input, ascending; at least two. */
  readonly members: readonly number[]
  /** In a star cluster, the member that has a verified pair with every other. */
  readonly center?: number
  /** The number of verified pairs within the cluster; n members have from n - 1 to n (n - 1) / 2. */
  readonly pairs: number
  /** The minimum similarity within the cluster, in [0, 1]. */
  readonly minSimilarity: number
  /** The mean similarity within the cluster, in [minSimilarity, 1]. */
  readonly meanSimilarity: number
  /** The pairs that the two similarities were computed over. */
  readonly cohesionOver: CohesionOver
}
