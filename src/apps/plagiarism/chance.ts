/** How often pairs of independent documents reach a value by chance. */
export interface ChanceLaw {
  /** The expected number of pairs that reach this value by chance. */
  expectedAt(value: number): number
  /** The lowest value that at most this many pairs are expected to reach by chance; it may be unattainable. */
  valueFor(expected: number): number
}

/** A scale on which the values of independent pairs are roughly normally distributed. */
export interface Scale {
  to(value: number): number
  from(scaled: number): number
}

/** Shares, from 0 to 1: the arcsine of the square root gives proportions the same spread everywhere. */
export const SHARES: Scale = {
  to: (share) => Math.asin(Math.sqrt(Math.min(1, Math.max(0, share)))),
  from: (scaled) => (scaled > Math.PI / 2 ? Number.POSITIVE_INFINITY : Math.sin(Math.max(0, scaled)) ** 2),
}

/** Lengths, which vary by factors. */
export const LENGTHS: Scale = {
  to: (length) => Math.log1p(length),
  from: (scaled) => Math.expm1(scaled),
}

/** With fewer pairs, it is impossible to say what is usual; ten documents have 45. */
export const MIN_PAIRS = 45
/** The spread of values that are almost equal, on either scale. */
const MIN_SPREAD = 0.01
/** The share of a normal distribution that is more than one standard deviation below the mean, and the z-score of its 75 % point. */
const BELOW_ONE = 0.15866
const UPPER_QUARTILE = 0.6745

/**
 * Learns what pairs reach by chance from pairs of a class, most of which are independent. Copies must not shift the
 * distribution, so it is fitted to the middle and the lower part, and to the upper quartile if that is wider. Up to a
 * quarter of the given pairs may be copies; `independentPairs` excludes more. However many pairs there are, the middle and
 * the spread are known only as well as the number of documents allows, so values are distributed by Student's t.
 *
 * @param values of pairs sampled from the class
 * @param documents the number of documents in these pairs
 * @param pairs the number of all pairs in the class
 * @returns undefined if there are too few pairs to tell
 */
export function chanceLaw(
  values: readonly number[],
  documents: number,
  pairs: number,
  scale: Scale,
): ChanceLaw | undefined {
  if (values.length < MIN_PAIRS) return undefined
  const sorted = Float64Array.from(values, (value) => scale.to(value)).sort()
  const middle = quantile(sorted, 0.5)
  const spread = spreadAround(middle, sorted)
  const freedom = Math.max(1, documents - 1)
  return {
    expectedAt: (value) => pairs * studentTail((scale.to(value) - middle) / spread, freedom),
    valueFor: (expected) => scale.from(middle + spread * tailPoint(expected / pairs, freedom)),
  }
}

/** The standard deviation of values without the copies among them, which may be up to a quarter. */
export function spreadAround(middle: number, sorted: Float64Array): number {
  return Math.max(
    MIN_SPREAD,
    middle - quantile(sorted, BELOW_ONE),
    (quantile(sorted, 0.75) - middle) / UPPER_QUARTILE,
  )
}

export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)]!
  return low + (at - Math.floor(at)) * (sorted[Math.ceil(at)]! - low)
}

/** The share of the standard normal distribution above z (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  const t = 1 / (1 + 0.2316419 * z)
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** The share of Student's t distribution above t, by its normal approximation (Wallace, 1959). */
export function studentTail(t: number, freedom: number): number {
  const scaled = ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p((t * t) / freedom))
  return normalTail(t < 0 ? -scaled : scaled)
}

/** The point above which this share of Student's t distribution is, by bisection. */
export function tailPoint(share: number, freedom: number): number {
  let [low, high] = [-1000, 1000]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (studentTail(middle, freedom) > share) low = middle
    else high = middle
  }
  return high
}
