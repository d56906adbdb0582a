import { chooseNestedBands } from '../band/nested-bands.js'
import {
  type BandLayout,
  candidateProbability,
  curveThreshold,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from '../band/s-curve.js'
import { InvalidOption } from '../model/errors.js'
import { type DocumentSimilarity, minJaccard } from '../model/similarity.js'

/** A curve to show, and the threshold that it was made for. */
export interface Curve extends BandLayout {
  /** The slots of a signature: at least bands × rows. */
  readonly slots: number
  /** The requested threshold, or where the curve is steepest. */
  readonly threshold: number
  /** How documents are compared; omitted if it is `jaccard`. */
  readonly similarity?: DocumentSimilarity
  /** The probability at the threshold. */
  readonly recall: number
  /** Undefined if bands and rows were given. */
  readonly requested: number | undefined
  /** The similarity at which a pair is found with a probability of 50 %. */
  readonly midpoint: number
  readonly falsePositiveArea: number
  readonly falseNegativeArea: number
  /** Probabilities at 0, 0.05, …, 1 and at the threshold. */
  readonly points: readonly { readonly similarity: number; readonly probability: number }[]
}

/** Number of steps for integrating a curve. */
const STEPS = 2000

/** The curve of given bands and rows, or of those that are chosen for a threshold and a recall. */
export function requestedCurve({
  bands,
  rows,
  ...others
}: Parameters<typeof curveFor>[0] & Partial<BandLayout>): Curve {
  if (bands === undefined && rows === undefined) return curveFor(others)
  if (bands === undefined) throw new InvalidOption('rows', rows, '`bands` as well')
  if (rows === undefined) throw new InvalidOption('bands', bands, '`rows` as well')
  for (const name of ['recall', 'slots'] as const) {
    if (others[name] !== undefined)
      throw new InvalidOption(name, others[name], 'no value with `bands` and `rows`')
  }
  return curveOf({ bands, rows }, others.similarity ?? 'jaccard', others.threshold)
}

/** The curve of the bands that are chosen for a threshold and a recall. */
export function curveFor({
  threshold = 0.8,
  recall = 0.95,
  similarity = 'jaccard',
  slots,
}: {
  readonly threshold?: number
  readonly recall?: number
  readonly similarity?: DocumentSimilarity
  /** The maximum number of slots of a signature. */
  readonly slots?: number
}): Curve {
  const target = minJaccard(similarity, threshold)
  const chosen = chooseNestedBands({ threshold: target, recall, ...(slots !== undefined && { slots }) })
  const curve = describeCurve({ bands: chosen.bands, rows: chosen.rows }, similarity, threshold, recall)
  return { ...curve, slots: chosen.slots }
}

/** The curve of given bands; the threshold is where it is steepest, unless one is given. */
export function curveOf(layout: BandLayout, similarity: DocumentSimilarity, threshold?: number): Curve {
  const steepest = similarityFor(similarity, curveThreshold(layout))
  return describeCurve(layout, similarity, threshold ?? steepest, undefined)
}

/** A curve as plain data, for programs. */
export function curveReport({ recall, requested, ...others }: Curve) {
  return {
    method: 'bands',
    ...others,
    recall: { ...(requested !== undefined && { requested }), guaranteed: recall },
  } as const
}

/** @param requested undefined if bands and rows were given */
export function describeCurve(
  layout: BandLayout,
  similarity: DocumentSimilarity,
  threshold: number,
  requested: number | undefined,
): Curve {
  const curve = { ...layout, ...(similarity !== 'jaccard' && { similarity }) }
  const found = (value: number) => probabilityAt(curve, value)
  const isJaccard = similarity === 'jaccard'
  const similarities = Array.from({ length: 21 }, (_, i) => i / 20)
  if (!similarities.includes(threshold)) similarities.push(threshold)
  return {
    ...curve,
    slots: layout.bands * layout.rows,
    threshold,
    recall: found(threshold),
    requested,
    midpoint: similarityFor(similarity, similarityAt(0.5, layout)),
    falsePositiveArea: isJaccard
      ? falsePositiveArea(threshold, layout)
      : threshold * meanOver(0, threshold, found),
    falseNegativeArea: isJaccard
      ? falseNegativeArea(threshold, layout)
      : (1 - threshold) * meanOver(threshold, 1, (value) => 1 - found(value)),
    points: similarities
      .sort((one, other) => one - other)
      .map((value) => ({ similarity: value, probability: found(value) })),
  }
}

/** The minimum probability with which a pair of this similarity becomes a candidate. */
export function probabilityAt(curve: BandLayout & Pick<Curve, 'similarity'>, similarity: number): number {
  return candidateProbability(minJaccard(curve.similarity ?? 'jaccard', similarity), curve)
}

/** The similarity that implies exactly this Jaccard similarity, by bisection. */
function similarityFor(similarity: DocumentSimilarity, jaccard: number): number {
  if (similarity === 'jaccard') return jaccard
  let [low, high] = [0, 1]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (minJaccard(similarity, middle) < jaccard) low = middle
    else high = middle
  }
  return high
}

function meanOver(from: number, to: number, height: (at: number) => number): number {
  let sum = 0
  for (let i = 0; i < STEPS; i++) sum += height(from + ((i + 0.5) / STEPS) * (to - from))
  return sum / STEPS
}
