// Bands find candidates, and each is verified. The documents of large buckets are searched exactly, as in every engine
// (docs/decisions/oversized-groups.md).

import { MAX_BUCKET_PAIRS } from '../../band/bucket-limit.js'
import { visitBuckets } from '../../band/buckets.js'
import { isFirstSharedBand, nonEmpty } from '../../band/candidates.js'
import { type BandKeys, bandKeys } from '../../band/keys.js'
import { joinRange } from '../../join/fast/join-range.js'
import { prepareJoin } from '../../join/fast/prepare-join.js'
import { ScalarProber } from '../../join/fast/prober.js'
import { PairBuilder } from '../../model/pair.js'
import { keptComparison, type Plan, similarityIn } from '../../model/plan.js'
import { collectSortedSets, type SetCollection, setAt } from '../../model/set-collection.js'
import { sketchCollection, sketcherOf } from '../../sketch/sketch.js'
import { verifyCandidates } from '../../verify/verify.js'
import { connectAcross, connectGroups } from '../oversized/connect-groups.js'
import { countBefore, pairsOf } from '../oversized/large-buckets.js'
import { NONE_OVERSIZED, type Oversized } from '../oversized/oversized-documents.js'
import { findOversized } from './find-oversized.js'
import { addPairs, type Matched, PROBES } from './matched.js'

type BandPlan = Extract<Plan, { readonly method: 'bands' }>

/** The number of candidates that are verified at a time. */
const BATCH = 65_536

/** The buckets of a collection. */
class Buckets {
  readonly keys: BandKeys
  readonly #members: Uint32Array
  readonly #boundary: number | undefined

  constructor(collection: SetCollection, plan: BandPlan, boundary: number | undefined) {
    const signatures = sketchCollection(collection, sketcherOf(plan.scheme))
    this.keys = bandKeys(signatures, plan)
    this.#members = nonEmpty(signatures)
    this.#boundary = boundary
  }

  /** Calls back with the members of each bucket, ascending, and how many of them are of the first side: all if there is only one. */
  visit(use: (members: Uint32Array, own: number, band: number) => void): void {
    for (let band = 0; band < this.keys.bands; band++) {
      visitBuckets(band, this.keys, this.#members, (order, start, end) => {
        const members = order.subarray(start, end)
        use(
          members,
          this.#boundary === undefined ? members.length : countBefore(members, this.#boundary),
          band,
        )
      })
    }
  }

  pairs(members: number, own: number): number {
    return pairsOf(own, this.#boundary === undefined ? undefined : members - own)
  }

  /** The members of each large bucket. */
  large(): Uint32Array[] {
    const all = this.#members.length
    const own = this.#boundary === undefined ? all : countBefore(this.#members, this.#boundary)
    const large: Uint32Array[] = []
    if (this.pairs(all, own) <= MAX_BUCKET_PAIRS) return large
    this.visit((members, ownMembers) => {
      if (this.pairs(members.length, ownMembers) > MAX_BUCKET_PAIRS) large.push(members.slice())
    })
    return large
  }
}

/**
 * Finds the pairs that share a bucket, and all similar pairs of two documents in large buckets.
 *
 * @param copiesOf the number of identical documents that each set represents
 * @param boundary only pairs of a set before this position and one from it on; default: all pairs
 */
export function matchBands(
  collection: SetCollection,
  plan: BandPlan,
  copiesOf: (set: number) => number,
  boundary: number | undefined,
): Matched {
  const buckets = new Buckets(collection, plan, boundary)
  const large = buckets.large()
  const isLarge = new Uint8Array(large.length === 0 ? 0 : collection.count)
  for (const members of large) for (const member of members) isLarge[member] = 1
  const oversized =
    large.length === 0 ? NONE_OVERSIZED : findOversized(collection, plan, large, copiesOf, boundary)
  const found = new VerifiedPairs(collection, plan)
  visitOrdinary(buckets, isLarge, boundary, (a, b) => found.compare(a, b))
  visitConnections(buckets, oversized, boundary, (a, b) => found.compare(a, b))
  const candidates = found.end()
  const joined = joinLarge(collection, plan, isLarge, oversized, boundary, found.pairs)
  return { candidates: candidates + joined, pairs: found.pairs, exactly: isLarge, oversized }
}

/** Verifies candidates, some at a time. */
class VerifiedPairs {
  readonly pairs = new PairBuilder()
  readonly #collection: SetCollection
  readonly #options: Parameters<typeof verifyCandidates>[2]
  #batch = new PairBuilder()
  #compared = 0

  constructor(collection: SetCollection, plan: BandPlan) {
    this.#collection = collection
    this.#options = { threshold: plan.threshold, measure: similarityIn(plan) }
  }

