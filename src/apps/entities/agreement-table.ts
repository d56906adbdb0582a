import type { BinnedPairs } from './binned-pairs.js'
import { NO_BIN, RANGES } from './levels.js'

/** How far two values of a field agree, from fully to not at all: the grades of levels.ts. */
const GRADE_NAMES = ['equal', 'nearly', 'in part', 'a little', 'not'] as const

/** How often the values of a field have a certain grade: the m and u of Fellegi and Sunter, and the evidence that this gives. */
export interface GradeAgreement {
  readonly grade: (typeof GRADE_NAMES)[number]
  /** The share of matches with this grade, by probability, among those in which both records have a value. */
  readonly matches: number
  /** The same share among random pairs. */
  readonly random: number
  /** The mean evidence of the candidates with this grade, in bits; 0 if there are none. */
  readonly bits: number
}

/** One field of the m/u table. */
export interface FieldAgreement {
  readonly field: string
  readonly grades: readonly GradeAgreement[]
}

export interface AgreementInput {
  readonly names: readonly string[]
  readonly candidates: BinnedPairs
  readonly random: BinnedPairs
  readonly probabilities: Float64Array
  /** For each field and bin, weights included. */
  readonly bits: readonly Float64Array[]
}

/** How often matches and random pairs agree in each field. */
export function agreementTable({
  names,
  candidates,
  random,
  probabilities,
  bits,
}: AgreementInput): FieldAgreement[] {
  return names.map((field, number) => {
    const matches = sharesOf(candidates.bins[number]!, (i) => probabilities[i]!)
    const others = sharesOf(random.bins[number]!, () => 1)
    const evidence = meansOf(candidates.bins[number]!, bits[number]!)
    return {
      field,
      grades: GRADE_NAMES.map((grade, at) => ({
        grade,
        matches: matches[at]!,
        random: others[at]!,
        bits: evidence[at]!,
      })),
    }
  })
}

function sharesOf(bins: Uint8Array, weightOf: (pair: number) => number): number[] {
  const sums = GRADE_NAMES.map(() => 0)
  bins.forEach((bin, i) => {
    if (bin !== NO_BIN) sums[Math.floor(bin / RANGES)]! += weightOf(i)
  })
  const all = sums.reduce((total, sum) => total + sum, 0)
  return sums.map((sum) => (all === 0 ? 0 : sum / all))
}

function meansOf(bins: Uint8Array, bits: Float64Array): number[] {
  const [sums, counts] = [GRADE_NAMES.map(() => 0), GRADE_NAMES.map(() => 0)]
  for (const bin of bins) {
    if (bin === NO_BIN) continue
    const grade = Math.floor(bin / RANGES)
    sums[grade]! += bits[bin]!
    counts[grade]!++
  }
  return sums.map((sum, grade) => (counts[grade] === 0 ? 0 : sum / counts[grade]!))
}
