import { type DocumentSimilarity, minJaccard } from '../../model/similarity.js'
import { type Curve, curveFor, curveOf } from '../../plan/curve.js'
import { SHINGLE_OPTION_NAMES } from '../options/shingles.js'
import type { OptionValues } from '../options/table.js'
import { asUsage, UsageError } from '../usage-error.js'

/** Options that affect only the plan for an input. */
const INPUT_ONLY = ['text', 'id', 'format', 'on-error', ...SHINGLE_OPTION_NAMES, 'method', 'seed'] as const

/** The curve for the given options. */
export function chooseCurve(values: OptionValues): Curve {
  const stray = INPUT_ONLY.find((name) => values[name] !== undefined)
  if (stray !== undefined) throw new UsageError(`--${stray} requires INPUT`, 'add an input')
  const { bands, rows, slots, threshold, recall } = values
  const similarity = (values.similarity ?? 'jaccard') as DocumentSimilarity
  if (minJaccard(similarity, 1) === 0) {
    throw new UsageError(
      `bands cannot find pairs by ${similarity}, so there is no curve`,
      'use another similarity',
    )
  }
  if ((bands === undefined) !== (rows === undefined)) {
    throw new UsageError('--bands and --rows require each other', 'use both, or --threshold and --recall')
  }
  if (bands !== undefined && rows !== undefined) {
    const other = (['recall', 'slots'] as const).find((name) => values[name] !== undefined)
    if (other !== undefined) {
      throw new UsageError(`--${other} conflicts with --bands and --rows`, 'leave it out')
    }
    return curveOf({ bands, rows }, similarity, threshold)
  }
  return asUsage(() =>
    curveFor({
      similarity,
      ...(threshold !== undefined && { threshold }),
      ...(recall !== undefined && { recall }),
      ...(slots !== undefined && { slots }),
    }),
  )
}
