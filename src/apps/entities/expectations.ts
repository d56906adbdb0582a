import type { Candidates, PairBatch } from '../../model/pair.js'
import { pairKey } from './pair-key.js'
import { bitsOf, type Correction, corrected, uncorrected } from './recalibrate.js'
import type { ScoredCandidates } from './score-candidates.js'
import { UNCHECKED } from './single-field-pairs.js'

/** Lower and upper bound, in [0, 1]. */
export type Interval = readonly [low: number, high: number]

/** The quality of the chosen pairs that their probabilities predict. */
export interface Expectations {
  /**
   * The expected share of true matches among the pairs; undefined if there are no pairs, or if it cannot be told because the
   * interval is wider than `WIDE`.
   */
  readonly expectedPrecision: number | undefined
  /**
   * The expected share of all true matches that are found; matches whose records have nothing in common are not counted.
   * Undefined as above.
   */
  readonly expectedRecall: number | undefined
  /** 95 % confidence intervals of the two. */
  readonly precisionInterval: Interval | undefined
  readonly recallInterval: Interval | undefined
  /** Pairs in which only one field has a value in both records, so that no other field checks it; the lower end of the interval counts them as wrong. */
  readonly uncheckedPairs: number
  /**
   * Pairs that disagree in fields that agree or disagree together, in one that disagrees far more often than all others, or in
   * names and other identifying fields that pairs share only by chance, so they may be related rather than the same; the lower
   * end of the interval counts them as wrong, too.
   */
  readonly relatedPairs: number
}

/** Without pairs there are no estimates. */
export const NO_EXPECTATIONS: Expectations = {
  expectedPrecision: undefined,
  expectedRecall: undefined,
  precisionInterval: undefined,
  recallInterval: undefined,
  uncheckedPairs: 0,
  relatedPairs: 0,
}

/** Intervals wider than this are not informative: they allow for pairs that are nearly all right or half wrong. */
export const WIDE = 0.4
/** A further kind besides those of `singleFieldPairs`: pairs that may be related rather than the same. */
const RELATED = 3
/** The possible error of pairs with a single field, in bits either way (a factor of four), if other pairs have fields that check it. */
const DOUBT = 2
/** Margin for what no field shows, such as near relations with indistinguishable records: 1 in 20, as for wrong values (evidence.ts). */
export const UNSEEN = 0.05
/** Half the width of a 95 % confidence interval, in standard deviations. */
const DEVIATIONS = 1.96
/** Caps the certainty of a pair, in bits. */
const MAX_BITS = 40

/**
 * Estimates precision and recall from the probabilities, over all pairs that share anything, with 95 % confidence intervals.
 * An interval covers the random variation of a sum of probabilities, and the estimates obtained when each field in turn is
 * held out as a check: if fields contradict each other, it is wide. Pairs with evidence from only one field cannot be
 * checked, and if nothing checks that field in other pairs either, all of them may be wrong.
 *
 * @param probabilityOf the probability of a pair, given the clusters; default: that of each candidate
 */
export function expectations(
  chosen: PairBatch,
  found: Candidates,
  scored: ScoredCandidates,
  probabilityOf?: (a: number, b: number) => number,
): Expectations {
  if (chosen.count === 0) return NO_EXPECTATIONS
  const { probabilities, checked, singleField, related, labelCheck } = scored
  const doubts = singleField.map((kind, i) => (related.isRelated[i] === 1 ? RELATED : kind))
  const numbers = new Map<number, number>()
  for (let i = 0; i < found.count; i++) numbers.set(pairKey(found.a[i]!, found.b[i]!), i)
  const isChosen = new Uint8Array(found.count)
  const chosenDoubts = Uint8Array.from(chosen.a, (a, i) => {
    const number = numbers.get(pairKey(a, chosen.b[i]!))
    if (number === undefined) return 0
    isChosen[number] = 1
    return doubts[number]!
  })
  // Evidence through a third record counts for pairs that were left out just as it does for chosen ones.
  const rest = (
    probabilityOf === undefined
      ? probabilities
      : probabilities.map((own, i) =>
          isChosen[i] === 1 ? own : Math.max(own, probabilityOf(found.a[i]!, found.b[i]!)),
        )
  ).filter((_, i) => isChosen[i] === 0)
  const restDoubts = doubts.filter((_, i) => isChosen[i] === 0)
  // Labels of other likely pairs may show that such pairs are no matches although every field says that they are.
  const trusted = chosen.similarity.map((probability) => probability * (1 - labelCheck.rejected))
  const own = estimate(trusted, rest)
  // If the strengths were already corrected, if only by a saved model, the views of single fields apply to the uncorrected ones.
  const before = scored.learned.correction
  const views = [checked?.low, checked?.high].flatMap((correction, side) => {
    const shift = side === 0 ? -DOUBT : DOUBT
    const view = (values: Float64Array, alone: Uint8Array) =>
      seenBy(values, alone, { correction, before, shift })
    const [right, missed] = [view(trusted, chosenDoubts), view(rest, restDoubts)]
    return [estimate(right, missed), estimate(trusted, missed), estimate(right, rest)]
  })
  const all = [own, ...views]
  const spanOf = (value: (of: Estimate) => number, ownDeviation: (of: Estimate) => number): Interval => {
    const deviation = (of: Estimate) => Math.hypot(ownDeviation(of), labelCheck.deviation)
    return [
      Math.max(0, Math.min(...all.map((of) => value(of) - DEVIATIONS * deviation(of))) - UNSEEN),
      Math.min(1, Math.max(...all.map((of) => value(of) + DEVIATIONS * deviation(of))) + UNSEEN),
    ]
  }
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
    uncheckedPairs: countOf(chosenDoubts, UNCHECKED),
    relatedPairs: countOf(chosenDoubts, RELATED),
  }
}

/** Leaves out expected values whose intervals are too wide to tell anything; the intervals stay. */
export function withoutGuesses(expected: Expectations): Expectations {
  const known = (value: number | undefined, interval: Interval | undefined) =>
    interval !== undefined && interval[1] - interval[0] > WIDE ? undefined : value
  return {
    ...expected,
    expectedPrecision: known(expected.expectedPrecision, expected.precisionInterval),
    expectedRecall: known(expected.expectedRecall, expected.recallInterval),
  }
}

interface Estimate {
  readonly precision: number
  readonly recall: number
  readonly precisionDeviation: number
  readonly recallDeviation: number
}

/** The variance of a sum of independent events is the sum of their variances; 1 is added for what is not modeled. */
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

function countOf(kinds: Uint8Array, kind: number): number {
  return kinds.reduce((count, one) => count + Number(one === kind), 0)
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function varianceOf(values: Float64Array): number {
  return values.reduce((total, value) => total + value * (1 - value), 0)
}
