import { joinRange } from '../../join/fast/join-range.js'
import { prepareJoin } from '../../join/fast/prepare-join.js'
import { ScalarProber } from '../../join/fast/prober.js'
import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { collectSortedSets, largestSize, type SetCollection, setAt } from '../../model/set-collection.js'
import { narrowThreshold } from '../../text/wide-shingles.js'
import { NONE_OVERSIZED } from '../oversized/oversized-documents.js'
import { matchBands } from './match-bands.js'
import { addPairs, type Matched, PROBES } from './matched.js'

/** The pairs of a collection that reach the threshold and that the plan finds, and the number of comparisons. */
export interface MatchedPairs extends Omit<Matched, 'pairs'> {
  /** Ordered by a, then b. */
  readonly pairs: PairBatch
}

/**
 * Finds the pairs as planned; every one is verified, except that pairs of long documents may be slightly below the threshold, because
 * their true similarity may reach it (`TrueSimilarity`).
 *
 * @param copiesOf the number of identical documents that each set represents; default: 1
 * @param boundary only pairs of a set before this position and one from it on, where a is contained in b if the similarity has a direction;
 * default: all pairs
 */
export function matchSets(
  collection: SetCollection,
  plan: Plan,
  copiesOf: (set: number) => number = () => 1,
  boundary?: number,
): MatchedPairs {
  const loose = { ...plan, threshold: narrowThreshold(plan.threshold, largestSize(collection)) }
  const matched =
    loose.method === 'exact'
      ? joinExactly(collection, loose, boundary)
      : matchBands(collection, loose, copiesOf, boundary)
  return { ...matched, pairs: sortPairs(matched.pairs.pairs()) }
}

/** A join finds each pair with its similarity. Probes are searched in small ranges, so that too many pairs are noticed in time. */
function joinExactly(collection: SetCollection, plan: Plan, boundary: number | undefined): Matched {
  const [left, right] =
    boundary === undefined
      ? [collection]
      : [setsBetween(collection, 0, boundary), setsBetween(collection, boundary, collection.count)]
  const join = prepareJoin(left!, right, similarityIn(plan), plan.threshold)
  const prober = new ScalarProber(join)
  const pairs = new PairBuilder()
  for (let from = 0; from < join.probes.count; from += PROBES) {
    const found = joinRange(join, prober, from, Math.min(join.probes.count, from + PROBES))
    addPairs(pairs, boundary === undefined ? found : { ...found, b: found.b.map((set) => set + boundary) })
  }
  return { candidates: prober.compared, pairs, exactly: new Uint8Array(0), oversized: NONE_OVERSIZED }
}

/** The sets of a range of a collection. */
export function setsBetween(collection: SetCollection, from: number, to: number): SetCollection {
  return collectSortedSets(Array.from({ length: to - from }, (_, i) => setAt(collection, from + i)))
}
