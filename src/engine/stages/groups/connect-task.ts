import { findSharedRoot, uniteShared } from '../../../cluster/shared-union-find.js'
import { visitCandidates } from '../candidates/candidates.js'
import type { UniteTask, WeighTask } from '../tasks.js'
import { hasBit } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'
import { type AddedWords, visitTied } from './components.js'

/** Words per candidate while it is compared. */
const CANDIDATE_WORDS = 8
/** Represents anything larger, because no group can hold as much. The candidates of one document stay below it. */
const MAX_WEIGHT = 2 ** 32 - 1

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

/** Adds the weight of each connected document of some units to its root, and shortens its path. */
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
