import { clusterPairs } from '../../cluster/cluster.js'
import type { Cluster } from '../../model/cluster.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { EVERY_PAIR_UP_TO } from '../find-options.js'
import { type Copies, copiesOf } from './copies.js'
import { DocumentNumbers } from './document-numbers.js'
import type { ClusterWishes } from './tasks.js'

/** How verified pairs become clusters. */
export interface SettleOptions extends ClusterWishes {
  /** The true similarity of two distinct documents, where their sets are at hand. */
  readonly similarity?: (a: number, b: number) => number
}

/** The pairs that reach a threshold. */
export function pairsFrom(pairs: PairBatch, threshold: number): PairBatch {
  if (pairs.similarity.every((similarity) => similarity >= threshold)) return pairs
  const kept = new PairBuilder()
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.similarity[i]! >= threshold) kept.add(pairs.a[i]!, pairs.b[i]!, pairs.similarity[i]!)
  }
  return kept.pairs()
}

/**
 * The clusters of some distinct documents with their copies, by position, in the order of their first members.
 *
 * @param documents rising; those that have a pair or copies
 * @param pairs between them, in the order of a, then b
 */
export function clusterDocuments(
  documents: Uint32Array,
  pairs: PairBatch,
  { method, copies, similarity }: SettleOptions,
): Cluster[] {
  const numbers = new DocumentNumbers(documents)
  const all = Array.from(documents, (document) => copiesOf(copies, document))
  const clusters = clusterPairs(
    documents.length,
    { ...pairs, a: numbers.ofAll(pairs.a), b: numbers.ofAll(pairs.b) },
    {
      method,
      copies: Uint32Array.from(all, (list) => list?.length ?? 1),
      ...(similarity && {
        everyPairUpTo: EVERY_PAIR_UP_TO,
        similarity: (x, y) => similarity(documents[x]!, documents[y]!),
      }),
    },
  )
  return clusters.map((cluster) => ({
    ...cluster,
    members: cluster.members
      .flatMap((number) => [...(all[number] ?? [documents[number]!])])
      .sort((x, y) => x - y),
    ...(cluster.centre !== undefined && { centre: documents[cluster.centre]! }),
  }))
}

/** The documents that have a pair, or copies and belong to `documents`; rising. */
export function involvedDocuments(documents: Uint32Array, pairs: PairBatch, copies: Copies): Uint32Array {
  const numbers = new DocumentNumbers(documents)
  const isTied = new Uint8Array(documents.length)
  for (const list of [pairs.a, pairs.b])
    for (let i = 0; i < pairs.count; i++) isTied[numbers.of(list[i]!)!] = 1
  return documents.filter(
    (document, number) => isTied[number] === 1 || copiesOf(copies, document) !== undefined,
  )
}
