import type { Candidates, PairBatch } from '../../model/pair.js'
import { UNCHECKED } from './lone-pairs.js'
import { pairKey } from './pair-key.js'
import { bitsOf, type Correction, corrected } from './recalibrate.js'
import type { ScoredCandidates } from './score-candidates.js'

/** From the lower to the upper end, in [0, 1]. */
export type Interval = readonly [low: number, high: number]

/** What the probabilities lead to expect of the pairs chosen. */
export interface Expectations {
  /** The share of true matches among the pairs; undefined for the score by points, and where there is no pair. */
  readonly expectedPrecision: number | undefined
  /** The share of all true matches that is found; matches that share nothing are not counted. */
  readonly expectedRecall: number | undefined
  /** 95 % intervals of the two. */
  readonly precisionInterval: Interval | undefined
  readonly recallInterval: Interval | undefined
  /** Pairs that agree in one field alone, which no other field checks: the interval counts them as wrong at its lower end. */
  readonly uncheckedPairs: number
  /** Pairs that disagree in fields which agree and disagree together, and so may be related instead of the same; likewise. */
  readonly relatedPairs: number
}

/** Where nothing is expected: no pairs, or points. */
export const NO_EXPECTATIONS: Expectations = {
  expectedPrecision: undefined,
  expectedRecall: undefined,
  precisionInterval: undefined,
  recallInterval: undefined,
  uncheckedPairs: 0,
  relatedPairs: 0,
}

/** Beside the kinds of `lonePairs`: pairs that may be related instead of the same. */
const RELATED = 3
/** Pairs of one field may be so many bits surer or less sure, if others check it elsewhere: four times as likely either way. */
const DOUBT = 2
/** What no field shows, such as near relations that nobody tells apart by their records: 1 of 20, as with values (evidence.ts). */
const UNSEEN = 0.05
/** Standard deviations of a 95 % interval. */
const DEVIATIONS = 1.96
/** No pair is surer than this. */
const MAX_BITS = 40

/**
 * The precision and the recall that the probabilities lead to expect, of the pairs that share anything, with 95 % intervals. An
 * interval holds what chance does to a sum of so many probabilities, and what each field makes of them that played no part in
 * turn: where fields contradict each other, it is wide. Pairs that one field alone speaks about cannot be checked, and where
 * nothing checks that field in other pairs either, all of them may be wrong.
 *
 * @param probabilityOf of a pair in clusters; default: that of each candidate
 */
export function expectations(
  chosen: PairBatch,
  found: Candidates,
  scored: ScoredCandidates,
  probabilityOf?: (a: number, b: number) => number,
): Expectations {
  if (chosen.count === 0) return NO_EXPECTATIONS
  const { probabilities, checked, lone, related, isOneToOne } = scored
  const doubts = lone.map((kind, i) => (related.isRelated[i] === 1 ? RELATED : kind))
  const numbers = new Map<number, number>()
  for (let i = 0; i < found.count; i++) numbers.set(pairKey(found.a[i]!, found.b[i]!), i)
  const isChosen = new Uint8Array(found.count)
  const chosenAlone = Uint8Array.from(chosen.a, (a, i) => {
    const number = numbers.get(pairKey(a, chosen.b[i]!))
    if (number === undefined) return 0
    isChosen[number] = 1
    return doubts[number]!
  })
  // What leads to a pair through a third record counts for pairs that were left out as it does for those that were chosen.
  const rest = (
    probabilityOf === undefined
      ? probabilities
      : probabilities.map((own, i) =>
          isChosen[i] === 1 ? own : Math.max(own, probabilityOf(found.a[i]!, found.b[i]!)),
        )
  ).filter((_, i) => isChosen[i] === 0)
  const restAlone = doubts.filter((_, i) => isChosen[i] === 0)
  const own = estimate(chosen.similarity, rest)
  // Where the strengths were corrected already, what single fields make of them is seen from the strengths before.
  const before = isOneToOne ? undefined : checked?.middle
  const views = [checked?.low, checked?.high].flatMap((correction, side) => {
    const shift = side === 0 ? -DOUBT : DOUBT
    const view = (values: Float64Array, alone: Uint8Array) =>
      seenBy(values, alone, { correction, before, shift })
    const [right, missed] = [view(chosen.similarity, chosenAlone), view(rest, restAlone)]
    return [estimate(right, missed), estimate(chosen.similarity, missed), estimate(right, rest)]
  })
  const all = [own, ...views]
  const spanOf = (value: (of: Estimate) => number, deviation: (of: Estimate) => number): Interval => [
    Math.max(0, Math.min(...all.map((of) => value(of) - DEVIATIONS * deviation(of))) - UNSEEN),
    Math.min(1, Math.max(...all.map((of) => value(of) + DEVIATIONS * deviation(of))) + UNSEEN),
  ]
  return {
    expectedPrecision: own.precision,
    expectedRecall: own.recall,
    precisionInterval: spanOf(
      (of) => of.precision,
      (of) => of.precisionDeviation,
    ),
    recallInterval: spanOf(
      (of) => of.recall,
      (of) => of.recallDeviation,
    ),
    uncheckedPairs: countOf(chosenAlone, UNCHECKED),
    relatedPairs: countOf(chosenAlone, RELATED),
  }
}

