import { clusterPairs } from '../../cluster/cluster.js'
import { jaccardOfSorted } from '../../distance/sorted-sets.js'
import type { Cluster } from '../../model/cluster.js'
import type { PairBatch } from '../../model/pair.js'
import { EVERY_PAIR_UP_TO } from '../find-options.js'
import type { Sets } from './tasks.js'

/**
 * The clusters of documents with their copies, by position. Only documents that have a pair or a copy take part: in most
 * corpora a small share.
 *
 * @param pairs between distinct documents, by position
 * @param copies for each document that has copies, these, rising, itself first
 */
export function clusterDocuments(
  method: 'components' | 'stars',
  pairs: PairBatch,
  copies: ReadonlyMap<number, readonly number[]>,
  { places, sizes, elements }: Sets,
): Cluster[] {
  const numberOf = new Uint32Array(sizes.length)
  for (const list of [pairs.a, pairs.b, copies.keys()]) for (const document of list) numberOf[document] = 1
  const involved: number[] = []
  numberOf.forEach((taken, document) => {
    if (taken === 0) return
    numberOf[document] = involved.length
    involved.push(document)
  })
  const setOf = (number: number) => {
    const document = involved[number]!
    return elements.subarray(places[document]!, places[document]! + sizes[document]!)
  }
  const numbered = (list: Uint32Array) => list.map((document) => numberOf[document]!)
  const clusters = clusterPairs(
    involved.length,
    { ...pairs, a: numbered(pairs.a), b: numbered(pairs.b) },
    {
      method,
      everyPairUpTo: EVERY_PAIR_UP_TO,
      similarity: (x, y) => jaccardOfSorted(setOf(x), setOf(y)),
      copies: Uint32Array.from(involved, (document) => copies.get(document)?.length ?? 1),
    },
  )
  const all = (number: number) => copies.get(involved[number]!) ?? [involved[number]!]
  return clusters.map((cluster) => ({
    ...cluster,
    members: cluster.members.flatMap(all).sort((x, y) => x - y),
    ...(cluster.centre !== undefined && { centre: involved[cluster.centre]! }),
  }))
}
