import { checkUnit, checkWhole } from '../model/check.js'

/** A signature cut into bands of rows. */
export interface BandLayout {
  readonly bands: number
  readonly rows: number
}

export function checkLayout({ bands, rows }: BandLayout): void {
  checkWhole('bands', bands, 1, 2 ** 16)
  checkWhole('rows', rows, 1, 2 ** 16)
}

/**
 * The S-curve: the probability that a pair of this similarity becomes a candidate, 1 − (1 − s^rows)^bands.
 *
 * @example candidateProbability(0.8, { bands: 20, rows: 5 }) // 0.99964
 */
export function candidateProbability(similarity: number, layout: BandLayout): number {
  checkUnit('similarity', similarity)
  checkLayout(layout)
  return curve(similarity, layout)
}

/** The inverse of the S-curve: the similarity at which a pair becomes a candidate with this probability. */
export function similarityAt(probability: number, layout: BandLayout): number {
  checkUnit('probability', probability)
  checkLayout(layout)
  return (-Math.expm1(Math.log1p(-probability) / layout.bands)) ** (1 / layout.rows)
}

/** Near where the curve is steepest: (1 / bands)^(1 / rows). Not the similarity of probability one half, but near it. */
export function curveThreshold(layout: BandLayout): number {
  checkLayout(layout)
  return (1 / layout.bands) ** (1 / layout.rows)
}

/** The area below the curve left of the threshold: candidates in vain, if all similarities were equally frequent. */
export function falsePositiveArea(threshold: number, layout: BandLayout): number {
  checkUnit('threshold', threshold)
  checkLayout(layout)
  return integrate((s) => curve(s, layout), 0, threshold)
}

/** The area above the curve right of the threshold: pairs missed, if all similarities were equally frequent. */
export function falseNegativeArea(threshold: number, layout: BandLayout): number {
  checkUnit('threshold', threshold)
  checkLayout(layout)
  return integrate((s) => 1 - curve(s, layout), threshold, 1)
}

function curve(similarity: number, { bands, rows }: BandLayout): number {
  return -Math.expm1(bands * Math.log1p(-(similarity ** rows)))
}

/** Simpson's rule; 1000 steps give these curves to ten digits. */
function integrate(height: (s: number) => number, from: number, to: number): number {
  const steps = 1000
  const width = (to - from) / steps
  let sum = height(from) + height(to)
  for (let i = 1; i < steps; i++) sum += height(from + i * width) * (i % 2 === 1 ? 4 : 2)
  return (sum * width) / 3
}
