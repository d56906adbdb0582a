import { checkChoice, checkWhole } from '../model/check.js'
import type { Cluster } from '../model/cluster.js'
import { LengthMismatch } from '../model/errors.js'
import type { PairBatch } from '../model/pair.js'
import { checkPairs, checkVerified, MAX_DOCUMENTS } from './check-pairs.js'
import { clusterAt, clusterColumns } from './cluster-columns.js'

/** How pairs become clusters. */
export interface ClusterOptions {
  /**
   * `'components'` (default): everything connected by pairs. `'stars'`: a center and the documents with a verified pair with
   * it, so that two members are never more than two pairs apart.
   */
  readonly method?: 'components' | 'stars'
  /** Returns the exact similarity of two positions, to compute the cohesion over every pair of members. */
  readonly similarity?: (a: number, b: number) => number
  /** The number of members up to which every pair is compared. Default: 100, which is 4,950 pairs. */
  readonly everyPairUpTo?: number
  /**
   * The number of identical documents that each position represents. Default: 1. The clusters are then those of all copies: a
   * position with copies is a cluster even alone, and every copy counts in pairs and means; members stay positions.
   */
  readonly copies?: Uint32Array
}

/**
 * Groups verified pairs into clusters of at least two members, ordered by their first member. Apart from the calls of `similarity`, the
 * time is near linear in documents and pairs. Means are summed in the order of the pairs: pass sorted pairs (`sortPairs`) if the last bit
 * matters.
 *
 * @param count number of documents
 * @param pairs verified pairs among them, each once
 * @example clusterPairs(3, pairs) // (0, 2) at 0.9: [{ members: [0, 2], pairs: 1, minSimilarity: 0.9, … }]
 */
export function clusterPairs(count: number, pairs: PairBatch, options: ClusterOptions = {}): Cluster[] {
  const { method = 'components', similarity, everyPairUpTo = 100, copies } = options
  checkChoice('method', method, ['components', 'stars'])
  checkWhole('everyPairUpTo', everyPairUpTo, 0, MAX_DOCUMENTS)
  checkVerified(pairs)
  if (copies !== undefined && copies.length !== count)
    throw new LengthMismatch('copies', count, copies.length)
  checkPairs(count, pairs)
  const columns = clusterColumns(count, () => [pairs], {
    method,
    everyPairUpTo,
    ...(similarity && { similarity }),
    ...(copies && { copies }),
  })
  return Array.from(columns.centers, (_, row) => clusterAt(columns, row))
}
