import { PairOverlaps } from '../../../kernel/wasm-pair-overlaps.js'
import { countBelow } from '../../../model/count-below.js'
import type { Comparison } from '../../../model/match-bounds.js'
import type { Block } from '../blocks/block.js'
import type { CopiesTask, VerifyTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { PairRuns } from './pair-runs.js'
import { ResolvedBlocks, resolvePairs } from './resolve.js'
import { candidatesOf } from './tile-candidates.js'
import { TileSets, verify } from './verify-tile.js'

/** Compares the candidates within a group, or between two, and clusters the pairs if the group is whole. */
export function runVerifyTask(task: VerifyTask, thread: Thread): Block[] {
  const sets = new TileSets(thread, task.sets, task.tile)
  if (!task.isWhole) return storeVerified(task, sets, thread)
  const [candidates] = candidatesOf(task, sets, thread)
  const verified = verify(candidates!, sets, comparisonOf(task), overlapsOf(thread), ownOf(task, sets))
  const compare = (x: number, y: number) => sets.similarity(task.similarity, x, y)
  const options = { ...task, compare }
  return resolvePairs(thread.store, sets.documents, () => [verified], options, task, candidates!.length / 2)
}

/** Makes clusters of the copies of documents that have no candidates. */
export function runCopiesTask(task: CopiesTask, { store }: Thread): Block[] {
  const firsts = task.copies.firsts.subarray(task.from, task.to)
  const documents = firsts.filter((first) => task.groupOf[first] === 0)
  // Every cluster consists of one document and its copies.
  return resolvePairs(store, documents, () => [], { ...task, compare: () => 1 }, task, 0)
}

function overlapsOf(thread: Thread): PairOverlaps {
  return thread.keep('overlaps', 0, () => new PairOverlaps())
}

/** The number of documents of the tile that may be the first of a pair. */
function ownOf({ boundary }: VerifyTask, { documents }: TileSets): number {
  return boundary === undefined ? documents.length : countBelow(documents, boundary)
}

function comparisonOf({ similarity, keepFrom }: VerifyTask): Comparison {
  return { similarity, threshold: keepFrom }
}

/** Stores the verified pairs of a tile that is not whole, in sorted runs. */
function storeVerified(task: VerifyTask, sets: TileSets, thread: Thread): Block[] {
  const target = new ResolvedBlocks(thread.store, task.location)
  const overlaps = overlapsOf(thread)
  const runs = new PairRuns()
  let compared = 0
  for (const candidates of candidatesOf(task, sets, thread)) {
    compared += candidates.length / 2
    const { count, a, b, similarity } = verify(
      candidates,
      sets,
      comparisonOf(task),
      overlaps,
      ownOf(task, sets),
    )
    for (let i = 0; i < count; i++) {
      runs.add(sets.documents[a[i]!]!, sets.documents[b[i]!]!, similarity[i]!)
      if (runs.isLarge) target.addContinuation(runs.take())
    }
  }
  // Which of them reach the threshold is counted with those of the other tiles.
  const metadata = { compared, similar: 0, pairs: runs.count, omitted: 0, betweenOversized: 0 }
  return target.end(metadata, runs.take())
}
