import { checkChoice, checkWhole } from '../model/check.js'
import type { Cluster } from '../model/cluster.js'
import { LengthMismatch } from '../model/errors.js'
import type { PairBatch } from '../model/pair.js'
import { checkVerified, MOST_DOCUMENTS } from './check-pairs.js'
import { cohesionOfMembers, meanOf } from './cohesion.js'
import { componentGroups, connectedComponents } from './components.js'
import { starClusters } from './stars.js'

/** How pairs become clusters. */
export interface ClusterOptions {
  /**
   * `'components'` (default): all that is tied by any chain of pairs. `'stars'`: a centre and documents verified alike
   * to it, so that two members are never more than two pairs apart.
   */
  readonly method?: 'components' | 'stars'
  /** The true similarity of two positions, for a cohesion over every pair of members. */
  readonly similarity?: (a: number, b: number) => number
  /** The largest cluster of which every pair is compared, in members; default 100, which is 4,950 pairs. */
  readonly everyPairUpTo?: number
  /**
   * How many identical documents each position stands for; default 1. The clusters are then those of all copies: a
   * position with copies is a cluster even alone, and every copy counts in pairs and means; members stay positions.
   */
  readonly copies?: Uint32Array
}

/** A cluster before its cohesion is known; components have no centre. */
type Group = Pick<Cluster, 'members' | 'centre'>

/** Stands for "in no cluster". */
const NONE = 0xffffffff

/**
 * Gathers verified pairs into clusters of at least two members, in the order of their first member. Apart from the
 * calls of `similarity`, the time is near linear in documents and pairs. Means are summed in the order of the pairs:
 * give sorted pairs (`sortPairs`) where the last bit matters.
 *
 * @param count number of documents
 * @param pairs verified pairs among them, each once
 * @example clusterPairs(3, pairs) // (0, 2) at 0.9: [{ members: [0, 2], pairs: 1, leastSimilarity: 0.9, … }]
 */
export function clusterPairs(count: number, pairs: PairBatch, options: ClusterOptions = {}): Cluster[] {
  const { method = 'components', similarity, everyPairUpTo = 100, copies } = options
  checkChoice('method', method, ['components', 'stars'])
  checkWhole('everyPairUpTo', everyPairUpTo, 0, MOST_DOCUMENTS)
  checkVerified(pairs)
  if (copies !== undefined && copies.length !== count)
    throw new LengthMismatch('copies', count, copies.length)
  const groups: readonly Group[] =
    method === 'stars' ? starClusters(count, pairs, copies) : components(count, pairs, copies)
  const inside = pairsInside(count, groups, pairs, copies)
  return groups.map((group, number) => {
    const verified = inside.pairs[number]!
    const cluster = { ...group, pairs: verified }
    if (similarity !== undefined && group.members.length <= everyPairUpTo) {
      const { least, mean, over } = cohesionOfMembers(group.members, similarity, copies)
      return { ...cluster, leastSimilarity: least, meanSimilarity: mean, cohesionOver: over }
    }
    const least = inside.least[number]!
    const mean = meanOf(inside.sum[number]!, verified, least)
    return { ...cluster, leastSimilarity: least, meanSimilarity: mean, cohesionOver: 'verified-pairs' }
  })
}

function components(count: number, pairs: PairBatch, copies: Uint32Array | undefined): Group[] {
  const roots = connectedComponents(count, pairs)
  const groups: Group[] = componentGroups(roots).map((members) => ({ members }))
  if (copies === undefined) return groups
  const tied = new Set(groups.map(({ members }) => members[0]!))
  roots.forEach((root, position) => {
    if (root === position && copies[position]! > 1 && !tied.has(position))
      groups.push({ members: [position] })
  })
  return groups.sort((one, other) => one.members[0]! - other.members[0]!)
}

/** Counts and sums the pairs inside all groups in one pass, as `cohesionOfPairs` does it for one. */
function pairsInside(
  count: number,
  groups: readonly Group[],
  pairs: PairBatch,
  copies: Uint32Array | undefined,
) {
  const groupOf = new Uint32Array(count).fill(NONE)
  const inside = {
    pairs: new Float64Array(groups.length),
    least: new Float64Array(groups.length).fill(Number.POSITIVE_INFINITY),
    sum: new Float64Array(groups.length),
  }
  const add = (group: number, similarity: number, times: number) => {
    inside.pairs[group]! += times
    inside.least[group] = Math.min(inside.least[group]!, similarity)
    inside.sum[group]! += similarity * times
  }
  groups.forEach(({ members }, number) => {
    for (const member of members) {
      groupOf[member] = number
      const times = copies?.[member] ?? 1
      if (times > 1) add(number, 1, (times * (times - 1)) / 2)
    }
  })
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.a[i]!, pairs.b[i]!]
    const group = groupOf[a]!
    if (group === NONE || groupOf[b] !== group) continue
    add(group, pairs.similarity[i]!, (copies?.[a] ?? 1) * (copies?.[b] ?? 1))
  }
  return inside
}
