// Union by smallest index with path halving: a root is the smallest member of its tree, and every parent comes before its child, so the
// finished forest can be flattened in one ascending pass. Rejected alternative: union by size, which has the better worst case (log*
// instead of log) but needs a second array and a second pass to find the smallest member.

import { countUp } from '../model/count-up.js'

/** A forest in which each of `count` positions is a tree by itself. */
export function makeForest(count: number): Uint32Array {
  return countUp(count)
}

/** The smallest member of the tree of `position`; shortens the path to it. */
export function findRoot(parents: Uint32Array, position: number): number {
  while (parents[position] !== position) {
    const grandparent = parents[parents[position]!]!
    parents[position] = grandparent
    position = grandparent
  }
  return position
}

/** Merges the trees of two positions. */
export function unite(parents: Uint32Array, a: number, b: number): void {
  const rootA = findRoot(parents, a)
  const rootB = findRoot(parents, b)
  if (rootA < rootB) parents[rootB] = rootA
  else parents[rootA] = rootB
}
