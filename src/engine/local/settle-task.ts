import { jaccardOfSorted } from '../../distance/sorted-sets.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { leastOverlap } from '../../model/threshold.js'
import type { Block } from './blocks/block.js'
import type { Segment } from './blocks/block-layout.js'
import { storeBlock } from './blocks/node-block-file.js'
import { aboutSegment } from './blocks/segments.js'
import { sortCandidates, visitCandidates } from './candidates.js'
import { tagOfTile } from './candidates-by-tile.js'
import { ClusterTable } from './cluster-table.js'
import { expandCopies } from './expand-copies.js'
import { type AboutFurther, furtherPlace } from './further-blocks.js'
import { comparingKernel } from './kernels.js'
import { PairRuns, pairSegments } from './pair-runs.js'
import { visitSets } from './sets-task.js'
import { clusterDocuments, involvedDocuments, pairsFrom, type SettleOptions } from './settle.js'
import { concatenateWords } from './shared.js'
import type { CopiesTask, SettleTarget, SettleTask } from './tasks.js'

/** The tag of the verified pairs of distinct documents, from the least similarity that is kept. */
export const VERIFIED = 1

/** What a settled block says about itself. */
export interface AboutSettled extends AboutFurther {
  /** Pairs that were compared. */
  readonly candidates: number
  /** Pairs in the runs of the block, copies counted. */
  readonly pairs: number
  /** Pairs that are true but not listed. */
  readonly omitted: number
}

/** Compares the candidates inside a group, or between two, and, where the group is whole, makes clusters of them. */
export function runSettleTask(task: SettleTask): Block[] {
  const { one, other } = task.tile
  const sets = new Map<number, Uint32Array>()
  for (const group of new Set([one, other]))
    visitSets(task.sets, group, (position, set) => sets.set(position, set))
  const candidates = candidatesOf(task)
  const verified = verify(candidates, sets, task.keepFrom)
  const compared = candidates.length / 2
  if (!task.isWhole) return [storeVerified(task.place, verified, compared)]
  const similarity = (x: number, y: number) => jaccardOfSorted(sets.get(x)!, sets.get(y)!)
  const documents = Uint32Array.from(sets.keys()).sort()
  return settle(documents, verified, { ...task, similarity }, task, compared)
}

/** Makes clusters of the copies of documents that have no candidates. */
export function runCopiesTask(task: CopiesTask): Block[] {
  const firsts = task.copies.firsts.subarray(task.from, task.to)
  const documents = firsts.filter((first) => task.groupOf[first] === 0)
  // Every cluster is one document and its copies.
  return settle(documents, new PairBuilder().pairs(), { ...task, similarity: () => 1 }, task, 0)
}

/** The candidates of the tile, each once. */
function candidatesOf({ number, candidates, count }: SettleTask): Uint32Array {
  const parts: Uint32Array[] = []
  visitCandidates(candidates, (words) => parts.push(words), tagOfTile(number))
  return sortCandidates(concatenateWords(parts), count)
}

function verify(
  candidates: Uint32Array,
  sets: ReadonlyMap<number, Uint32Array>,
  threshold: number,
): PairBatch {
  const kernel = comparingKernel()
  const pairs = new PairBuilder()
  let kept = -1
  let left = new Uint32Array(0) as Uint32Array
  for (let i = 0; i < candidates.length; i += 2) {
    const [a, b] = [candidates[i]!, candidates[i + 1]!]
    if (a !== kept) {
      kept = a
      left = sets.get(a)!
      kernel.keep(left)
    }
    const right = sets.get(b)!
    const overlap = kernel.overlapAtLeast(right, leastOverlap(left.length, right.length, threshold))
    if (overlap >= 0) pairs.add(a, b, overlap / (left.length + right.length - overlap))
  }
  return pairs.pairs()
}

function storeVerified(place: SettleTask['place'], verified: PairBatch, candidates: number): Block {
  const about: AboutSettled = { candidates, pairs: 0, omitted: 0, further: 0 }
  return storeBlock(place, [aboutSegment(about), ...verifiedSegments(verified)])
}

function verifiedSegments(verified: PairBatch): Segment[] {
  return pairSegments(verified).map((bytes) => ({ tag: VERIFIED, bytes }))
}

/**
 * Makes clusters and the final pairs of verified ones, and stores them: in one block, and those with further runs.
 *
 * @param documents rising; all that may be involved
 * @param verified in the order of a, then b, also below the threshold
 */
export function settle(
  documents: Uint32Array,
  verified: PairBatch,
  options: SettleOptions,
  { place, keepVerified }: SettleTarget,
  candidates: number,
): Block[] {
  const pairs = pairsFrom(verified, options.threshold)
  const involved = involvedDocuments(documents, pairs, options.copies)
  const clusters = ClusterTable.from(clusterDocuments(involved, pairs, options))
  const runs = new PairRuns()
  const further: Block[] = []
  const omitted = expandCopies(involved, pairs, options.copies, (one, other, similarity) => {
    runs.add(one, other, similarity)
    if (runs.isLarge) further.push(storeBlock(furtherPlace(place, further.length), runs.take()))
  })
  const about: AboutSettled = { candidates, pairs: runs.count, omitted, further: further.length }
  const block = storeBlock(place, [
    aboutSegment(about),
    ...(keepVerified ? verifiedSegments(verified) : []),
    ...clusters.segments(),
    ...runs.take(),
  ])
  return [block, ...further]
}
