import type { Block } from '../blocks/block.js'
import type { CopiesTask, VerifyTask } from '../tasks.js'
import { PairRuns } from './pair-runs.js'
import { ResolvedBlocks, resolvePairs } from './resolve.js'
import { candidatesOf, TileSets, verify } from './verify-tile.js'

/** Compares the candidates inside a group, or between two, and, where the group is whole, makes clusters of them. */
export function runVerifyTask(task: VerifyTask): Block[] {
  const sets = new TileSets(task.sets, task.tile)
  if (!task.isWhole) return storeVerified(task, sets)
  const [candidates] = candidatesOf(task, sets)
  const verified = verify(candidates!, sets, task.keepFrom)
  const similarity = (x: number, y: number) => sets.similarity(x, y)
  return resolvePairs(sets.documents, () => [verified], { ...task, similarity }, task, candidates!.length / 2)
}

/** Makes clusters of the copies of documents that have no candidates. */
export function runCopiesTask(task: CopiesTask): Block[] {
  const firsts = task.copies.firsts.subarray(task.from, task.to)
  const documents = firsts.filter((first) => task.groupOf[first] === 0)
  // Every cluster is one document and its copies.
  return resolvePairs(documents, () => [], { ...task, similarity: () => 1 }, task, 0)
}

/** Verified pairs of a tile that is not whole, in sorted runs. */
function storeVerified(task: VerifyTask, sets: TileSets): Block[] {
  const target = new ResolvedBlocks(task.place)
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
  return target.end({ candidates: compared, pairs: runs.count, omitted: 0, betweenOversized: 0 }, runs.take())
}
