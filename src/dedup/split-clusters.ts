import { type RemovalInput, withoutDifferent } from '../cluster/removal.js'
import { findRoot, makeForest, unite } from '../cluster/union-find.js'
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { removeFound } from '../engine/stages/cluster/remove-similar.js'
import { firstCopies } from '../engine/stages/identical/copies.js'
import type { PairStream } from '../engine/stages/verify/pair-stream.js'
import type { Cluster } from '../model/cluster.js'
import { type PairBatch, PairBuilder } from '../model/pair.js'
import type { Source } from '../read/source.js'
import { differentIn, type LocatedDecisions } from './decisions.js'

type Members = Pick<Cluster, 'members' | 'center'>

/** No cluster, or one without documents that were declared different. */
const UNCHANGED = 0

/**
 * The clusters without the pairs of documents that a person declared different: those that contain such a pair can fall apart.
 *
 * @param result in which all copies of a document have been declared different from the same documents
 * @param count the number of documents that can be in clusters, the first ones
 */
export function* splitClusters(
  source: Source,
  result: NodeFindResult,
  decisions: LocatedDecisions,
  orderOf: RemovalInput['orderOf'],
  count: number,
): Generator<Members, void> {
  const clusterOf = new Uint32Array(result.locations.count)
  const changed: Members[] = []
  for (const cluster of result.clusters) {
    if (!hasDifferent(cluster.members, decisions)) yield cluster
    else {
      changed.push(cluster)
      for (const member of cluster.members) clusterOf[member] = changed.length
    }
  }
  if (changed.length === 0) return
  const within = pairsWithin(result.pairs, clusterOf)
  const areDifferent = differentIn(decisions)
  // This also verifies pairs of large clusters that are not listed.
  const { survivorOf } = removeFound(source, { ...result, pairs: within }, orderOf, count, areDifferent)
  const isStars = changed.some(({ center }) => center !== undefined)
  if (isStars) yield* bySurvivor(changed, survivorOf)
  else {
    const trees = makeForest(count)
    const firstOf = firstCopies(result.copies, count)
    for (const { members } of changed) {
      for (const member of members) {
        unite(trees, member, survivorOf[member]!)
        unite(trees, member, firstOf[member]!)
      }
    }
    for (const { count: length, a, b } of withoutDifferent(within.unordered(), areDifferent)) {
      for (let i = 0; i < length; i++) unite(trees, a[i]!, b[i]!)
    }
    for (const cluster of changed) {
      for (const members of grouped(cluster, (member) => findRoot(trees, member)).values())
        if (members.length > 1) yield { members }
    }
  }
}

/** A star cluster around each document that survives. */
function* bySurvivor(clusters: readonly Members[], survivorOf: Uint32Array): Generator<Members, void> {
  for (const cluster of clusters) {
    for (const [center, members] of grouped(cluster, (member) => survivorOf[member]!))
      if (members.length > 1) yield { members, center }
  }
}

function grouped({ members }: Members, keyOf: (member: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const member of members) {
    const group = groups.get(keyOf(member))
    if (group === undefined) groups.set(keyOf(member), [member])
    else group.push(member)
  }
  return groups
}

function hasDifferent(members: readonly number[], { different }: LocatedDecisions): boolean {
  if (!members.some((member) => different.has(member))) return false
  const own = new Set(members)
  return members.some((member) => {
    for (const other of different.get(member) ?? []) if (own.has(other)) return true
    return false
  })
}

/** The pairs within changed clusters. */
function pairsWithin(pairs: PairStream, clusterOf: Uint32Array): PairStream {
  const within = function* (): Generator<PairBatch, void> {
    for (const { count, a, b, similarity } of pairs.unordered()) {
      const kept = new PairBuilder()
      for (let i = 0; i < count; i++) {
        const cluster = clusterOf[a[i]!]
        if (cluster !== UNCHANGED && cluster === clusterOf[b[i]!]) kept.add(a[i]!, b[i]!, similarity[i]!)
      }
      yield kept.pairs()
    }
  }
  // The count is not used when pairs are iterated, nor is their order.
  return { count: pairs.count, batches: within, unordered: within }
}
