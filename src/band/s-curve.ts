import { checkUnit, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { RANGES } from '../model/ranges.js'

/** A layout: the number of bands, and the rows per band. */
export interface BandLayout {
  readonly bands: number
  readonly rows: number
}

export function checkLayout(layout: BandLayout): void {
  if (typeof layout !== 'object' || layout === null)
    throw new InvalidOption('layout', layout, '{ bands, rows }')
  const { bands, rows } = layout
  checkWhole('bands', bands, ...RANGES.bands)
  checkWhole('rows', rows, ...RANGES.rows)
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

/**
 * A value close to where the curve is steepest: (1 / bands)^(1 / rows). It is also close, but not equal, to the similarity at
 * which the probability is one half.
 */
export function curveThreshold(layout: BandLayout): number {
  checkLayout(layout)
  return (1 / layout.bands) ** (1 / layout.rows)
}

/**
 * The area under the curve to the left of the threshold: the share of wasted comparisons, if all similarities were equally
 * frequent.
 */
export function falsePositiveArea(threshold: number, layout: BandLayout): number {
  checkUnit('threshold', threshold)
  checkLayout(layout)
  return integrate((s) => curve(s, layout), 0, threshold)
}

/** The area above the curve to the right of the threshold: the share of missed pairs, if all similarities were equally frequent. */
export function falseNegativeArea(threshold: number, layout: BandLayout): number {
  checkUnit('threshold', threshold)
  checkLayout(layout)
  return integrate((s) => 1 - curve(s, layout), threshold, 1)
}

function curve(similarity: number, { bands, rows }: BandLayout): number {
  return -Math.expm1(bands * Math.log1p(-(similarity ** rows)))
}

/** Adaptive Simpson: halves a step until its two halves agree with it, so that steep curves are followed too. */
function integrate(height: (s: number) => number, from: number, to: number): number {
  const area = (start: CurvePoint, middle: CurvePoint, end: CurvePoint) =>
    ((end.s - start.s) / 6) * (start.h + 4 * middle.h + end.h)
  const at = (s: number): CurvePoint => ({ s, h: height(s) })
  const refine = (
    start: CurvePoint,
    middle: CurvePoint,
    end: CurvePoint,
    whole: number,
    depth: number,
  ): number => {
    const left = at((start.s + middle.s) / 2)
    const right = at((middle.s + end.s) / 2)
    const halves = [area(start, left, middle), area(middle, right, end)] as const
    const difference = halves[0] + halves[1] - whole
    if (depth === 0 || Math.abs(difference) < 1e-12) return halves[0] + halves[1] + difference / 15
    return (
      refine(start, left, middle, halves[0], depth - 1) + refine(middle, right, end, halves[1], depth - 1)
    )
  }
  // Several first steps, so that a rise near one end is not overlooked.
  const steps = 32
  let sum = 0
  for (let i = 0; i < steps; i++) {
    const [start, end] = [at(from + ((to - from) * i) / steps), at(from + ((to - from) * (i + 1)) / steps)]
    const middle = at((start.s + end.s) / 2)
    sum += refine(start, middle, end, area(start, middle, end), 30)
  }
  return sum
}

interface CurvePoint {
  readonly s: number
  readonly h: number
}
