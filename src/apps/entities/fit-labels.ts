import { type Correction, correctedBits } from './recalibrate.js'

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

/** The slope of a correction is taken over this many bits. */
const SLOPE_BITS = 1

/**
 * Fits weights and a shift to labeled pairs, by logistic regression on the evidence of the fields. Fifty labels say little
 * about a dozen fields, so each weight is held near 1 and the shift near 0 (a normal prior); without labels nothing changes.
 * Nor does it if the labels are more plausible as a few exceptions to the evidence than as a sign that it is wrong: one pair
 * of near-identical records that is labeled as no match would otherwise take the evidence from all others.
 *
 * @param evidence for each labeled pair, the evidence of each field in bits; undefined where it was not compared
 * @param prior log2 of the prior odds that two arbitrary records match
 * @param correction is applied to the weighted sums of the evidence: the labels judge corrected strengths
 */
export function fitLabels(
  evidence: readonly (readonly (number | undefined)[])[],
  isMatch: readonly boolean[],
  prior: number,
  correction?: Correction,
): LabelFit {
  const fields = evidence[0]?.length ?? 0
  const size = fields + 1
  const start = [...new Array<number>(fields).fill(1), 0]
  const spread = [...new Array<number>(fields).fill(WEIGHT_SPREAD), SHIFT_SPREAD]
  const rows = evidence.map((bits) => [...bits.map((bit) => bit ?? 0), 1])
  const bitsOf = (row: readonly number[], values: readonly number[]) =>
    row.reduce((sum, value, j) => sum + value * values[j]!, prior)
  /** The probability of a match, and its slope: how much its log odds change per bit. */
  const judged = (row: readonly number[], values: readonly number[]) => {
    const bits = bitsOf(row, values)
    const rise =
      correctedBits(bits + SLOPE_BITS / 2, correction) - correctedBits(bits - SLOPE_BITS / 2, correction)
    return {
      probability: 1 / (1 + 2 ** -correctedBits(bits, correction)),
      slope: (rise / SLOPE_BITS) * Math.LN2,
    }
  }
  /** The log of the posterior density, if a share of the labels are exceptions. */
  const plausibility = (values: readonly number[], exceptions: number) => {
    const fromStart = values.reduce((sum, value, j) => sum + ((value - start[j]!) / spread[j]!) ** 2, 0)
    const ofLabels = rows.reduce((sum, row, i) => {
      const bits = correctedBits(bitsOf(row, values), correction)
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
      const { probability, slope } = judged(row, found)
      const error = (Number(isMatch[i]) - probability) * slope
      const bend = probability * (1 - probability) * slope ** 2
      for (let j = 0; j < size; j++) {
        gradient[j]! += error * row[j]!
        for (let k = 0; k < size; k++) curvature[j]![k]! += bend * row[j]! * row[k]!
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
    const { probability, slope } = judged(row, found)
    const width = row.reduce((total, value, j) => total + (value * spread[j]!) ** 2, 0)
    return sum + probability * (1 - probability) * slope ** 2 * width
  }, 1)
  const gain = plausibility(found, EXCEPTIONS) - Math.log(leeway) / 2 - plausibility(start, EXCEPTIONS)
  const hasExceptions = rows.some(
    (row, i) => correctedBits(bitsOf(row, start), correction) > 0 !== isMatch[i],
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
