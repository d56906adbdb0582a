// Which documents have more similar documents than the limit for groups? The size of a bucket does not say, because most of its pairs may
// be dissimilar. So hubs are sampled from the large buckets and compared with all their documents, in rounds. The share of the hubs that a
// document is similar to gives an estimate of how many documents it is similar to. If the lower confidence limit of that estimate exceeds
// the limit, the document is oversized: pairs of two oversized documents are not searched for, and each is connected to a hub
// (docs/decisions/oversized-groups.md).

import {
  AFFORDABLE_PAIRS,
  MAX_BUCKET_PAIRS,
  MAX_HUB_ROUNDS,
  MAX_HUBS,
  MIN_HUBS,
} from '../../band/bucket-limit.js'
import { UniformRandom } from '../../hash/uniform-random.js'
import { countBelow } from '../../model/count-below.js'
import { pairsOf } from '../../model/pairs-of.js'
import { sumOf } from '../../model/sum.js'
import type { ComparedWithHubs } from './hub-comparison.js'
import { type Hub, sampleHubs } from './hubs.js'
import type { OversizedDocuments } from './oversized-documents.js'

/** The large buckets of a search. */
interface WeighedBuckets {
  /** The members of each large bucket, ascending. */
  readonly buckets: () => Iterable<Uint32Array>
  /** The approximate number of buckets that a similar pair shares. */
  readonly repeats: number
  /** The first position of the second side, if only pairs across it count. */
  readonly boundary?: number | undefined
  /** How many identical documents the one at a position represents. */
  readonly copiesOf: (position: number) => number
}

/** Hubs to compare with documents. */
export interface HubRound {
  readonly hubs: readonly Hub[]
  /** The number of draws that produced the hubs. */
  readonly draws: number
  /** The positions of the documents to compare with the hubs, as far as their weights are not 0. */
  readonly from: number
  readonly to: number
}

const SEED = 0x4b5
const MAX_WEIGHT = 2 ** 32 - 1

/**
 * Yields the hubs of each round, and takes the results of comparing documents with them. Each engine makes these comparisons in its own
 * way; what follows from them is the same everywhere.
 *
 * @param found collects the oversized documents
 * @param weights for each position, not 0 if its document is compared in this round; filled here
 */
export function* hubRounds(
  large: WeighedBuckets,
  found: OversizedDocuments,
  weights: Uint32Array,
): Generator<HubRound, void, readonly ComparedWithHubs[]> {
  const random = new UniformRandom(SEED)
  let draws = MIN_HUBS
  for (let number = 0; number < MAX_HUB_ROUNDS; number++) {
    const total = weigh(large, found, weights)
    if (total / 2 / large.repeats < AFFORDABLE_PAIRS) return
    const before = found.count
    let undecided = 0
    for (const { sampled, compared } of sidesOf(weights.length, large.boundary)) {
      const { from, to } = sampled
      const inSide = sumOf(weights.subarray(from, to))
      const hubs = sampleHubs(weights, inSide, draws, large.copiesOf, random, sampled)
      const results = yield { hubs, draws, ...compared }
      for (const result of results) {
        undecided += result.undecided
        found.add(result, hubs)
      }
      found.addHubs(hubs)
    }
    if (found.count > before) continue
    // Almost certainly, whatever was not hit by any hub has at most this share of all pairs of buckets.
    const unseen = ((3 / draws) * total) / 2 / large.repeats
    if (draws === MAX_HUBS || Math.max(unseen, undecided ** 2 / 2) < AFFORDABLE_PAIRS) return
    draws *= 2
  }
}

/** Where hubs are sampled, and what is compared with them. With two sides, documents are compared with hubs of the other side. */
function sidesOf(count: number, boundary: number | undefined) {
  const all = { from: 0, to: count }
  if (boundary === undefined) return [{ sampled: all, compared: all }]
  const [own, others] = [
    { from: 0, to: boundary },
    { from: boundary, to: count },
  ]
  return [
    { sampled: own!, compared: others! },
    { sampled: others!, compared: own! },
  ]
}

/** Weights each document by the number of members of its large buckets, not counting oversized documents. Returns the total weight. */
function weigh(
  { buckets, boundary }: WeighedBuckets,
  found: OversizedDocuments,
  weights: Uint32Array,
): number {
  weights.fill(0)
  // Plain loops: near-copies are members of a large bucket in every band.
  for (const members of buckets()) {
    const own = boundary === undefined ? members.length : countBelow(members, boundary)
    const left = countOthers(members, 0, own, found)
    const leftOthers = countOthers(members, own, members.length, found)
    if (pairsOf(left, boundary === undefined ? undefined : leftOthers) <= MAX_BUCKET_PAIRS) continue
    for (let i = 0; i < members.length; i++) {
      const member = members[i]!
      if (found.has(member)) continue
      const partners = boundary !== undefined && i < own ? leftOthers : left
      weights[member] = Math.min(MAX_WEIGHT, weights[member]! + partners)
    }
  }
  return sumOf(weights)
}

/** How many of the members from `from` to before `to` are not oversized. */
function countOthers(members: Uint32Array, from: number, to: number, found: OversizedDocuments): number {
  let count = 0
  for (let i = from; i < to; i++) if (!found.has(members[i]!)) count++
  return count
}
