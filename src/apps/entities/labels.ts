import { checkWhole } from '../../model/check.js'
import { InvalidOption, InvalidValue } from '../../model/errors.js'
import { type Candidates, PairBuilder } from '../../model/pair.js'
import { joined } from './choose-pairs.js'
import { pairKey } from './pair-key.js'

/** A labeled pair, by position. For two tables, `a` is in the first and `b` in the second. */
export interface MatchLabel {
  readonly a: number
  readonly b: number
  readonly isMatch: boolean
}

/** The fit to the labels: a factor for the bits of each field, and bits to add to every pair. */
export interface LabelFit {
  readonly weights: readonly number[]
  readonly shift: number
}

/** The prior spread of the weights around 1, and of the shift around 0. */
const WEIGHT_SPREAD = 0.5
const SHIFT_SPREAD = 3
/**
 * The share of labels that may contradict the evidence without changing it, as for wrong values: 1 in 20. Other weights must be
 * as many times as plausible.
 */
const EXCEPTIONS = 0.05
const ROUNDS = 25
/** A step of the fit is halved down to this share of it. */
const MIN_STEP = 1e-6

/**
 * Fits weights and a shift to labeled pairs, by logistic regression on the evidence of the fields. Fifty labels say little
 * about a dozen fields, so each weight is held near 1 and the shift near 0 (a normal prior); without labels nothing changes.
 * Nor does it if the labels are more plausible as a few exceptions to the evidence than as a sign that it is wrong: one pair
 * of near-identical records that is labeled as no match would otherwise take the evidence from all others.
 *
 * @param evidence for each labeled pair, the evidence of each field in bits; undefined where it was not compared
 * @param prior log2 of the prior odds that two arbitrary records match
 */
export function fitLabels(
  evidence: readonly (readonly (number | undefined)[])[],
  isMatch: readonly boolean[],
  prior: number,
): LabelFit {
  const fields = evidence[0]?.length ?? 0
  const size = fields + 1
  const start = [...new Array<number>(fields).fill(1), 0]
  const spread = [...new Array<number>(fields).fill(WEIGHT_SPREAD), SHIFT_SPREAD]
  const rows = evidence.map((bits) => [...bits.map((bit) => bit ?? 0), 1])
  /** The log of the posterior density, if a share of the labels are exceptions. */
  const plausibility = (values: readonly number[], exceptions: number) => {
    const fromStart = values.reduce((sum, value, j) => sum + ((value - start[j]!) / spread[j]!) ** 2, 0)
    const ofLabels = rows.reduce((sum, row, i) => {
      const bits = prior + row.reduce((total, value, j) => total + value * values[j]!, 0)
      const probability = 1 / (1 + 2 ** (isMatch[i] ? -bits : bits))
      return sum + Math.log(exceptions + (1 - 2 * exceptions) * probability)
    }, 0)
    return ofLabels - fromStart / 2
  }
  let found = start
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = found.map((value, j) => (start[j]! - value) / spread[j]! ** 2)
    const curvature = Array.from({ length: size }, (_, j) =>
      Array.from({ length: size }, (_, k) => (j === k ? 1 / spread[j]! ** 2 : 0)),
    )
    rows.forEach((row, i) => {
      const bits = prior + row.reduce((sum, value, j) => sum + value * found[j]!, 0)
      const probability = 1 / (1 + 2 ** -bits)
      const error = (Number(isMatch[i]) - probability) * Math.LN2
      const slope = probability * (1 - probability) * Math.LN2 ** 2
      for (let j = 0; j < size; j++) {
        gradient[j]! += error * row[j]!
        for (let k = 0; k < size; k++) curvature[j]![k]! += slope * row[j]! * row[k]!
      }
    })
    const step = solve(curvature, gradient)
    // No weight is negative: agreement never counts against a match. A full step can go too far and back again, so it is halved.
    const moved = (share: number) =>
      found.map((value, j) => Math.max(j < fields ? 0 : Number.NEGATIVE_INFINITY, value + share * step[j]!))
    const before = plausibility(found, 0)
    let share = 1
    while (share > MIN_STEP && !(plausibility(moved(share), 0) >= before)) share /= 2
    found = moved(share)
    if (Math.max(...step.map(Math.abs)) < 1e-6) break
  }
  // A fit that must be exact to explain the labels is less plausible by the share of the prior that it leaves (Laplace).
  const leeway = rows.reduce((sum, row) => {
    const bits = prior + row.reduce((total, value, j) => total + value * found[j]!, 0)
    const probability = 1 / (1 + 2 ** -bits)
    const width = row.reduce((total, value, j) => total + (value * spread[j]!) ** 2, 0)
    return sum + probability * (1 - probability) * Math.LN2 ** 2 * width
  }, 1)
  const gain = plausibility(found, EXCEPTIONS) - Math.log(leeway) / 2 - plausibility(start, EXCEPTIONS)
  const hasExceptions = rows.some(
    (row, i) => row.reduce((sum, value) => sum + value, prior - 1) > 0 !== isMatch[i],
  )
  const chosen = hasExceptions && gain < -Math.log(EXCEPTIONS) ? start : found
  return { weights: chosen.slice(0, fields), shift: chosen[fields]! }
}

