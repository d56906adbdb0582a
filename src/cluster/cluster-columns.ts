// Clusters as columns, which take a tenth of the memory of objects; the pairs never need to be in memory all at once.

import type { Cluster } from '../model/cluster.js'
import { cohesionOfMembers, meanOf } from './cohesion.js'
import { groupComponents } from './components.js'
import type { SortPairs } from './greedy-cover.js'
import { type Grouping, membersOf, NONE, type PairBatches } from './grouping.js'
import { groupStars } from './stars.js'

/** Clusters, ordered by their first members. */
export interface ClusterColumns {
  /** Where the members of each begin; one more entry than clusters. */
  readonly offsets: Uint32Array
  /** Members, ascending in each cluster. */
  readonly members: Uint32Array
  /** `NONE` if a cluster has no center. */
  readonly centers: Uint32Array
  readonly pairs: Float64Array
  readonly min: Float64Array
  readonly mean: Float64Array
  /** 1: the similarities are over every pair. */
  readonly overEvery: Uint32Array
}

/** The options of `clusterPairs`, and some for callers that know where their pairs come from. */
export interface ColumnOptions {
  readonly method: 'components' | 'stars'
  readonly similarity?: (a: number, b: number) => number
  readonly everyPairUpTo: number
  readonly copies?: Uint32Array
  /** Whether a pair has a direction, so that two documents may be in two. Default: false. */
  readonly isDirected?: boolean
  /** Whether verified pairs have the value that `similarity` would return: a clique of them is then not compared again. */
  readonly isVerifiedBySimilarity?: boolean
  /** How pairs are sorted if stars need it. Default: in memory. */
  readonly sort?: SortPairs
}

/** `clusterPairs` for pairs that come in batches and have been checked. */
export function clusterColumns(count: number, pairs: PairBatches, options: ColumnOptions): ClusterColumns {
  const {
    method,
    copies,
    similarity,
    everyPairUpTo,
    isVerifiedBySimilarity = false,
    isDirected = false,
  } = options
  const groups =
    method === 'stars'
      ? groupStars(count, pairs, copies, options.sort)
      : groupComponents(count, pairs, copies)
  const { offsets, members } = membersOf(groups)
  const inside = pairsInside(groups, pairs, copies, isDirected ? 2 : 1)
  const mean = new Float64Array(groups.count)
  const overEvery = new Uint32Array(groups.count)
  const centers = groups.centers ?? new Uint32Array(groups.count).fill(NONE)
  const columns = { offsets, members, centers, pairs: inside.pairs, min: inside.min, mean, overEvery }
  for (let group = 0; group < groups.count; group++) {
    const size = offsets[group + 1]! - offsets[group]!
    mean[group] = meanOf(inside.sum[group]!, inside.pairs[group]!, inside.min[group]!)
    if (similarity === undefined || size > everyPairUpTo) continue
    overEvery[group] = 1
    // A document and its copies.
    if (size === 1) continue
    const isClique = !isDirected && inside.pairs[group] === (size * (size - 1)) / 2
    const isKnown = isVerifiedBySimilarity && isClique && !haveCopies(columns, group, copies)
    if (!isKnown) compareEvery(columns, group, similarity, copies)
  }
  return columns
}

/** Replaces the similarities of a cluster by those over every pair. */
export function compareEvery(
  { offsets, members, min, mean }: ClusterColumns,
  group: number,
  similarity: (a: number, b: number) => number,
  copies?: Uint32Array,
): void {
  const list = members.subarray(offsets[group]!, offsets[group + 1]!)
  const cohesion = cohesionOfMembers(list, similarity, copies)
  min[group] = cohesion.min
  mean[group] = cohesion.mean
}

/** Clusters in columns. */
export function columnsOf(clusters: readonly Cluster[]): ClusterColumns {
  const offsets = new Uint32Array(clusters.length + 1)
  for (const [row, { members }] of clusters.entries()) offsets[row + 1] = offsets[row]! + members.length
  return {
    offsets,
    members: Uint32Array.from(clusters.flatMap(({ members }) => members)),
    centers: Uint32Array.from(clusters, ({ center }) => center ?? NONE),
    pairs: Float64Array.from(clusters, ({ pairs }) => pairs),
    min: Float64Array.from(clusters, ({ minSimilarity }) => minSimilarity),
    mean: Float64Array.from(clusters, ({ meanSimilarity }) => meanSimilarity),
    overEvery: Uint32Array.from(clusters, ({ cohesionOver }) => (cohesionOver === 'every-pair' ? 1 : 0)),
  }
}

/** A cluster whose members are a view of the columns, because a separate list of a million members would be large. */
export interface ClusterView extends Omit<Cluster, 'members'> {
  readonly members: Uint32Array
}

/** One cluster of the columns. */
export function clusterAt(columns: ClusterColumns, row: number): Cluster {
  const view = viewAt(columns, row)
  return { ...view, members: Array.from(view.members) }
}

/** The same as a view. */
export function viewAt(columns: ClusterColumns, row: number): ClusterView {
  const { offsets, members, centers, pairs, min, mean, overEvery } = columns
  return {
    members: members.subarray(offsets[row]!, offsets[row + 1]!),
    ...(centers[row] !== NONE && { center: centers[row]! }),
    pairs: pairs[row]!,
    minSimilarity: min[row]!,
    meanSimilarity: mean[row]!,
    cohesionOver: overEvery[row] === 1 ? 'every-pair' : 'verified-pairs',
  }
}

/** Counts and sums the pairs within all groups in one pass, like `cohesionOfPairs` for one group. */
function pairsInside(
  { groupOf, count }: Grouping,
  pairs: PairBatches,
  copies: Uint32Array | undefined,
  directions: number,
) {
  const inside = {
    pairs: new Float64Array(count),
    min: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    sum: new Float64Array(count),
  }
  if (copies !== undefined) {
    for (let position = 0; position < groupOf.length; position++) {
      const group = groupOf[position]!
      const times = copies[position]!
      if (times <= 1 || group === NONE) continue
      const own = (directions * times * (times - 1)) / 2
      inside.pairs[group]! += own
      inside.sum[group]! += own
      inside.min[group] = 1
    }
  }
  const { pairs: counts, min, sum } = inside
  for (const { count: length, a, b, similarity } of pairs()) {
    for (let i = 0; i < length; i++) {
      const group = groupOf[a[i]!]!
      if (group === NONE || groupOf[b[i]!] !== group) continue
      const times = copies === undefined ? 1 : copies[a[i]!]! * copies[b[i]!]!
      const value = similarity[i]!
      counts[group]! += times
      sum[group]! += value * times
      if (value < min[group]!) min[group] = value
    }
  }
  return inside
}

function haveCopies(
  { offsets, members }: ClusterColumns,
  group: number,
  copies: Uint32Array | undefined,
): boolean {
  if (copies === undefined) return false
  for (let i = offsets[group]!; i < offsets[group + 1]!; i++) if (copies[members[i]!]! > 1) return true
  return false
}
