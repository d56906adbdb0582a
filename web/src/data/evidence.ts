import type { PairEvidence } from '../../../src/report/report-data.js'
import { eachWordSpan } from '../../../src/text/tokens.js'
import type { TextSpan } from './tokens.js'

/** One step of a waterfall chart: what a field adds to what was known before it. */
export interface EvidenceStep {
  readonly name: string
  /** The number of the field; undefined for steps that are not fields. */
  readonly field?: number
  /** How the values agree; undefined if one of them is missing. */
  readonly agreement?: string | undefined
  readonly bits: number
  /** The sum after this step. */
  readonly total: number
}

/** A correction below this many bits is not worth a row. */
const MIN_CORRECTION = 0.05

/** From the odds for any two records to those for the pair, field by field. */
export function waterfall(
  { prior, fields, strength }: PairEvidence,
  names: readonly string[],
): readonly EvidenceStep[] {
  const steps: EvidenceStep[] = [{ name: 'any two records', bits: prior, total: prior }]
  let total = prior
  fields.forEach((fieldEvidence, field) => {
    total += fieldEvidence?.bits ?? 0
    const how =
      fieldEvidence && fieldEvidence.softenings.length > 0 ? ` (${fieldEvidence.softenings.join(', ')})` : ''
    steps.push({
      name: names[field]!,
      field,
      agreement: fieldEvidence ? `${Math.round(fieldEvidence.points)} of 100${how}` : undefined,
      bits: fieldEvidence?.bits ?? 0,
      total,
    })
  })
  const correction = strength - total
  if (Math.abs(correction) >= MIN_CORRECTION)
    steps.push({ name: 'all fields checked against each other', bits: correction, total: strength })
  return steps
}

/** The words of a value that the other value does not have, ignoring case. */
export function spansOnlyIn(value: string, other: string): TextSpan[] {
  const known = new Set(wordsOf(other).map(({ word }) => word))
  return wordsOf(value)
    .filter(({ word }) => !known.has(word))
    .map(({ start, end }) => ({ start, end }))
}

function wordsOf(text: string) {
  return Array.from(eachWordSpan(text), ([start, end]) => ({
    start,
    end,
    word: text.slice(start, end).toLowerCase(),
  }))
}