  compare(a: number, b: number): void {
    this.#batch.add(a, b)
    if (this.#batch.count === BATCH) this.end()
  }

  /** Returns the number of pairs that were compared. */
  end(): number {
    addPairs(this.pairs, verifyCandidates(this.#collection, this.#batch.candidates(), this.#options))
    this.#compared += this.#batch.count
    this.#batch = new PairBuilder()
    return this.#compared
  }
}

/** The pairs that share a bucket, except those of two documents in large buckets, each once. */
function visitOrdinary(
  buckets: Buckets,
  isLarge: Uint8Array,
  boundary: number | undefined,
  take: (a: number, b: number) => void,
): void {
  buckets.visit((members, own, band) => {
    if (buckets.pairs(members.length, own) > MAX_BUCKET_PAIRS) return
    for (let i = 0; i < own; i++) {
      const one = members[i]!
      for (let j = boundary === undefined ? i + 1 : own; j < members.length; j++) {
        const other = members[j]!
        if (isLarge[one] === 1 && isLarge[other] === 1) continue
        if (isFirstSharedBand(buckets.keys, one, other, band)) take(one, other)
      }
    }
  })
}

/** The pairs of oversized documents that may connect them, each once. Pairs with other documents are found by the join. */
function visitConnections(
  buckets: Buckets,
  { groupOf, links }: Oversized,
  boundary: number | undefined,
  take: (a: number, b: number) => void,
): void {
  if (groupOf.length === 0) return
  const seen = new Set<number>()
  const add = (one: number, other: number) => {
    const [a, b] = one < other ? [one, other] : [other, one]
    const key = a * groupOf.length + b
    if (groupOf[a] === 0 || groupOf[b] === 0 || seen.has(key)) return
    seen.add(key)
    take(a, b)
  }
  for (let i = 0; i < links.length; i += 2) add(links[i]!, links[i + 1]!)
  buckets.visit((members, own) => {
    if (boundary === undefined) connectGroups(members, groupOf, { add })
    else connectAcross(members, own, groupOf, { add })
  })
}

/** Searches the documents of large buckets exactly, except for pairs of two oversized ones. Returns the number of pairs found. */
function joinLarge(
  collection: SetCollection,
  plan: BandPlan,
  isLarge: Uint8Array,
  { groupOf }: Oversized,
  boundary: number | undefined,
  pairs: PairBuilder,
): number {
  const end = boundary ?? collection.count
  const choose = (from: number, to: number, isWanted: (set: number) => boolean) =>
    Array.from({ length: to - from }, (_, i) => from + i).filter((set) => isLarge[set] === 1 && isWanted(set))
  const isOversized = (set: number) => groupOf.length > 0 && groupOf[set] !== 0
  const isOrdinary = (set: number) => !isOversized(set)
  if (isLarge.length === 0) return 0
  const [ordinary, oversized] = [choose(0, end, isOrdinary), choose(0, end, isOversized)]
  const join = (left: readonly number[], right?: readonly number[]) =>
    joinSets(collection, plan, left, right, pairs)
  if (boundary === undefined) return join(ordinary) + join(ordinary, oversized)
  const others = (isWanted: (set: number) => boolean) => choose(boundary, collection.count, isWanted)
  return (
    join(
      ordinary,
      others(() => true),
    ) + join(oversized, others(isOrdinary))
  )
}

/** Adds the similar pairs of some sets, or of some and others. Returns how many are similar enough to be kept. */
function joinSets(
  collection: SetCollection,
  plan: BandPlan,
  left: readonly number[],
  right: readonly number[] | undefined,
  pairs: PairBuilder,
): number {
  if (left.length === 0 || right?.length === 0) return 0
  const setsOf = (sets: readonly number[]) => collectSortedSets(sets.map((set) => setAt(collection, set)))
  const { similarity, threshold } = keptComparison(plan)
  const join = prepareJoin(setsOf(left), right && setsOf(right), similarity, threshold)
  const prober = new ScalarProber(join)
  let found = 0
  for (let from = 0; from < join.probes.count; from += PROBES) {
    const batch = joinRange(join, prober, from, Math.min(join.probes.count, from + PROBES))
    const matched = new PairBuilder()
    for (let i = 0; i < batch.count; i++) {
      const [one, other] = [left[batch.a[i]!]!, (right ?? left)[batch.b[i]!]!]
      if (batch.similarity[i]! >= plan.threshold)
        matched.add(Math.min(one, other), Math.max(one, other), batch.similarity[i]!)
    }
    addPairs(pairs, matched.pairs())
    found += batch.count
  }
  return found
}
