import type { PairBatches } from '../../cluster/grouping.js'
import type { PairBatch } from '../../model/pair.js'
import type { Block } from './blocks/block.js'
import type { Segment } from './blocks/block-layout.js'
import { storeBlock } from './blocks/node-block-file.js'
import { aboutSegment } from './blocks/segments.js'
import { CopiesOfDocuments } from './copies.js'
import { expandCopies } from './expand-copies.js'
import { type AboutFurther, furtherPlace } from './further-blocks.js'
import { PairRuns, pairSegments } from './pair-runs.js'
import { clusterDocuments, pairsFrom, type SettleOptions } from './settle.js'
import { candidatesOf, TileSets, verify } from './settle-verify.js'
import type { CopiesTask, SettleTarget, SettleTask } from './tasks.js'

/** The tag of the verified pairs of distinct documents, from the least similarity that is kept. */
export const VERIFIED = 1
/** Pieces of verified pairs that are held before they are stored: 8 MB. */
const MOST_PIECES = 32

/** What a settled block says about itself. */
export interface AboutSettled extends AboutFurther {
  /** Pairs that were compared. */
  readonly candidates: number
  /** Pairs in the runs of the blocks, copies counted. */
  readonly pairs: number
  /** Pairs that are true but not listed. */
  readonly omitted: number
}

/** Compares the candidates inside a group, or between two, and, where the group is whole, makes clusters of them. */
export function runSettleTask(task: SettleTask): Block[] {
  const sets = new TileSets(task.sets, task.tile)
  if (!task.isWhole) return storeVerified(task, sets)
  const [candidates] = candidatesOf(task, sets)
  const verified = verify(candidates!, sets, task.keepFrom)
  const similarity = (x: number, y: number) => sets.similarity(x, y)
  return settle(sets.documents, () => [verified], { ...task, similarity }, task, candidates!.length / 2)
}

/** Makes clusters of the copies of documents that have no candidates. */
export function runCopiesTask(task: CopiesTask): Block[] {
  const firsts = task.copies.firsts.subarray(task.from, task.to)
  const documents = firsts.filter((first) => task.groupOf[first] === 0)
  // Every cluster is one document and its copies.
  return settle(documents, () => [], { ...task, similarity: () => 1 }, task, 0)
}

/** Verified pairs of a tile that is not whole, in sorted runs. */
function storeVerified(task: SettleTask, sets: TileSets): Block[] {
  const target = new SettledBlocks(task.place)
  const runs = new PairRuns()
  let compared = 0
  for (const candidates of candidatesOf(task, sets)) {
    compared += candidates.length / 2
    const { count, a, b, similarity } = verify(candidates, sets, task.keepFrom)
    for (let i = 0; i < count; i++) {
      runs.add(sets.documents[a[i]!]!, sets.documents[b[i]!]!, similarity[i]!)
      if (runs.isLarge) target.addFurther(runs.take())
    }
  }
  return target.end({ candidates: compared, pairs: runs.count, omitted: 0 }, runs.take())
}

/**
 * Makes clusters and the final pairs of verified ones, and stores them: in one block, and those with further runs.
 *
 * @param documents rising; all that may be involved
 * @param verified by the numbers of the documents, in the order of a, then b, also below the threshold
 */
export function settle(
  documents: Uint32Array,
  verified: PairBatches,
  options: SettleOptions,
  { place, keepVerified }: SettleTarget,
  candidates: number,
): Block[] {
  const copies = new CopiesOfDocuments(documents, options.copies)
  const pairs = () => pairsFrom(verified(), options.threshold)
  const clusters = clusterDocuments(copies, pairs, options)
  const target = new SettledBlocks(place)
  const runs = new PairRuns()
  const omitted = expandCopies(copies, pairs(), (one, other, similarity) => {
    runs.add(one, other, similarity)
    if (runs.isLarge) target.addFurther(runs.take())
  })
  let kept: Segment[] = []
  if (keepVerified) {
    for (const batch of verified()) {
      kept.push(...verifiedSegments(batch, documents))
      if (kept.length < MOST_PIECES) continue
      target.addFurther(kept)
      kept = []
    }
  }
  return target.end({ candidates, pairs: runs.count, omitted }, [
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

/** A block that says how many others belong to it, and these. */
class SettledBlocks {
  readonly #place: SettleTarget['place']
  readonly #further: Block[] = []

  constructor(place: SettleTarget['place']) {
    this.#place = place
  }

  addFurther(segments: readonly Segment[]): void {
    this.#further.push(storeBlock(furtherPlace(this.#place, this.#further.length), segments))
  }

  /** The blocks, the one that was asked for first. */
  end(about: Omit<AboutSettled, 'further'>, segments: readonly Segment[]): Block[] {
    const whole: AboutSettled = { ...about, further: this.#further.length }
    return [storeBlock(this.#place, [aboutSegment(whole), ...segments]), ...this.#further]
  }
}
