import { findRoot, makeForest, unite } from '../cluster/union-find.js'
import type { Candidates } from '../model/pair.js'

/** Returns a function that says whether two of `count` documents are connected through pairs. Reads all pairs once. */
export function connectionsOf(
  documents: number,
  batches: Iterable<Candidates>,
): (one: number, other: number) => boolean {
  const forest = makeForest(documents)
  for (const { count, a, b } of batches) for (let i = 0; i < count; i++) unite(forest, a[i]!, b[i]!)
  return (one, other) => findRoot(forest, one) === findRoot(forest, other)
}
