import { type Evidence, type EvidenceInput, strengthsOf } from './evidence.js'

/** Two tables contain duplicates if the matches within them exceed this share of the matches between them. */
const FEW_DUPLICATES = 0.5

/** Whether mutual best pairs within the tables look like matches nearly as often as pairs between the tables do. */
export function containDuplicates(
  { bits, prior, matches }: Evidence,
  { inside, weights, records }: EvidenceInput,
): boolean {
  if (inside === undefined) return false
  const { count, a, b } = inside
  const strengths = strengthsOf(inside, bits, weights, prior)
  const best = new Float64Array(records).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < count; i++) {
    best[a[i]!] = Math.max(best[a[i]!]!, strengths[i]!)
    best[b[i]!] = Math.max(best[b[i]!]!, strengths[i]!)
  }
  let duplicates = 0
  for (let i = 0; i < count; i++) {
    const isBest = strengths[i] === best[a[i]!] && strengths[i] === best[b[i]!]
    if (isBest && strengths[i]! > 0) duplicates++
  }
  return duplicates > FEW_DUPLICATES * matches
}
