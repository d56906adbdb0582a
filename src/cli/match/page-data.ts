import type { FieldAgreement } from '../../apps/entities/agreement-table.js'
import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import { fieldText, type RecordFields } from '../../apps/entities/record.js'
import type { DocumentId } from '../../model/document.js'
import type { RecordIds } from './write-matches.js'

/** Pairs that are shown: evenly from the surest to the least sure. */
const SHOWN = 50

/** One step of a waterfall: what a field adds to what is said before it. */
export interface EvidenceStep {
  readonly name: string
  /** The values of both records; undefined where there is none, and for steps that are no field. */
  readonly values: readonly [a: string | undefined, b: string | undefined]
  /** In bits; 0 where a value is missing. */
  readonly bits: number
  /** The sum after it. */
  readonly total: number
}

/** A pair, from the odds of any two records to its score. */
export interface PairEvidence {
  readonly a: DocumentId
  readonly b: DocumentId
  readonly score: number
  readonly steps: readonly EvidenceStep[]
}

/** What the page of match shows, in plain data. */
export interface MatchPageData {
  readonly inputs: readonly string[]
  readonly pairs: number
  readonly expected: Pick<
    RecordMatches,
    'expectedPrecision' | 'expectedRecall' | 'precisionInterval' | 'recallInterval'
  >
  readonly warnings: readonly string[]
  readonly agreement: readonly FieldAgreement[]
  readonly histogram: RecordMatches['histogram']
  readonly shown: readonly PairEvidence[]
}

export function matchPageData(
  result: RecordMatches,
  {
    inputs,
    warnings,
    sides: [a, b],
    ids: [idsOfA, idsOfB],
  }: {
    readonly inputs: readonly string[]
    readonly warnings: readonly string[]
    readonly sides: readonly [readonly RecordFields[], readonly RecordFields[]]
    readonly ids: readonly [RecordIds, RecordIds]
  },
): MatchPageData {
  const { pairs } = result
  return {
    inputs,
    pairs: pairs.count,
    expected: result,
    warnings,
    agreement: result.agreement(),
    histogram: result.histogram,
    shown: evenly(pairs.similarity).map((i) => {
      const [one, other] = [pairs.a[i]!, pairs.b[i]!]
      return {
        a: idsOfA.idOf(one),
        b: idsOfB.idOf(other),
        score: pairs.similarity[i]!,
        steps: stepsOf(result, a[one]!, b[other]!, one, other),
      }
    }),
  }
}

/** Positions of scores, evenly from the highest to the lowest. */
function evenly(scores: Float64Array): number[] {
  const order = Array.from(scores.keys()).sort((i, j) => scores[j]! - scores[i]! || i - j)
  const count = Math.min(SHOWN, order.length)
  return Array.from(
    { length: count },
    (_, k) => order[Math.round((k * (order.length - 1)) / Math.max(1, count - 1))]!,
  )
}

function stepsOf(
  { fields, explain }: RecordMatches,
  a: RecordFields,
  b: RecordFields,
  one: number,
  other: number,
): EvidenceStep[] {
  const { fields: said, prior = 0, strength } = explain(one, other)
  const steps: EvidenceStep[] = [
    { name: 'any two records', values: [undefined, undefined], bits: prior, total: prior },
  ]
  let total = prior
  said.forEach(({ field, bits = 0 }, k) => {
    total += bits
    const values = [fieldText(a, fields[k]!.a), fieldText(b, fields[k]!.b)] as const
    steps.push({ name: field, values, bits, total })
  })
  const rest = (strength ?? total) - total
  if (Math.abs(rest) > 0.05) {
    const name = 'checked by all fields in turn'
    steps.push({ name, values: [undefined, undefined], bits: rest, total: total + rest })
  }
  return steps
}
