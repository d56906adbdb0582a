import type { RemovalInput } from '../cluster/removal.js'
import type { StoredPolicy } from '../cluster/survivor-policy.js'
import type { PairStream } from '../engine/stages/verify/pair-stream.js'
import type { Cluster } from '../model/cluster.js'

/** For each position, the one document of its cluster that is kept; the document itself if it is in no cluster. */
export function onePerCluster(
  clusters: Iterable<Pick<Cluster, 'members' | 'center'>>,
  count: number,
  policy: StoredPolicy,
  orderOf: RemovalInput['orderOf'],
): Uint32Array {
  const survivorOf = new Uint32Array(count)
  for (let position = 0; position < count; position++) survivorOf[position] = position
  for (const { members, center } of clusters) {
    const kept = policy === 'center' ? center! : (orderOf?.(Uint32Array.from(members))[0] ?? members[0]!)
    for (const member of members) survivorOf[member] = kept
  }
  return survivorOf
}

/**
 * For each position, the verified similarity to its survivor; NaN if no pair connects the two.
 *
 * @param isDirected whether a pair has only the similarity of a to b
 */
export function verifiedSimilarities(
  pairs: Pick<PairStream, 'unordered'>,
  survivorOf: Uint32Array,
  isDirected: boolean,
): Float64Array {
  const similarities = new Float64Array(survivorOf.length).fill(Number.NaN)
  for (const { count, a, b, similarity } of pairs.unordered()) {
    for (let i = 0; i < count; i++) {
      if (survivorOf[a[i]!] === b[i]) similarities[a[i]!] = similarity[i]!
      else if (!isDirected && survivorOf[b[i]!] === a[i]) similarities[b[i]!] = similarity[i]!
    }
  }
  return similarities
}
