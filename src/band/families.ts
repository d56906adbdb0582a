// The theory of locality-sensitive functions (Mining of Massive Datasets, section 3.6). A family is described by the probability that one of
// its functions agrees on two items at a given distance. In a (d1, d2, p1, p2)-sensitive family, it is at least p1 up to distance d1, and at
// most p2 from distance d2.

import { checkUnit, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'

/** A family of hash functions for a distance. */
export interface HashFamily {
  readonly distance: string
  /** The largest distance that can occur; may be infinite. */
  readonly maxDistance: number
  /** The probability that a function of the family agrees on two items at this distance; it never increases with the distance. */
  probability(distance: number): number
}

/** The four numbers of a (d1, d2, p1, p2)-sensitive family. */
export interface Sensitivity {
  readonly d1: number
  readonly d2: number
  readonly p1: number
  readonly p2: number
}

/** Minhash for the Jaccard distance: agrees with probability 1 − d. */
export const minhashFamily: HashFamily = family('jaccard', 1, (d) => 1 - d)

/** Random hyperplanes for the cosine distance in degrees: agrees with probability 1 − d / 180. */
export const hyperplaneFamily: HashFamily = family('cosine', 180, (d) => 1 - d / 180)

/** Bit sampling for the Hamming distance of vectors of this many bits: agrees with probability 1 − d / dimensions. */
export function bitSamplingFamily(dimensions: number): HashFamily {
  checkWhole('dimensions', dimensions, 1, 2 ** 32)
  return family('hamming', dimensions, (d) => 1 - d / dimensions)
}

/**
 * Random projections on buckets of this width, for the Euclidean distance (Datar and others, 2004):
 * with c = width / d, agrees with probability 1 − 2Φ(−c) − √(2/π) · (1 − e^(−c²/2)) / c.
 */
export function projectionFamily(width: number): HashFamily {
  if (!(width > 0 && width < Number.POSITIVE_INFINITY))
    throw new InvalidOption('width', width, 'a number above 0')
  return family('euclidean', Number.POSITIVE_INFINITY, (d) => projectionAgreement(width / d))
}

function family(distance: string, largest: number, probability: (distance: number) => number): HashFamily {
  return {
    distance,
    maxDistance: largest,
    probability: (d) => {
      if (!(d >= 0 && d <= largest)) throw new InvalidOption('distance', d, `a number from 0 to ${largest}`)
      return probability(d)
    },
  }
}

/** The probability that all of `rows` independent functions agree: p^rows. */
export function andProbability(p: number, rows: number): number {
  return checkUnit('p', p) ** checkWhole('rows', rows, 1, 2 ** 32)
}

/** The probability that at least one of `bands` independent functions agrees: 1 − (1 − p)^bands. */
export function orProbability(p: number, bands: number): number {
  return -Math.expm1(checkWhole('bands', bands, 1, 2 ** 32) * Math.log1p(-checkUnit('p', p)))
}

/** The AND-construction: a function of the new family agrees when all of `rows` functions do. */
export function andFamily(family: HashFamily, rows: number): HashFamily {
  return { ...family, probability: (d) => andProbability(family.probability(d), rows) }
}

/** The OR-construction: a function of the new family agrees when at least one of `bands` functions does. */
export function orFamily(family: HashFamily, bands: number): HashFamily {
  return { ...family, probability: (d) => orProbability(family.probability(d), bands) }
}

/**
 * The four numbers of the family, for these two distances.
 *
 * @example sensitivity(orFamily(andFamily(minhashFamily, 4), 4), 0.2, 0.6) // p1 0.8785, p2 0.0985
 */
export function sensitivity(family: HashFamily, d1: number, d2: number): Sensitivity {
  if (!(d1 >= 0 && d1 < d2 && d2 <= family.maxDistance)) {
    throw new InvalidOption(
      'd1 and d2',
      `${d1} and ${d2}`,
      `two distances from 0 to ${family.maxDistance}, d1 below d2`,
    )
  }
  return { d1, d2, p1: family.probability(d1), p2: family.probability(d2) }
}

/** ∫ from 0 to c of √(2/π) · e^(−x²/2) · (1 − x/c) dx, by Simpson's rule. This form of the probability has no cancellation. */
function projectionAgreement(c: number): number {
  if (c === Number.POSITIVE_INFINITY) return 1
  if (c === 0) return 0
  // Beyond 40 standard deviations, the normal density is 0.
  const end = Math.min(c, 40)
  const steps = 2000
  const width = end / steps
  const height = (x: number) => Math.exp((-x * x) / 2) * (1 - x / c)
  let sum = height(0) + height(end)
  for (let i = 1; i < steps; i++) sum += height(i * width) * (i % 2 === 1 ? 4 : 2)
  return Math.sqrt(2 / Math.PI) * ((sum * width) / 3)
}