interface Estimate {
  readonly precision: number
  readonly recall: number
  readonly precisionDeviation: number
  readonly recallDeviation: number
}

/** A sum of independent events has the sum of their variances; one event more is allowed for what is not modelled. */
function estimate(chosen: Float64Array, rest: Float64Array): Estimate {
  const [right, missed] = [sum(chosen), sum(rest)]
  const [spread, spreadOfRest] = [1 + varianceOf(chosen), 1 + varianceOf(rest)]
  const all = Math.max(1, right + missed)
  return {
    precision: right / chosen.length,
    recall: right / all,
    precisionDeviation: Math.sqrt(spread) / chosen.length,
    recallDeviation: Math.sqrt((missed / all) ** 2 * spread + (right / all) ** 2 * spreadOfRest) / all,
  }
}

function seenBy(
  probabilities: Float64Array,
  alone: Uint8Array,
  how: {
    readonly correction: Correction | undefined
    readonly before: Correction | undefined
    readonly shift: number
  },
): Float64Array {
  const { correction, before, shift } = how
  const bits = probabilities.map((probability) =>
    Math.max(-MAX_BITS, Math.min(MAX_BITS, bitsOf(probability))),
  )
  const seen =
    correction === undefined
      ? bits
      : corrected(before === undefined ? bits : uncorrected(bits, before), correction)
  return seen.map((value, i) => {
    const isChecked = correction !== undefined && (alone[i] === 0 || alone[i] === RELATED)
    if ((alone[i] === UNCHECKED || alone[i] === RELATED) && shift < 0) return 0
    return 1 / (1 + 2 ** -(isChecked ? value : bits[i]! + shift))
  })
}

/** The strengths that are corrected to these, by halving. */
function uncorrected(bits: Float64Array, correction: Correction): Float64Array {
  let [low, high] = [bits.map(() => -MAX_BITS), bits.map(() => MAX_BITS)]
  for (let round = 0; round < 40; round++) {
    const middle = low.map((from, i) => (from + high[i]!) / 2)
    const reached = corrected(middle, correction)
    low = low.map((from, i) => (reached[i]! < bits[i]! ? middle[i]! : from))
    high = high.map((to, i) => (reached[i]! < bits[i]! ? to : middle[i]!))
  }
  return high
}

function countOf(kinds: Uint8Array, kind: number): number {
  return kinds.reduce((count, one) => count + Number(one === kind), 0)
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function varianceOf(values: Float64Array): number {
  return values.reduce((total, value) => total + value * (1 - value), 0)
}
