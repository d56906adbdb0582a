import { joinRange } from '../../join/fast/join-range.js'
import { prepareJoin } from '../../join/fast/prepare-join.js'
import { ScalarProber } from '../../join/fast/prober.js'
import type { Comparison } from '../../model/match-bounds.js'
import { PairBuilder } from '../../model/pair.js'
import { collectSortedSets, type SetCollection, setAt } from '../../model/set-collection.js'
import { isSymmetric } from '../../model/similarity.js'
import type { Oversized } from '../oversized/oversized-documents.js'
import { addPairs, PROBES } from './matched.js'

/** What is searched exactly. */
export interface ExactSearch {
  readonly collection: SetCollection
  /** Pairs that reach this threshold are searched for. */
  readonly comparison: Comparison
  /** Only pairs of a set before this position and one from it on; undefined: all pairs. */
  readonly boundary: number | undefined
  /** Pairs of two oversized sets are not searched for. */
  readonly oversized: Oversized
  /** Nonzero for each set that is searched; default: all. */
  readonly isWanted?: Uint8Array
}

/** The numbers of pairs that were found and compared. */
export interface Joined {
  readonly found: number
  readonly compared: number
}

/**
 * Finds the similar pairs.
 *
 * @param threshold that of the pairs that are added; it may be above that of the search
 */
export function joinExactly(search: ExactSearch, threshold: number, pairs: PairBuilder): Joined {
  const { collection, boundary, isWanted, oversized } = search
  const { groupOf } = oversized
  const isOversized = (set: number) => groupOf.length > 0 && groupOf[set] !== 0
  const choose = (from: number, to: number, isChosen: (set: number) => boolean) =>
    Array.from({ length: to - from }, (_, i) => from + i).filter(
      (set) => (isWanted === undefined || isWanted[set] === 1) && isChosen(set),
    )
  const end = boundary ?? collection.count
  const isOrdinary = (set: number) => !isOversized(set)
  const [ordinary, large] = [choose(0, end, isOrdinary), choose(0, end, isOversized)]
  const others = (isChosen: (set: number) => boolean) => choose(end, collection.count, isChosen)
  const joins =
    boundary === undefined
      ? [[ordinary], [ordinary, large]]
      : [
          [ordinary, others(() => true)],
          [large, others(isOrdinary)],
        ]
  let [found, compared] = [0, 0]
  for (const [left, right] of joins) {
    const joined = joinSets(search, left!, right, threshold, pairs)
    found += joined.found
    compared += joined.compared
  }
  return { found, compared }
}

/** Probes are searched in small ranges, so that too many pairs are noticed in time. */
function joinSets(
  { collection, comparison }: ExactSearch,
  left: readonly number[],
  right: readonly number[] | undefined,
  threshold: number,
  pairs: PairBuilder,
): Joined {
  if (left.length === 0 || right?.length === 0) return { found: 0, compared: 0 }
  const setsOf = (sets: readonly number[]) =>
    sets.length === collection.count
      ? collection
      : collectSortedSets(sets.map((set) => setAt(collection, set)))
  const join = prepareJoin(setsOf(left), right && setsOf(right), comparison.similarity, comparison.threshold)
  const prober = new ScalarProber(join)
  let found = 0
  for (let from = 0; from < join.probes.count; from += PROBES) {
    const batch = joinRange(join, prober, from, Math.min(join.probes.count, from + PROBES))
    const matched = new PairBuilder()
    for (let i = 0; i < batch.count; i++) {
      if (batch.similarity[i]! < threshold) continue
      const [one, other] = [left[batch.a[i]!]!, (right ?? left)[batch.b[i]!]!]
      const isInOrder = one < other || !isSymmetric(comparison.similarity)
      matched.add(isInOrder ? one : other, isInOrder ? other : one, batch.similarity[i]!)
    }
    addPairs(pairs, matched.pairs())
    found += batch.count
  }
  return { found, compared: prober.compared }
}
