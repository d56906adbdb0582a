import type { RecordComparer } from './compare-records.js'
import { FULL_POINTS, type ValueComparison } from './compare-values.js'
import type { MatchField } from './fields.js'
import type { ScoredCandidates } from './score-candidates.js'

/** One field of a pair: how its values compare, and the evidence that this gives. */
export interface FieldExplanation extends Partial<ValueComparison> {
  readonly field: string
  /** Whether one of the records has no value; then there are no points. */
  readonly missing: boolean
  /** The evidence for a match (above 0) or against it, in bits; only for the score by evidence. */
  readonly bits?: number
}

/** Why a pair has its score. */
export interface MatchExplanation {
  readonly points: number
  /** 100 for each field that both records have, times its weight. */
  readonly possible: number
  readonly fields: readonly FieldExplanation[]
  /** log2 of the prior odds of any two records. Together with the evidence of the fields, it gives the strength. */
  readonly prior: number
  /** log2 of the odds of the pair on its own, after the check by each field in turn; see `expectedPrecision`. */
  readonly strength: number
}

export function explainMatch(
  comparer: RecordComparer,
  fields: readonly MatchField[],
  { bitsOf, prior, score }: ScoredCandidates,
  a: number,
  b: number,
): MatchExplanation {
  const compared = comparer.compare(a, b)
  const evidence = bitsOf(a, b)
  let [points, possible] = [0, 0]
  const explained = fields.map(({ name, weight }, field): FieldExplanation => {
    const comparison = compared[field]
    if (comparison === undefined) return { field: name, missing: true }
    points += weight * comparison.points
    possible += weight * FULL_POINTS
    const bits = evidence[field]
    return { field: name, missing: false, ...comparison, ...(bits !== undefined && { bits }) }
  })
  const [strength = prior] = score({ count: 1, a: Uint32Array.of(a), b: Uint32Array.of(b) })
  return { points, possible, fields: explained, prior, strength }
}
