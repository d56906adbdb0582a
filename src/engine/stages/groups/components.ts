// Which documents are connected by candidates. All threads work on one forest in shared memory: with many documents, nearly every access
// misses the caches, so a single thread would keep all others waiting.

import { findSharedRoot, uniteShared } from '../../../cluster/shared-union-find.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { cutCandidates, visitCandidates } from '../candidates/candidates.js'
import { tileTasks, unitRanges } from '../memory-budget.js'
import { SKETCH, type Sketched, sliceSketched, visitUnits } from '../read/sketched.js'
import type { RunParts } from '../run-parts.js'
import type { UniteTask, WeighTask } from '../tasks.js'
import { CAN_SHARE, hasBit, sharedBits, sharedWords } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'

/** The connected components of documents. Shared. */
export interface Components {
  /** A forest as in shared-union-find.ts. A root is the first document of its component. */
  readonly parents: Uint32Array
  /** For each root, the words that its component takes while it is compared. */
  readonly weights: Uint32Array
  /** The documents that have candidates, one bit per position. */
  readonly isTied: Uint32Array
}

/** Words that a task added to the weights. */
export interface AddedWords {
  readonly words: number
}

/** Words per candidate while it is compared. */
const CANDIDATE_WORDS = 8
/** Words per document in addition to its set. */
const DOCUMENT_WORDS = 40
/** Represents anything larger, because no group can hold as much. */
const MAX_WEIGHT = 2 ** 32 - 1

/** Connects documents by their candidates. Returns their components, and the weight of all components together. */
export async function connectDocuments(
  { workers, thread, memory }: RunParts,
  sketched: Sketched,
  candidates: readonly Block[],
): Promise<{ readonly components: Components; readonly total: number }> {
  const count = sketched.firsts.at(-1)!
  const components = { parents: sharedWords(count), weights: sharedWords(count), isTied: sharedBits(count) }
  let total = 0
  const add = ({ words }: AddedWords) => {
    total += words
  }
  const united = cutCandidates(thread.store, candidates, tileTasks(memory)).map((part) => ({
    kind: 'unite' as const,
    candidates: part,
    components,
  }))
  const weighed = unitRanges(sketched.firsts, memory).map(([from, to]) => ({
    kind: 'weigh' as const,
    sketched: sliceSketched(sketched, from, to),
    components,
  }))
  if (CAN_SHARE) {
    await workers.run(united, add)
    await workers.run(weighed, add)
  } else {
    for (const task of united) add(runUniteTask(task, thread))
    for (const task of weighed) add(runWeighTask(task, thread))
  }
  return { components, total }
}

/** Connects the documents of some candidates. The weight of each candidate is added to its first document. */
export function runUniteTask({ candidates, components }: UniteTask, { store }: Thread): AddedWords {
  const { parents, weights, isTied } = components
  let count = 0
  visitCandidates(store, candidates, (words) => {
    for (let i = 0; i < words.length; i += 2) {
      const one = words[i]!
      const other = words[i + 1]!
      tie(isTied, one)
      tie(isTied, other)
      Atomics.add(weights, one, CANDIDATE_WORDS)
      uniteShared(parents, one, other)
    }
    count += words.length / 2
  })
  return { words: CANDIDATE_WORDS * count }
}

/** Adds the weights of the connected documents of some units to their roots, and makes these their parents. */
export function runWeighTask({ sketched, components }: WeighTask, { store }: Thread): AddedWords {
  const { parents, weights, isTied } = components
  let total = 0
  visitTied(store, sketched, isTied, (position, words) => {
    const root = findSharedRoot(parents, position)
    total += words
    if (root === position) addWeight(weights, root, words)
    else {
      parents[position] = root + 1
      addWeight(weights, root, words + weights[position]!)
    }
  })
  return { words: total }
}

/** Calls back with each connected document, ascending, and the words that it takes without its candidates. */
export function visitTied(
  store: Blocks,
  sketched: Sketched,
  isTied: Uint32Array,
  visit: (position: number, words: number) => void,
): void {
  visitUnits(store, sketched, SKETCH.sizes, (sizes, first, count) => {
    for (let i = 0; i < count; i++)
      if (hasBit(isTied, first + i)) visit(first + i, wordsOfDocument(sizes[i]!))
  })
}

/** A long document also has a wide set, with two words per element. */
function wordsOfDocument(size: number): number {
  return (size < WIDE_FROM ? size : 3 * size) + DOCUMENT_WORDS
}

function tie(isTied: Uint32Array, position: number): void {
  if (!hasBit(isTied, position)) Atomics.or(isTied, position >>> 5, 1 << (position & 31))
}

function addWeight(weights: Uint32Array, root: number, more: number): void {
  let before = Atomics.load(weights, root)
  while (true) {
    const found = Atomics.compareExchange(weights, root, before, Math.min(MAX_WEIGHT, before + more))
    if (found === before) return
    before = found
  }
}
