import type { SavedDecision } from '../../../src/dedup/decisions.js'
import { formIn } from '../../../src/hash/short-name.js'
import type { ReportData } from '../../../src/report/report-data.js'

/** What a reader has decided. */
export type Decision =
  | { readonly kind: 'keep'; readonly document: number }
  /** Pairs that are not duplicates: a single one, or all pairs of a member that was removed from its cluster. */
  | { readonly kind: 'different'; readonly pairs: readonly number[] }
  | { readonly kind: 'keep-source'; readonly source: string }
  /** An earlier decision about documents or a pair that the report does not contain. */
  | { readonly kind: 'elsewhere'; readonly ids: readonly [string] | readonly [string, string] }

/** The decisions that the run applied, by the numbers of the report. */
export function appliedDecisions({ decisions = [], documents, pairs }: ReportData): Decision[] {
  if (decisions.length === 0) return []
  const formOf = formIn(new Set(decisions.flatMap(idsOf)))
  const numberOf = new Map<string, number>()
  documents.ids.forEach((id, number) => {
    const form = formOf(id)
    if (form !== undefined) numberOf.set(form, number)
  })
  const pairOf = new Map<string, number>()
  const isWanted = new Uint8Array(documents.ids.length)
  for (const number of numberOf.values()) isWanted[number] = 1
  pairs.a.forEach((a, pair) => {
    const b = pairs.b[pair]!
    if (isWanted[a] === 1 && isWanted[b] === 1) pairOf.set(keyOf(a, b), pair)
  })
  return decisions.map((one): Decision => {
    if ('keepSource' in one) return { kind: 'keep-source', source: one.keepSource }
    if ('keep' in one) {
      const document = numberOf.get(one.keep)
      return document === undefined ? { kind: 'elsewhere', ids: [one.keep] } : { kind: 'keep', document }
    }
    const [a, b] = one.different.map((id) => numberOf.get(id) ?? -1)
    const pair = pairOf.get(keyOf(a!, b!))
    return pair === undefined
      ? { kind: 'elsewhere', ids: one.different }
      : { kind: 'different', pairs: [pair] }
  })
}

function idsOf(decision: SavedDecision): readonly string[] {
  if ('keep' in decision) return [decision.keep]
  return 'different' in decision ? decision.different : []
}

/** The same for both orders of two documents. */
function keyOf(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`
}
