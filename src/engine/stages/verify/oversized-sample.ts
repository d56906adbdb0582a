import {
  compareDrawn,
  drawOversized,
  drawOversizedAcross,
  type OversizedSample,
} from '../../oversized/omitted-pairs.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import type { ClusterTable } from '../cluster/cluster-table.js'
import { setsInMemory } from '../groups/stored-sets.js'
import type { CopiesOfDocuments } from '../identical/copies.js'
import type { SetReader } from '../read/set-reader.js'
import { bitsOf } from '../threads/shared-words.js'

/**
 * Samples the pairs of oversized documents.
 *
 * @param sets blocks with the sets of documents that have candidates; those in memory need not be made again
 * @param reader makes the other sets
 * @param boundary the first position of the second side, if only pairs across it count
 */
export function sampleOversized(
  store: Blocks,
  oversized: CopiesOfDocuments,
  clusters: ClusterTable,
  sets: readonly Block[],
  reader: SetReader,
  boundary: number | undefined,
): OversizedSample {
  const { inClusters, between } =
    boundary === undefined
      ? drawOversized(oversized, clusters.views())
      : drawOversizedAcross(oversized, boundary)
  reader.known = setsInMemory(store, sets, bitsOf([inClusters.documents, between.documents]))
  const similarity = (one: number, other: number) => reader.similarity(one, other)
  return { inClusters: compareDrawn(inClusters, similarity), between: compareDrawn(between, similarity) }
}
