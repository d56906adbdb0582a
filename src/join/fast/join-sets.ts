import { checkNames } from '../../model/check.js'
import { type PairBatch, sortPairs } from '../../model/pair.js'
import type { SetCollection } from '../../model/set-collection.js'
import { checkSimilarity, type Similarity } from '../../model/similarity.js'
import { joinRange, visitRange } from './join-range.js'
import { type PreparedJoin, prepareJoin } from './prepare-join.js'
import { ScalarProber } from './prober.js'

/** The options of a join of sets. */
export interface JoinSetsOptions {
  /** The minimum similarity of a pair, inclusive: in (0, 1]; for `overlap`, an integer of at least 1. */
  readonly threshold: number
  /** Default `jaccard`. */
  readonly similarity?: Similarity
}

/**
 * All pairs of sets that reach the threshold, exactly, each once, sorted by (a, b): of one collection, or of a set `a` of
 * `left` and a set `b` of `right`. In one collection a < b, except for containment, which is directed: a is contained in b.
 * Empty sets match nothing. A bag is a set of (element, copy number), see `bagElement`.
 *
 * @example joinSets(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // (0, 1), 2/3
 */
export function joinSets(left: SetCollection, options: JoinSetsOptions): PairBatch
export function joinSets(left: SetCollection, right: SetCollection, options: JoinSetsOptions): PairBatch
export function joinSets(...args: JoinArguments): PairBatch {
  const join = prepare(args)
  return sortPairs(joinRange(join, new ScalarProber(join), 0, join.probes.count))
}

/**
 * Returns how many pairs `joinSets` would return, without creating them.
 *
 * @example countPairs(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // 1
 */
export function countPairs(left: SetCollection, options: JoinSetsOptions): number
export function countPairs(left: SetCollection, right: SetCollection, options: JoinSetsOptions): number
export function countPairs(...args: JoinArguments): number {
  const join = prepare(args)
  return visitRange(join, new ScalarProber(join), 0, join.probes.count)
}

type JoinArguments =
  | [left: SetCollection, options: JoinSetsOptions]
  | [left: SetCollection, right: SetCollection, options: JoinSetsOptions]

function prepare(args: JoinArguments): PreparedJoin {
  const [left, right, options] = args.length === 2 ? [args[0], undefined, args[1]] : args
  const { threshold, similarity } = checkJoinSets(options)
  return prepareJoin(left, right, similarity, threshold)
}

/** The options with their defaults, or an `InvalidOption`. */
export function checkJoinSets(options: JoinSetsOptions): Required<JoinSetsOptions> {
  checkNames(options, ['threshold', 'similarity'])
  const { threshold, similarity = 'jaccard' } = options
  checkSimilarity(similarity, threshold)
  return { threshold, similarity }
}
