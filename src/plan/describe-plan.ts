import type { Plan } from '../model/plan.js'
import { bytes, count, counted, duration, percent } from '../model/quantities.js'
import type { PlanAlternative } from './choose-plan.js'
import type { ActualValues, ExplainedPlan } from './explained-plan.js'
import type { Prediction } from './predict.js'
import type { SampleStatistics } from './sample-statistics.js'

/**
 * Describes a plan in lines of text: what was requested, what the sample showed, which method was chosen and what the alternatives were,
 * and the predictions, next to the actual values once they are known.
 */
export function describePlan(explained: ExplainedPlan): string[] {
  const { plan, reason, alternatives, sample, predicted, actual } = explained
  const way =
    plan.method === 'exact'
      ? 'exact search'
      : `${counted(plan.bands, 'band')} of ${counted(plan.rows, 'row')}, ${counted(plan.scheme.slots, 'slot')}`
  return [
    `requested  pairs with ${plan.similarity ?? 'similarity'} ≥ ${plan.threshold}, found with probability ≥ ${plan.recall} at ${plan.threshold}`,
    ...(sample === undefined ? [] : describeSample(sample, plan.similarity)),
    `chosen     ${way}`,
    ...(reason === undefined ? [] : [`           ${reason}`]),
    ...(alternatives === undefined ? [] : compareWays(alternatives)),
    ...(predicted === undefined ? [] : comparePredicted(predicted, actual ?? {})),
  ]
}

function describeSample(sample: SampleStatistics, similarity: Plan['similarity']): string[] {
  const { sampled, documents, meanBytes, meanSetSize, empty, identical, oversized } = sample
  const whole = sampled === documents
  const approximately = whole ? '' : 'about '
  const lines = [
    `sample     ${whole ? `all ${counted(documents, 'document')}` : `${count(sampled)} of about ${counted(documents, 'document')}`}, ${bytes(meanBytes)} and ${counted(Math.round(meanSetSize), 'shingle')} each on average`,
    `           ${approximately}${counted(identical, 'copy', 'copies')} of an earlier document, ${approximately}${count(empty)} empty`,
  ]
  if (oversized !== undefined && oversized.documents > 0) {
    lines.push(
      `           about ${counted(oversized.documents, 'document')} in groups of more than ${count(oversized.maxGroup)}, where not all of the ${inWords(oversized.pairs)} pairs are listed`,
    )
  }
  return [...lines, ...drawHistogram(sample, similarity)]
}

/** One bar per tenth of similarity, one character per factor of two, because nearly all pairs are barely similar. */
function drawHistogram({ histogram }: SampleStatistics, similarity: Plan['similarity']): string[] {
  const tenths = new Float64Array(10)
  const seen = new Float64Array(10)
  for (const bin of histogram) {
    const tenth = Math.min(9, Math.floor(10 * bin.mean))
    tenths[tenth]! += bin.pairs
    seen[tenth]! += bin.sampledPairs
  }
  const lines = Array.from(tenths, (pairs, i) => {
    const bar = '█'.repeat(pairs < 1 ? 0 : Math.max(1, Math.round(Math.log2(pairs))))
    const label = `${(i / 10).toFixed(1)} – ${((i + 1) / 10).toFixed(1)}`
    const number =
      pairs < 1 ? '0' : `${inWords(pairs)}${seen[i]! < FEW ? ` (${counted(seen[i]!, 'pair')} sampled)` : ''}`
    return `           ${label}  ${bar}${bar === '' ? '' : ' '}${number}`
  })
  return [
    `           pairs by ${similarity ?? 'similarity'} (logarithmic scale: each additional block doubles the number)`,
    ...lines,
  ]
}

/** A bin that is based on fewer pairs is marked. */
const FEW = 30

function compareWays(alternatives: readonly PlanAlternative[]): string[] {
  const rows = alternatives.map(({ method, bands, rows, recall, candidates, seconds }, i) => [
    i === 0 ? '▸' : ' ',
    method === 'exact' ? 'exact search' : `${bands} × ${rows}`,
    percent(recall),
    candidates === undefined ? '–' : count(candidates),
    duration(seconds),
  ])
  return alignColumns([[' ', 'bands × rows', 'recall', 'candidates', 'on one core'], ...rows])
}

const MEASURES: readonly [keyof ActualValues, string, (value: number) => string][] = [
  ['documents', 'documents', count],
  ['candidates', 'candidates', count],
  ['pairs', 'pairs', count],
  ['memoryBytes', 'memory', bytes],
  ['diskBytes', 'disk, with a memory budget', bytes],
  ['seconds', 'time, approximately', duration],
]

function comparePredicted(predicted: Prediction, actual: ActualValues): string[] {
  const known = MEASURES.some(([field]) => actual[field] !== undefined)
  const rows = MEASURES.map(([field, name, show]) => {
    const value = actual[field]
    const range =
      field === 'candidates' ? `${count(predicted.candidatesLow)} to ${count(predicted.candidatesHigh)}` : ''
    if (!known) return [name, show(predicted[field]), range]
    const factor = value === undefined || value === 0 ? '' : `× ${(predicted[field] / value).toFixed(2)}`
    return [name, show(predicted[field]), range, value === undefined ? '' : show(value), factor]
  })
  const head = ['', 'predicted', '']
  return alignColumns([known ? [...head, 'actual', 'predicted / actual'] : head, ...rows])
}

/** Aligns cells: the first column to the left, numbers to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    `           ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`.trimEnd(),
  )
}

/** Abbreviates large numbers to their first digits. */
function inWords(value: number): string {
  if (value < 1e6) return count(value)
  const [size, word] = value < 1e9 ? [1e6, 'million'] : value < 1e12 ? [1e9, 'billion'] : [1e12, 'trillion']
  return `${(value / size).toPrecision(3)} ${word}`
}
