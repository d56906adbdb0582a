import type { BinnedPairs } from './binned-pairs.js'
import { fieldsByChance, type IdentifyingField } from './fields-by-chance.js'
import { WRONG } from './learn-field.js'
import { APART, agrees, disagrees, NO_BIN, shareAgreeing } from './levels.js'

/**
 * Likely pairs that agree in none of the fields that agree or disagree together, and disagree in some, or in none of the
 * identifying fields in which likely pairs agree only by chance, or that disagree completely in the field that does so far more
 * often than others.
 */
export interface RelatedPairs {
  /** 1 for each candidate that is such a pair. */
  readonly isRelated: Uint8Array
  /** The numbers of the fields in which these pairs disagree, in ascending order. */
  readonly fields: readonly number[]
}

/** The minimum probability of the pairs examined. */
const LIKELY = 0.5
/** Fields are related if agreement in one multiplies the odds of agreement in the other by at least this: four to one. */
const TOGETHER = 4
/** Fields in which likely pairs agree this many times more often than random ones are distinctive. */
const DISTINCTIVE = 2
/** Half the width of a 95 % confidence interval, in standard deviations. */
const DEVIATIONS = 1.96

/**
 * Errors in the values of one thing are usually independent. If fields disagree together in likely pairs, those pairs may be
 * two related things: members of a household, who share everything but their given name and date of birth, or editions of a
 * paper. Nothing in the tables shows whether they count as the same. The same holds if a single field disagrees completely in
 * many more likely pairs than any other, such as the given name of twins: either that field is full of errors, or it is all
 * that distinguishes things. And it holds if likely pairs agree only by chance in fields that could identify things: in a table
 * of households without a single duplicate, nobody has the given name of another member.
 *
 * @param identifying the fields that could identify things: see `identifyingFields`
 * @param isOneToOne whether records compete, so that a related record loses to a match; then no single field is suspected,
 * since each of two tables may have its own way to write it
 */
export function relatedPairs(
  { count, bins }: BinnedPairs,
  random: BinnedPairs,
  probabilities: Float64Array,
  {
    identifying,
    isOneToOne,
  }: { readonly identifying: readonly (IdentifyingField | undefined)[]; readonly isOneToOne: boolean },
): RelatedPairs {
  const likely: number[] = []
  for (let i = 0; i < count; i++) if (probabilities[i]! >= LIKELY) likely.push(i)
  // A source or a format, in which random pairs agree nearly as often, does not distinguish records.
  const isDistinctive = bins.map((of, field) => {
    const share = shareAgreeing(likely.map((i) => of[i]!))
    return share > DISTINCTIVE * shareAgreeing(random.bins[field]!)
  })
  const groups: number[][] = bins.map((_, field) => [field])
  bins.forEach((one, f) => {
    bins.slice(f + 1).forEach((other, after) => {
      const [own, more] = [groups[f]!, groups[f + 1 + after]!]
      const isWorthTesting = own !== more && isDistinctive[f]! && isDistinctive[f + 1 + after]!
      if (!isWorthTesting || !areCorrelated(likely, one, other)) return
      own.push(...more)
      for (const field of more) groups[field] = own
    })
  })
  const together = [...new Set(groups)].filter((group) => group.length > 1)
  const byChance = fieldsByChance({ bins, likely, random: random.bins, identifying })
  const isRelated = new Uint8Array(count)
  const fields = new Set<number>()
  const mark = (group: readonly number[], isMarked: (pair: number) => boolean) => {
    const marked = likely.filter(isMarked)
    for (const i of marked) isRelated[i] = 1
    if (marked.length > 0) for (const field of group) fields.add(field)
  }
  for (const group of [...together, byChance]) {
    mark(group, (i) => {
      const isDifferent = group.some((field) => disagrees(bins[field]![i]!))
      return isDifferent && !group.some((field) => agrees(bins[field]![i]!))
    })
  }
  const outlier = isOneToOne ? undefined : mostDifferentField(bins, likely, isDistinctive, groups)
  if (outlier !== undefined) mark([outlier], (i) => disagreesFully(bins[outlier]![i]!))
  return { isRelated, fields: [...fields].sort((f, g) => f - g) }
}

/** The field that disagrees completely in far more of the likely pairs than any that does not go together with it. */
function mostDifferentField(
  bins: readonly Uint8Array[],
  likely: readonly number[],
  isDistinctive: readonly boolean[],
  groups: readonly (readonly number[])[],
): number | undefined {
  const rates = bins.flatMap((of, field) => {
    const compared = likely.filter((i) => of[i] !== NO_BIN)
    if (!isDistinctive[field]! || compared.length <= likely.length / 2) return []
    const share = compared.filter((i) => disagreesFully(of[i]!)).length / compared.length
    return [{ field, share, variance: (share * (1 - share)) / compared.length }]
  })
  const [first, ...rest] = rates.sort((one, other) => other.share - one.share)
  const second = rest.find(({ field }) => groups[field] !== groups[first!.field])
  if (first === undefined || second === undefined) return undefined
  const margin = DEVIATIONS * Math.sqrt(first.variance + second.variance)
  return first.share - second.share - margin > WRONG ? first.field : undefined
}

/** Decides by the odds ratio of the four cases, at the lower end of its 95 % confidence interval. */
function areCorrelated(likely: readonly number[], one: Uint8Array, other: Uint8Array): boolean {
  // Each case starts with half a pair, so that none is impossible.
  const cases = [0.5, 0.5, 0.5, 0.5]
  for (const i of likely) {
    if (!isClear(one[i]!) || !isClear(other[i]!)) continue
    cases[2 * Number(disagrees(one[i]!)) + Number(disagrees(other[i]!))]!++
  }
  const [agree = 1, left = 1, right = 1, disagree = 1] = cases
  const logOdds = Math.log((agree * disagree) / (left * right))
  const deviation = Math.sqrt(cases.reduce((sum, cell) => sum + 1 / cell, 0))
  return logOdds - DEVIATIONS * deviation > Math.log(TOGETHER)
}

function isClear(bin: number): boolean {
  return agrees(bin) || disagrees(bin)
}

function disagreesFully(bin: number): boolean {
  return bin !== NO_BIN && bin >= APART
}
