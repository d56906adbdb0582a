import { checkWhole } from '../model/check.js'
import type { PairBatch } from '../model/pair.js'
import { type Adjacency, makeAdjacency } from './adjacency.js'
import { checkVerified, MAX_DOCUMENTS } from './check-pairs.js'
import { findRoot, makeForest, unite } from './union-find.js'

/** One step of a chain: a verified pair, walked from `a` to `b`. */
export interface Link {
  readonly a: number
  readonly b: number
  /** The exact similarity of the pair, in [0, 1]. */
  readonly similarity: number
}

const FAR = 0xffffffff

/**
 * Shows why two documents are in the same cluster: returns the chain of verified pairs between them whose weakest link is strongest; among
 * these the shortest; among these the one with the lowest positions, compared link by link from the end that comes first in the input. So
 * the chain from b to a is the chain from a to b in reverse.
 *
 * Takes O(p log p) for p pairs, so pass only the pairs of one cluster if you have them.
 *
 * @param from position at which the first link starts
 * @param to position at which the last link ends
 * @returns the links in walking order; none when `from` is `to`; `undefined` if the two are not connected
 * @example chainBetween(pairs, 0, 2) // [{ a: 0, b: 1, similarity: 0.9 }, { a: 1, b: 2, similarity: 0.8 }]
 */
export function chainBetween(pairs: PairBatch, from: number, to: number): Link[] | undefined {
  checkWhole('from', from, 0, MAX_DOCUMENTS - 1)
  checkWhole('to', to, 0, MAX_DOCUMENTS - 1)
  checkVerified(pairs)
  if (from === to) return []
  const [first, last] = from < to ? [from, to] : [to, from]
  const count = largestPosition(pairs) + 1
  if (last >= count) return undefined
  const strong = strongestPairs(pairs, count, first, last)
  if (strong === undefined) return undefined
  const chain = shortestChain(strong, count, first, last)
  return from === first ? chain : chain.reverse().map(({ a, b, similarity }) => ({ a: b, b: a, similarity }))
}

/**
 * The pairs at least as similar as the weakest link of the best chain: added by descending similarity until the two documents are
 * connected.
 */
function strongestPairs(pairs: PairBatch, count: number, first: number, last: number): PairBatch | undefined {
  const { a, b, similarity } = pairs
  const order = makeForest(pairs.count).sort((i, j) => similarity[j]! - similarity[i]!)
  const parents = makeForest(count)
  let end = 0
  while (findRoot(parents, first) !== findRoot(parents, last)) {
    if (end === order.length) return undefined
    unite(parents, a[order[end]!]!, b[order[end]!]!)
    end++
  }
  const weakest = similarity[order[end - 1]!]!
  while (end < order.length && similarity[order[end]!] === weakest) end++
  const kept = order.subarray(0, end)
  return {
    count: end,
    a: kept.map((i) => a[i]!),
    b: kept.map((i) => b[i]!),
    similarity: Float64Array.from(kept, (i) => similarity[i]!),
  }
}

function shortestChain(pairs: PairBatch, count: number, first: number, last: number): Link[] {
  const adjacency = makeAdjacency(count, pairs)
  const steps = stepsTo(last, adjacency, count)
  const chain: Link[] = []
  for (let here = first; here !== last; here = chain.at(-1)!.b) {
    let next = FAR
    let pair = 0
    for (let i = adjacency.offsets[here]!; i < adjacency.offsets[here + 1]!; i++) {
      const neighbor = adjacency.neighbors[i]!
      if (steps[neighbor] === steps[here]! - 1 && neighbor < next) {
        next = neighbor
        pair = adjacency.pairs[i]!
      }
    }
    chain.push({ a: here, b: next, similarity: pairs.similarity[pair]! })
  }
  return chain
}

/** For each position, the smallest number of links to `goal`, by breadth-first search. */
function stepsTo(goal: number, adjacency: Adjacency, count: number): Uint32Array {
  const steps = new Uint32Array(count).fill(FAR)
  steps[goal] = 0
  const queue = [goal]
  for (const here of queue) {
    for (let i = adjacency.offsets[here]!; i < adjacency.offsets[here + 1]!; i++) {
      const neighbor = adjacency.neighbors[i]!
      if (steps[neighbor] !== FAR) continue
      steps[neighbor] = steps[here]! + 1
      queue.push(neighbor)
    }
  }
  return steps
}

function largestPosition(pairs: PairBatch): number {
  let largest = -1
  for (let i = 0; i < pairs.count; i++) largest = Math.max(largest, pairs.a[i]!, pairs.b[i]!)
  return largest
}
