import { chooseBands } from '../../band/choose-bands.js'
import {
  type BandLayout,
  candidateProbability,
  curveThreshold,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from '../../band/s-curve.js'
import { InvalidOption } from '../../model/errors.js'
import { SHINGLE_OPTION_NAMES } from '../options/shingles.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** A curve to show, and the threshold that it is meant for. */
export interface Curve extends BandLayout {
  readonly slots: number
  /** The threshold wished, or where the curve is steepest. */
  readonly threshold: number
  /** The probability at the threshold. */
  readonly recall: number
  /** Undefined: bands and rows were given. */
  readonly wished: number | undefined
  /** Where a pair is found as often as not. */
  readonly half: number
  readonly falsePositiveArea: number
  readonly falseNegativeArea: number
  /** Probabilities at 0, 0.05, …, 1 and at the threshold. */
  readonly points: readonly { readonly similarity: number; readonly probability: number }[]
}

/** What only the plan for an input depends on. */
const OF_AN_INPUT = ['text', 'id', 'format', 'on-error', ...SHINGLE_OPTION_NAMES, 'method', 'seed'] as const

/** The curve that the options ask for. */
export function chooseCurve(values: OptionValues): Curve {
  const stray = OF_AN_INPUT.find((name) => values[name] !== undefined)
  if (stray !== undefined) throw new UsageError(`--${stray} has no meaning without INPUT`, 'name an input')
  const { bands, rows, slots } = values
  if ((bands === undefined) !== (rows === undefined)) {
    throw new UsageError('--bands and --rows belong together', 'give both, or --threshold and --recall')
  }
  if (bands !== undefined && rows !== undefined) {
    const other = (['recall', 'slots'] as const).find((name) => values[name] !== undefined)
    if (other !== undefined) {
      throw new UsageError(`--${other} has no meaning with --bands and --rows`, 'leave it out')
    }
    return describeCurve({ bands, rows }, values.threshold ?? curveThreshold({ bands, rows }), undefined)
  }
  const { threshold = 0.8, recall = 0.95 } = values
  try {
    const layout = chooseBands({ threshold, recall, ...(slots !== undefined && { slots }) })
    return describeCurve({ bands: layout.bands, rows: layout.rows }, threshold, recall)
  } catch (error) {
    throw error instanceof InvalidOption ? UsageError.from(error) : error
  }
}

/** @param wished undefined: bands and rows were given */
export function describeCurve(layout: BandLayout, threshold: number, wished: number | undefined): Curve {
  const similarities = Array.from({ length: 21 }, (_, i) => i / 20)
  if (!similarities.includes(threshold)) similarities.push(threshold)
  return {
    ...layout,
    slots: layout.bands * layout.rows,
    threshold,
    recall: candidateProbability(threshold, layout),
    wished,
    half: similarityAt(0.5, layout),
    falsePositiveArea: falsePositiveArea(threshold, layout),
    falseNegativeArea: falseNegativeArea(threshold, layout),
    points: similarities
      .sort((one, other) => one - other)
      .map((similarity) => ({ similarity, probability: candidateProbability(similarity, layout) })),
  }
}
