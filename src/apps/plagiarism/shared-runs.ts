import { dropFrequent } from '../../join/drop-frequent.js'
import type { SetJoin } from '../../join/set-join.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { collectSortedSets, type SetCollection, setAt, sizeAt } from '../../model/set-collection.js'

/** Pairs with fewer runs in common are not compared: any two texts share a few. */
const MIN_SHARED = 3

/** Runs that occur in more documents than this do not make candidates. */
const MAX_DOCUMENTS = 1000

/**
 * The pairs of documents that share at least three runs, or all runs of the one that has fewer; in any order.
 *
 * @param runs of each document
 */
export function pairsBySharedRuns(runs: SetCollection, join: SetJoin): PairBatch {
  const followed = dropFrequent(runs, MAX_DOCUMENTS)
  const long = join(followed, { similarity: 'overlap', threshold: MIN_SHARED })
  const few = runsOfShort(runs, followed)
  if (few === undefined) return long
  const pairs = new PairBuilder()
  pairs.addAll(long, 0, long.count)
  const { count, a, b, similarity: shared } = join(few, { similarity: 'overlap', threshold: 1 })
  for (let i = 0; i < count; i++) {
    const fewer = Math.min(sizeAt(runs, a[i]!), sizeAt(runs, b[i]!))
    if (fewer < MIN_SHARED && shared[i]! >= fewer) pairs.add(a[i]!, b[i]!, shared[i]!)
  }
  return pairs.pairs()
}

/** Keeps only the runs of documents with fewer than three runs; undefined if there are no such documents. */
function runsOfShort(runs: SetCollection, followed: SetCollection): SetCollection | undefined {
  const known = new Set<number>()
  for (let i = 0; i < runs.count; i++) {
    if (sizeAt(runs, i) < MIN_SHARED) for (const run of setAt(followed, i)) known.add(run)
  }
  if (known.size === 0) return undefined
  return collectSortedSets(
    Array.from({ length: runs.count }, (_, i) => setAt(followed, i).filter((run) => known.has(run))),
  )
}
