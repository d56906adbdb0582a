import { visitCandidates } from '../../band/candidates.js'
import { joinRange } from '../../join/fast/join-range.js'
import { prepareJoin } from '../../join/fast/prepare-join.js'
import { ScalarProber } from '../../join/fast/prober.js'
import { TooLarge } from '../../model/errors.js'
import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { collectSortedSets, type SetCollection, setAt } from '../../model/set-collection.js'
import { sketchCollection, sketcherOf } from '../../sketch/sketch.js'
import { verifyCandidates } from '../../verify/verify.js'

/** Pairs are kept in memory; for more than this many, use an engine that writes them to files. */
export const MAX_PAIRS = 2 ** 24

/** The number of candidates that are verified at a time. */
const BATCH = 65_536
/** The number of sets that are looked up between two checks of the number of pairs: each finds at most as many pairs as there are sets. */
const PROBES = 64

/** The pairs of a collection that reach the threshold and that the plan finds, and the number of comparisons. */
export interface MatchedPairs {
  readonly candidates: number
  /** Ordered by a, then b. */
  readonly pairs: PairBatch
}

interface Matched {
  readonly candidates: number
  readonly pairs: PairBuilder
}

type BandPlan = Extract<Plan, { method: 'bands' }>

/**
 * Finds the pairs as planned; every one is verified.
 *
 * @param boundary only pairs of a set before this position and one from it on, where a is contained in b if the similarity has a direction;
 * default: all pairs
 */
export function matchSets(collection: SetCollection, plan: Plan, boundary?: number): MatchedPairs {
  const { candidates, pairs } =
    plan.method === 'exact' ? joinExactly(collection, plan, boundary) : matchBands(collection, plan, boundary)
  return { candidates, pairs: sortPairs(pairs.pairs()) }
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
  return { candidates: prober.compared, pairs }
}

/** Bands find candidates, and each is verified. */
function matchBands(collection: SetCollection, plan: BandPlan, boundary: number | undefined): Matched {
  const options = { threshold: plan.threshold, measure: similarityIn(plan) }
  const pairs = new PairBuilder()
  let candidates = 0
  let batch = new PairBuilder()
  const verifyBatch = () => {
    addPairs(pairs, verifyCandidates(collection, batch.candidates(), options))
    candidates += batch.count
    batch = new PairBuilder()
  }
  const take = (a: number, b: number) => {
    batch.add(a, b)
    if (batch.count === BATCH) verifyBatch()
  }
  visitCandidates(sketchCollection(collection, sketcherOf(plan.scheme)), plan, take, boundary)
  verifyBatch()
  return { candidates, pairs }
}

/** The sets of a range of a collection. */
export function setsBetween(collection: SetCollection, from: number, to: number): SetCollection {
  return collectSortedSets(Array.from({ length: to - from }, (_, i) => setAt(collection, from + i)))
}

function addPairs(pairs: PairBuilder, found: PairBatch): void {
  checkPairCount(pairs.count + found.count, 'raise the threshold, or give fewer documents at once')
  pairs.addAll(found, 0, found.count)
}

export function checkPairCount(count: number, hint: string): void {
  if (count > MAX_PAIRS) throw new TooLarge('pairs in memory', count, MAX_PAIRS, hint)
}
