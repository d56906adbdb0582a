import type { PairBatches } from '../../../cluster/grouping.js'
import type { PairBatch } from '../../../model/pair.js'
import { isSymmetric } from '../../../model/similarity.js'
import { findOversized, type ListedPairs, listPairsExcept } from '../../list-pairs.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { type ContinuationMetadata, continuationLocation } from '../blocks/continuation-blocks.js'
import { metadataSegment } from '../blocks/segments.js'
import { CopiesOfDocuments } from '../identical/copies.js'
import type { ClusterRequest, VerifyTarget } from '../tasks.js'
import { type ClusterOptions, clusterDocuments, pairsReaching } from './cluster-documents.js'
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
  options: ClusterOptions,
  target: VerifyTarget,
  compared: number,
): Block[] {
  const copies = new CopiesOfDocuments(documents, options.copies)
  const clusters = clusterDocuments(copies, pairsReaching(verified, options), options)
  // A component contains the group of each of its documents; a star need not. The pairs across two sides form no clusters.
  const areComponents = options.method === 'components' && options.boundary === undefined
  return storePairs(store, copies, verified, options, target, {
    compared,
    segments: clusters.segments(),
    ...(areComponents && { largestGroup: Math.max(1, clusters.largest) }),
  })
}

/** What is stored with pairs, and what is known about them. */
interface StoredWithPairs {
  /** The number of pairs that were compared. */
  readonly compared: number
  readonly segments: readonly Segment[]
  /** As in `ListOptions`. */
  readonly largestGroup?: number
}

/**
 * Stores the final pairs in one block and its continuation blocks.
 *
 * @param verified by the numbers of the documents, ordered by a, then b, including pairs below the threshold; iterated several times
 */
export function storePairs(
  store: Blocks,
  copies: CopiesOfDocuments,
  verified: PairBatches,
  options: ClusterRequest & { readonly keepFrom?: number },
  { location, keepVerified }: VerifyTarget,
  { compared, segments, largestGroup }: StoredWithPairs,
): Block[] {
  const { documents } = copies
  const { oversizedOf, maxGroup, boundary } = options
  let similar = 0
  // Iterated several times; each time, they are counted.
  function* pairs(): Generator<PairBatch, void> {
    similar = 0
    for (const batch of pairsReaching(verified, options)()) {
      similar += batch.count
      yield batch
    }
  }
  const target = new ResolvedBlocks(store, location)
  const runs = new PairRuns()
  const listOptions = {
    maxGroup,
    isDirected: !isSymmetric(options.similarity),
    hasCopyPairs: boundary === undefined,
    ...(oversizedOf.length > 0 && {
      isOversized: (number: number) => oversizedOf[documents[number]!] !== 0,
    }),
    ...(largestGroup !== undefined && { largestGroup }),
  }
  const oversized = findOversized(copies, pairs, listOptions)
  let listed: ListedPairs = { omitted: 0, betweenOversized: 0 }
  if (oversized === undefined && !copies.haveCopies) {
    // All of them, in the order in which they are stored, because documents are numbered in the order of their positions.
    for (const batch of pairs()) addInOrder(byPosition(batch, documents), runs, target)
  } else {
    listed = listPairsExcept(oversized, copies, pairs, listOptions, (a, b, similarity) => {
      runs.add(a, b, similarity)
      if (runs.isLarge) target.addContinuation(runs.take())
    })
  }
  let kept: Segment[] = []
  if (keepVerified) {
    for (const batch of verified()) {
      for (const bytes of pairSegments(byPosition(batch, documents))) kept.push({ tag: VERIFIED, bytes })
      if (kept.length < MAX_PIECES) continue
      target.addContinuation(kept)
      kept = []
    }
  }
  return target.end({ compared, similar, pairs: runs.count, ...listed }, [
    ...kept,
    ...segments,
    ...runs.take(),
  ])
}

function addInOrder(batch: PairBatch, runs: PairRuns, target: ResolvedBlocks): void {
  for (let from = 0; from < batch.count; ) {
    from = runs.addSorted(batch, from)
    if (runs.isLarge) target.addContinuation(runs.take())
  }
}

/** Replaces the numbers of pairs by the positions of the documents. */
function byPosition({ count, a, b, similarity }: PairBatch, documents: Uint32Array): PairBatch {
  const positions = { count, a: new Uint32Array(count), b: new Uint32Array(count), similarity }
  for (let i = 0; i < count; i++) {
    positions.a[i] = documents[a[i]!]!
    positions.b[i] = documents[b[i]!]!
  }
  return positions
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