/** Solves a system of linear equations with a positive definite matrix, by Gaussian elimination. */
function solve(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  const size = rows.length
  for (let j = 0; j < size; j++) {
    for (let i = j + 1; i < size; i++) {
      const factor = rows[i]![j]! / rows[j]![j]!
      for (let k = j; k <= size; k++) rows[i]![k]! -= factor * rows[j]![k]!
    }
  }
  const solution = new Array<number>(size).fill(0)
  for (let j = size - 1; j >= 0; j--) {
    let rest = rows[j]![size]!
    for (let k = j + 1; k < size; k++) rest -= rows[j]![k]! * solution[k]!
    solution[j] = rest / rows[j]![j]!
  }
  return solution
}

/** Converts labels to positions in the list of all records, a before b, and drops repetitions. Throws for invalid labels. */
export function labelsByIndex(
  labels: readonly MatchLabel[],
  sizes: readonly [number, number | undefined],
): MatchLabel[] {
  const [left, right] = sizes
  const seen = new Map<number, boolean>()
  return labels.flatMap(({ a, b, isMatch }, position) => {
    const limits = [left, right ?? left]
    for (const [side, number] of [a, b].entries()) {
      if (!Number.isInteger(number) || number < 0 || number >= limits[side]!) {
        throw new InvalidValue(
          'the position of a label',
          number,
          position,
          `a position below ${limits[side]}`,
        )
      }
    }
    if (right === undefined && a === b)
      throw new InvalidValue('a label', `${a}, ${b}`, position, 'two records')
    const [one, other] = right === undefined ? [Math.min(a, b), Math.max(a, b)] : [a, left + b]
    const key = pairKey(one, other)
    const before = seen.get(key)
    if (before !== undefined && before !== isMatch) {
      throw new InvalidOption(
        'labels',
        `the pair (${a}, ${b}) both as a match and as no match`,
        'one label per pair',
      )
    }
    seen.set(key, isMatch)
    return before === undefined ? [{ a: one, b: other, isMatch }] : []
  })
}

/** Appends the labeled pairs that are not among the candidates. */
export function withLabeled<Found extends Candidates>(found: Found, labels: readonly MatchLabel[]): Found {
  if (labels.length === 0) return found
  const known = new Set(Array.from(found.a, (a, i) => pairKey(a, found.b[i]!)))
  const further = new PairBuilder()
  for (const { a, b } of labels) if (!known.has(pairKey(a, b))) further.add(a, b)
  return further.count === 0 ? found : { ...found, ...joined(found, further.candidates()) }
}

/** A pair whose label would help, by positions in the tables. */
export interface SuggestedPair {
  readonly a: number
  readonly b: number
  readonly score: number
}

/**
 * The pairs that are most worth a label.
 *
 * @param split where the second table begins in the list of all records; 0 for one table
 */
export function suggestPairs(
  found: Candidates,
  { strengths, probabilities }: { readonly strengths: Float64Array; readonly probabilities: Float64Array },
  labels: readonly MatchLabel[],
  split: number,
  count: number,
): SuggestedPair[] {
  checkWhole('count', count, 1, 2 ** 31)
  const judged = new Set(labels.map(({ a, b }) => pairKey(a, b)))
  const isLabeled = (i: number) => judged.has(pairKey(found.a[i]!, found.b[i]!))
  return pairsWorthLabels(found, strengths, count, isLabeled).map((i) => ({
    a: found.a[i]!,
    b: found.b[i]! - split,
    score: probabilities[i]!,
  }))
}

/** The maximum number of suggested pairs per record, so that labels cover many records. */
const MAX_PER_RECORD = 2
/** Half of the suggestions are the least certain pairs; the others are spread over strengths of up to this many bits either way. */
const SPREAD_BITS = 12

/**
 * The candidates most worth a label: the least certain ones, and some at each strength, which show whether strong pairs are
 * as certain as they seem.
 *
 * @param strengths log2 of the odds of each candidate
 * @returns numbers of candidates
 */
function pairsWorthLabels(
  { count, a, b }: Candidates,
  strengths: Float64Array,
  wanted: number,
  isLabeled: (candidate: number) => boolean,
): number[] {
  const order = Array.from({ length: count }, (_, i) => i)
    .filter((i) => !isLabeled(i))
    .sort((i, j) => Math.abs(strengths[i]!) - Math.abs(strengths[j]!) || i - j)
  const uses = new Map<number, number>()
  const chosen: number[] = []
  const isChosen = new Set<number>()
  const take = (candidate: number | undefined) => {
    if (candidate === undefined || isChosen.has(candidate)) return
    const records = [a[candidate]!, b[candidate]!]
    if (records.some((record) => (uses.get(record) ?? 0) >= MAX_PER_RECORD)) return
    for (const record of records) uses.set(record, (uses.get(record) ?? 0) + 1)
    isChosen.add(candidate)
    chosen.push(candidate)
  }
  for (const candidate of order) {
    if (chosen.length >= Math.ceil(wanted / 2)) break
    take(candidate)
  }
  const byStrength = [...order].sort((i, j) => strengths[i]! - strengths[j]! || i - j)
  const rest = wanted - chosen.length
  for (let k = 0; k < rest; k++) {
    const target = SPREAD_BITS * ((2 * k + 1) / rest - 1)
    take(byStrength.find((candidate) => strengths[candidate]! >= target && !isChosen.has(candidate)))
  }
  for (const candidate of order) {
    if (chosen.length >= wanted) break
    take(candidate)
  }
  return chosen
}
