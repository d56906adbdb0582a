import { visitCandidates } from '../../band/candidates.js'
import { visitCandidatesThroughIndex } from '../../join/many-many.js'
import { applyOrder, orderByFrequency } from '../../join/order.js'
import { PositionIndex } from '../../join/position.js'
import { TooLarge } from '../../model/errors.js'
import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import type { Plan } from '../../model/plan.js'
import type { SetCollection } from '../../model/set-collection.js'
import { sketchCollection, sketcherOf } from '../../sketch/sketch.js'
import { verifyCandidates } from '../../verify/verify.js'

/** Pairs are kept in memory; more than this many belong to an engine that writes them. */
export const MOST_PAIRS = 2 ** 24

const BATCH = 65_536

/** The pairs of a collection that reach the threshold, as the plan finds them, and how many were compared. */
export interface MatchedPairs {
  readonly candidates: number
  /** In the order of a, then b. */
  readonly pairs: PairBatch
}

/** Finds candidates as the plan says, and verifies each. */
export function matchSets(collection: SetCollection, plan: Plan): MatchedPairs {
  const pairs = new PairBuilder()
  let candidates = 0
  let batch = new PairBuilder()
  const verifyBatch = () => {
    const verified = verifyCandidates(collection, batch.candidates(), plan)
    checkPairCount(pairs.count + verified.count, 'raise the threshold, or give fewer documents at once')
    for (let i = 0; i < verified.count; i++)
      pairs.add(verified.a[i]!, verified.b[i]!, verified.similarity[i]!)
    candidates += batch.count
    batch = new PairBuilder()
  }
  visitPlanned(collection, plan, (a, b) => {
    batch.add(a, b)
    if (batch.count === BATCH) verifyBatch()
  })
  verifyBatch()
  return { candidates, pairs: sortPairs(pairs.pairs()) }
}

function visitPlanned(collection: SetCollection, plan: Plan, visit: (a: number, b: number) => void): void {
  if (plan.method === 'bands') {
    visitCandidates(sketchCollection(collection, sketcherOf(plan.scheme)), plan, visit)
  } else {
    const ordered = applyOrder(collection, orderByFrequency(collection))
    visitCandidatesThroughIndex(ordered, new PositionIndex({ threshold: plan.threshold }), visit)
  }
}

export function checkPairCount(count: number, mend: string): void {
  if (count > MOST_PAIRS) throw new TooLarge('pairs in memory', count, MOST_PAIRS, mend)
}
