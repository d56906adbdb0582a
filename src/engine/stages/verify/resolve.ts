import { type ClusterColumns, clusterColumns } from '../../../cluster/cluster-columns.js'
import type { SortPairs } from '../../../cluster/greedy-cover.js'
import type { PairBatches } from '../../../cluster/grouping.js'
import { type PairBatch, PairBuilder } from '../../../model/pair.js'
import { isSymmetric } from '../../../model/similarity.js'
import { listPairsWithin } from '../../list-pairs.js'
import type { Blocks } from '../../ports.js'
import { EVERY_PAIR_UP_TO } from '../../request.js'
import type { Block } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { type ContinuationMetadata, continuationLocation } from '../blocks/continuation-blocks.js'
import { metadataSegment } from '../blocks/segments.js'
import { ClusterTable } from '../cluster/cluster-table.js'
import { CopiesOfDocuments } from '../identical/copies.js'
import type { ClusterRequest, VerifyTarget } from '../tasks.js'
import { PairRuns, pairSegments } from './pair-runs.js'

/** The tag of the verified pairs of distinct documents, down to the minimum similarity that is kept. */
export const VERIFIED = 1
/** The number of pieces of verified pairs that are held before they are stored: 8 MB. */
const MAX_PIECES = 32

/** The metadata of a verified block. */
export interface ResolvedMetadata extends ContinuationMetadata {
  /** The number of pairs that were compared. */
  readonly compared: number
  /** The number of verified pairs of distinct documents that reach the threshold. */
  readonly similar: number
  /** The number of pairs in the runs of the blocks, including copies. */
  readonly pairs: number
  /** Similar pairs that are not listed, except those between documents that were known to be oversized. */
  readonly omitted: number
  /** Pairs listed between documents that were known to be oversized. */
  readonly betweenOversized: number
}

/** How verified pairs become clusters. */
export interface ResolveOptions extends ClusterRequest {
  /** The exact similarity of two distinct documents, by their numbers, if their sets are available: the larger of both directions. */
  readonly compare?: (a: number, b: number) => number
  /** Makes components of the pairs that reach the threshold, as `clusterColumns` does, given how many copies each document has. */
  readonly components?: (copies: Uint32Array) => ClusterColumns
  /** How pairs are sorted if stars need it; default: in memory. */
  readonly sort?: SortPairs
}

/** The pairs of each batch that reach a threshold. */
function* pairsAtLeast(batches: Iterable<PairBatch>, threshold: number): Generator<PairBatch, void> {
  for (const batch of batches) {
    if (doAllReach(batch, threshold)) {
      yield batch
      continue
    }
    const kept = new PairBuilder()
    for (let i = 0; i < batch.count; i++) {
      if (batch.similarity[i]! >= threshold) kept.add(batch.a[i]!, batch.b[i]!, batch.similarity[i]!)
    }
    yield kept.pairs()
  }
}

/** A plain loop, because a callback for each of millions of pairs takes several times as long. */
function doAllReach({ count, similarity }: PairBatch, threshold: number): boolean {
  for (let i = 0; i < count; i++) if (similarity[i]! < threshold) return false
  return true
}

/**
 * The clusters of some distinct documents with their copies, by position, ordered by their first members.
 *
 * @param pairs by the numbers of the documents
 */
function clusterDocuments(
  copies: CopiesOfDocuments,
  pairs: PairBatches,
  { method, similarity, compare, components, sort, boundary }: ResolveOptions,
): ClusterTable {
  if (components !== undefined && method === 'components' && boundary === undefined) {
    return ClusterTable.withCopies(components(copies.counts), copies)
  }
  // Pairs across two sides do not form clusters.
  const isClustered = boundary === undefined
  const columns = clusterColumns(isClustered ? copies.documents.length : 0, isClustered ? pairs : () => [], {
    method,
    copies: isClustered ? copies.counts : new Uint32Array(0),
    everyPairUpTo: EVERY_PAIR_UP_TO,
    isVerifiedBySimilarity: true,
    isDirected: !isSymmetric(similarity),
    ...(compare && { similarity: compare }),
    ...(sort && { sort }),
  })
  return ClusterTable.withCopies(columns, copies)
}

/**
 * Turns verified pairs into clusters and the final pairs, and stores them in one block and its continuation blocks.
 *
 * @param documents ascending; all that may be involved
 * @param verified by the numbers of the documents, ordered by a, then b, including pairs below the threshold
 */
export function resolvePairs(
  store: Blocks,
  documents: Uint32Array,
  verified: PairBatches,
  options: ResolveOptions,
  { location, keepVerified }: VerifyTarget,
  compared: number,
): Block[] {
  const copies = new CopiesOfDocuments(documents, options.copies)
  let similar = 0
  // Iterated several times; each time, they are counted.
  function* pairs(): Generator<PairBatch, void> {
    similar = 0
    for (const batch of pairsAtLeast(verified(), options.threshold)) {
      similar += batch.count
      yield batch
    }
  }
  const clusters = clusterDocuments(copies, pairs, options)
  const target = new ResolvedBlocks(store, location)
  const runs = new PairRuns()
  const { oversizedOf, maxGroup, boundary } = options
  const isOversized = (number: number) => oversizedOf[documents[number]!] !== 0
  const listed = listPairsWithin(
    copies,
    pairs,
    {
      maxGroup,
      isDirected: !isSymmetric(options.similarity),
      hasCopyPairs: boundary === undefined,
      ...(oversizedOf.length > 0 && { isOversized }),
    },
    (a, b, similarity) => {
      runs.add(a, b, similarity)
      if (runs.isLarge) target.addContinuation(runs.take())
    },
  )
  let kept: Segment[] = []
  if (keepVerified) {
    for (const batch of verified()) {
      kept.push(...verifiedSegments(batch, documents))
      if (kept.length < MAX_PIECES) continue
      target.addContinuation(kept)
      kept = []
    }
  }
  return target.end({ compared, similar, pairs: runs.count, ...listed }, [
    ...kept,
    ...clusters.segments(),
    ...runs.take(),
  ])
}

function verifiedSegments(batch: PairBatch, documents: Uint32Array): Segment[] {
  const a = batch.a.map((number) => documents[number]!)
  const b = batch.b.map((number) => documents[number]!)
  return pairSegments({ ...batch, a, b }).map((bytes) => ({ tag: VERIFIED, bytes }))
}

/** A block that contains the number of its continuation blocks, and these. */
export class ResolvedBlocks {
  readonly #store: Blocks
  readonly #location: VerifyTarget['location']
  readonly #continuations: Block[] = []

  constructor(store: Blocks, location: VerifyTarget['location']) {
    this.#store = store
    this.#location = location
  }

  addContinuation(segments: readonly Segment[]): void {
    this.#continuations.push(
      this.#store.put(continuationLocation(this.#location, this.#continuations.length), segments),
    )
  }

  /** Returns the blocks; the one that the task was assigned is first. */
  end(metadata: Omit<ResolvedMetadata, 'continuations'>, segments: readonly Segment[]): Block[] {
    const whole: ResolvedMetadata = { ...metadata, continuations: this.#continuations.length }
    return [this.#store.put(this.#location, [metadataSegment(whole), ...segments]), ...this.#continuations]
  }
}
