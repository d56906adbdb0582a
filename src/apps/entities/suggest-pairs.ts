import { checkWhole } from '../../model/check.js'
import { countBelow } from '../../model/count-below.js'
import type { Candidates } from '../../model/pair.js'
import type { MatchLabel } from './labels.js'
import { pairKey } from './pair-key.js'
import { bitsOf } from './recalibrate.js'

/** A pair whose label would help, by positions in the tables. */
export interface SuggestedPair {
  readonly a: number
  readonly b: number
  readonly score: number
}

/**
 * The pairs that are most worth a label, in an order in which the first ones are worth most, however few are labeled.
 *
 * @param split where the second table begins in the list of all records; 0 for one table
 */
export function suggestPairs(
  found: Candidates,
  probabilities: Float64Array,
  labels: readonly MatchLabel[],
  split: number,
  count: number,
): SuggestedPair[] {
  checkWhole('count', count, 1, 2 ** 31)
  const judged = new Set(labels.map(({ a, b }) => pairKey(a, b)))
  const isLabeled = (i: number) => judged.has(pairKey(found.a[i]!, found.b[i]!))
  return pairsWorthLabels(found, probabilities, count, isLabeled).map((i) => ({
    a: found.a[i]!,
    b: found.b[i]! - split,
    score: probabilities[i]!,
  }))
}

/** The maximum number of suggested pairs per record, so that labels cover many records. */
const MAX_PER_RECORD = 2
/** Every other suggestion is spread evenly over log odds of up to this many bits either way. */
const SPREAD_BITS = 12
/** Caps the log odds of a pair, in bits. */
const MAX_BITS = 40
/** Multiples of the golden ratio, modulo 1, are spread evenly, however many are taken. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * The candidates most worth a label. Half of them represent the candidates: they are a sample in which a pair counts for the
 * square root of its probability (compare Sawade, Landwehr and Scheffer, "Active estimation of F-measures", 2010). The least
 * certain pairs alone would represent only themselves, and in some tables they are all of one kind. The other half are spread
 * over the log odds, which shows whether strong pairs are as certain as they seem.
 *
 * @returns numbers of candidates
 */
function pairsWorthLabels(
  { count, a, b }: Candidates,
  probabilities: Float64Array,
  wanted: number,
  isLabeled: (candidate: number) => boolean,
): number[] {
  const odds = probabilities.map((probability) =>
    Math.max(-MAX_BITS, Math.min(MAX_BITS, bitsOf(probability))),
  )
  const order = Array.from({ length: count }, (_, i) => i)
    .filter((i) => !isLabeled(i))
    .sort((i, j) => odds[i]! - odds[j]! || i - j)
  const sorted = Float64Array.from(order, (candidate) => odds[candidate]!)
  let total = 0
  const sums = Float64Array.from(order, (candidate) => {
    total += Math.sqrt(probabilities[candidate]!)
    return total
  })
  const uses = new Map<number, number>()
  const isChosen = new Set<number>()
  const isFree = (candidate: number) =>
    !isChosen.has(candidate) &&
    [a[candidate]!, b[candidate]!].every((record) => (uses.get(record) ?? 0) < MAX_PER_RECORD)
  for (let k = 0; isChosen.size < wanted; k++) {
    const share = ((Math.floor(k / 2) + 0.5) * GOLDEN) % 1
    const from =
      k % 2 === 0 ? countBelow(sums, share * total) : countBelow(sorted, SPREAD_BITS * (2 * share - 1))
    const candidate = nearest(order, from, isFree)
    if (candidate === undefined) break
    for (const record of [a[candidate]!, b[candidate]!]) uses.set(record, (uses.get(record) ?? 0) + 1)
    isChosen.add(candidate)
  }
  return [...isChosen]
}

/** The first free candidate from a position on or, if there is none, the last before it. */
function nearest(
  order: readonly number[],
  from: number,
  isFree: (candidate: number) => boolean,
): number | undefined {
  for (let i = from; i < order.length; i++) if (isFree(order[i]!)) return order[i]
  for (let i = from - 1; i >= 0; i--) if (isFree(order[i]!)) return order[i]
  return undefined
}
