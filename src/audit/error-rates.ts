import { InvalidValue } from '../model/errors.js'

/** The error rates at a threshold: pairs with at least this score count as the same thing. */
export interface ErrorPoint {
  readonly threshold: number
  /** The share of impostor scores at or above it: false matches. */
  readonly falseMatch: number
  /** The share of genuine scores below it: false non-matches. */
  readonly falseNonMatch: number
}

/** How well scores separate pairs of the same thing (genuine) from pairs of different things (impostor). */
export interface ErrorRates {
  readonly genuine: number
  readonly impostor: number
  /** The rate at which both are equal: the mean of the two at the threshold where they are closest. */
  readonly equalErrorRate: number
  /** That threshold. */
  readonly threshold: number
  /** The probability that a genuine score is above an impostor one, ties counted half. */
  readonly areaUnderCurve: number
  /** The curve: one point for each distinct score, ascending, and one above all scores. */
  readonly points: readonly ErrorPoint[]
}

/**
 * Returns the error rates at all thresholds. Throws `InvalidValue` for a score that is not a number, and if there are no scores.
 *
 * @example errorRates([0.8, 0.9], [0.1, 0.2]).equalErrorRate // 0
 */
export function errorRates(genuine: readonly number[], impostor: readonly number[]): ErrorRates {
  const [same, other] = [sorted(genuine, 'genuine'), sorted(impostor, 'impostor')]
  const thresholds = [...new Set([...same, ...other])].sort((one, two) => one - two)
  const points: ErrorPoint[] = []
  let [belowSame, belowOther] = [0, 0]
  let area = 0
  for (const threshold of thresholds) {
    points.push(pointAt(threshold, belowSame / same.length, 1 - belowOther / other.length))
    const equalSame = countEqual(same, belowSame, threshold)
    const equalOther = countEqual(other, belowOther, threshold)
    area += equalSame * (belowOther + equalOther / 2)
    belowSame += equalSame
    belowOther += equalOther
  }
  points.push(pointAt(Number.POSITIVE_INFINITY, 1, 0))
  const equal = points.reduce((best, point) => (gap(point) < gap(best) ? point : best))
  return {
    genuine: same.length,
    impostor: other.length,
    equalErrorRate: (equal.falseMatch + equal.falseNonMatch) / 2,
    threshold: equal.threshold,
    areaUnderCurve: area / (same.length * other.length),
    points,
  }
}

/**
 * Returns the lowest share of false non-matches at which false matches are at most `falseMatch`.
 *
 * @example falseNonMatchAt(rates, 0.001) // what is lost where one impostor in a thousand passes
 */
export function falseNonMatchAt({ points }: Pick<ErrorRates, 'points'>, falseMatch: number): number {
  return points.find((point) => point.falseMatch <= falseMatch)!.falseNonMatch
}

function pointAt(threshold: number, falseNonMatch: number, falseMatch: number): ErrorPoint {
  return { threshold, falseMatch, falseNonMatch }
}

function gap({ falseMatch, falseNonMatch }: ErrorPoint): number {
  return Math.abs(falseMatch - falseNonMatch)
}

function countEqual(values: Float64Array, from: number, value: number): number {
  let end = from
  while (end < values.length && values[end] === value) end++
  return end - from
}

function sorted(scores: readonly number[], kind: string): Float64Array {
  if (scores.length === 0)
    throw new InvalidValue(`the number of ${kind} scores`, 0, undefined, 'at least one')
  const wrong = scores.findIndex((score) => typeof score !== 'number' || Number.isNaN(score))
  if (wrong >= 0) throw new InvalidValue(`a ${kind} score`, scores[wrong], wrong, 'a number')
  return Float64Array.from(scores).sort()
}
