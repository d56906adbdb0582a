import { FOUND_WORDS, WasmTile } from '../../../kernel/wasm-tile.js'
import { countBelow } from '../../../model/count-below.js'
import type { Comparison } from '../../../model/match-bounds.js'
import { isSymmetric } from '../../../model/similarity.js'
import type { Blocks } from '../../ports.js'
import { EVERY_PAIR_UP_TO } from '../../request.js'
import type { Block } from '../blocks/block.js'
import type { CopiesTask, VerifyTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { PairRuns } from './pair-runs.js'
import { ResolvedBlocks, resolvePairs } from './resolve.js'
import { compareCandidates } from './tile-candidates.js'
import { overlapBound, TileSets, verify } from './verify-tile.js'

/** Compares the candidates within a group, or between two, and clusters the pairs if the group is whole. */
export function runVerifyTask(task: VerifyTask, thread: Thread): Block[] {
  const { store } = thread
  const memory = thread.keep('tile', 0, () => new WasmTile())
  const sets = new TileSets(memory, store, task.sets, task.tile)
  const comparison = { similarity: task.similarity, threshold: task.keepFrom }
  const found = compareCandidates(task, memory, overlapBound(comparison), store)
  const own = ownOf(task, sets)
  if (!task.isWhole) return storeVerified(task, sets, comparison, own, found, store)
  const verified = verify(found.next().value!, sets, comparison, own)
  const compare = (x: number, y: number) => sets.similarity(task.similarity, x, y)
  const components = (copies: Uint32Array) =>
    memory.cluster(verified, {
      copies,
      threshold: task.threshold,
      similarity: compare,
      everyPairUpTo: EVERY_PAIR_UP_TO,
      isDirected: !isSymmetric(task.similarity),
    })
  const options = { ...task, compare, components }
  return resolvePairs(store, sets.documents, () => [verified], options, task, memory.compared)
}

/** Makes clusters of the copies of documents that have no candidates. */
export function runCopiesTask(task: CopiesTask, { store }: Thread): Block[] {
  const firsts = task.copies.firsts.subarray(task.from, task.to)
  const documents = firsts.filter((first) => task.groupOf[first] === 0)
  // Every cluster consists of one document and its copies.
  return resolvePairs(store, documents, () => [], { ...task, compare: () => 1 }, task, 0)
}

/** The number of documents of the tile that may be the first of a pair. */
function ownOf({ boundary }: VerifyTask, { documents }: TileSets): number {
  return boundary === undefined ? documents.length : countBelow(documents, boundary)
}

/** Words of found pairs that are verified at a time. */
const VERIFIED_WORDS = FOUND_WORDS * 2 ** 16

/** Divides pieces into smaller ones. */
function* divide(pieces: Iterable<Uint32Array>): Generator<Uint32Array, void> {
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += VERIFIED_WORDS)
      yield piece.subarray(from, from + VERIFIED_WORDS)
}

/** Stores the verified pairs of a tile that is not whole, in sorted runs. */
function storeVerified(
  { location }: VerifyTask,
  sets: TileSets,
  comparison: Comparison,
  own: number,
  pieces: Iterable<Uint32Array>,
  store: Blocks,
): Block[] {
  const { documents, memory } = sets
  const target = new ResolvedBlocks(store, location)
  const runs = new PairRuns()
  for (const piece of divide(pieces)) {
    const { count, a, b, similarity } = verify(piece, sets, comparison, own)
    for (let i = 0; i < count; i++) {
      runs.add(documents[a[i]!]!, documents[b[i]!]!, similarity[i]!)
      if (runs.isLarge) target.addContinuation(runs.take())
    }
  }
  // Which of them reach the threshold is counted with those of the other tiles.
  const metadata = {
    compared: memory.compared,
    similar: 0,
    pairs: runs.count,
    omitted: 0,
    betweenOversized: 0,
  }
  return target.end(metadata, runs.take())
}
