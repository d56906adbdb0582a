/**
 * Which pairs a cohesion was taken over: the verified pairs inside the cluster, all of which reach the threshold, or
 * every pair of members, of which some may lie far below it.
 */
export type CohesionOver = 'verified-pairs' | 'every-pair'

/** Documents that are alike, directly or through others, and how well they hold together. */
export interface Cluster {
  /** Positions in the input, rising; at least two. */
  readonly members: readonly number[]
  /** In a star cluster, the member to which every other is verified alike. */
  readonly center?: number
  /** Number of verified pairs inside; n members have from n - 1 to n (n - 1) / 2. */
  readonly pairs: number
  /** The least similarity inside, in [0, 1]. */
  readonly minSimilarity: number
  /** The mean similarity inside, in [minSimilarity, 1]. */
  readonly meanSimilarity: number
  /** What the two similarities were taken over. */
  readonly cohesionOver: CohesionOver
}
